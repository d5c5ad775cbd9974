import { Autocomplete } from '@base-ui/react/autocomplete';
import { type Ref, useState } from 'react';
import { Field, type FieldLook } from './field.tsx';
import fieldStyles from './field.module.css';
import styles from './combobox.module.css';

export interface ComboboxProps<Item> extends FieldLook {
  /** The text in the box. */
  readonly text: string;
  /** Typing; the caller debounces and searches. */
  readonly onTextChange: (text: string) => void;
  /** What the search found, best first; the dropdown shows while there are any and the box has focus. */
  readonly items: readonly Item[];
  readonly itemKey: (item: Item) => string;
  /** The text in the box once it is picked. */
  readonly itemText: (item: Item) => string;
  /** A muted second line, for example the ISIN. */
  readonly itemNote?: (item: Item) => string;
  readonly onPick: (item: Item) => void;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly onBlur?: () => void;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/**
 * A search box with a dropdown of results (000 §2.12): arrows move the highlight, Enter picks it, Escape and a
 * click outside close the dropdown, focus opens it again.
 */
export function Combobox<Item>({
  label,
  labelHidden,
  hint,
  error,
  width = 'wide',
  text,
  onTextChange,
  items,
  itemKey,
  itemText,
  itemNote,
  onPick,
  placeholder,
  disabled = false,
  required = false,
  onBlur,
  ref,
}: ComboboxProps<Item>) {
  const [wanted, setWanted] = useState(false);
  const open = wanted && items.length > 0;
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error} width={width}>
      {(control) => (
        <Autocomplete.Root<Item>
          items={items}
          mode="none"
          filter={null}
          value={text}
          itemToStringValue={itemText}
          open={open}
          onOpenChange={setWanted}
          disabled={disabled}
          onValueChange={(next, details) => {
            if (details.reason === 'item-press') return;
            setWanted(true);
            onTextChange(next);
          }}
        >
          <Autocomplete.Input
            {...control}
            ref={ref}
            className={fieldStyles.control}
            placeholder={placeholder}
            required={required}
            autoComplete="off"
            spellCheck={false}
            onFocus={() => {
              setWanted(true);
            }}
            onBlur={onBlur}
          />
          <Autocomplete.Portal>
            <Autocomplete.Positioner className={styles.positioner} sideOffset={4} collisionPadding={8}>
              <Autocomplete.Popup className={styles.popup}>
                <Autocomplete.List className={styles.list}>
                  {(item: Item) => (
                    <Autocomplete.Item
                      key={itemKey(item)}
                      value={item}
                      className={styles.item}
                      onClick={() => {
                        setWanted(false);
                        onPick(item);
                      }}
                    >
                      <span>{itemText(item)}</span>
                      {itemNote && <span className={styles.note}>{itemNote(item)}</span>}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      )}
    </Field>
  );
}
