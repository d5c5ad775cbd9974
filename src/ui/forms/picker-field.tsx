import { Calendar } from 'lucide-react';
import { type FocusEventHandler, type Ref, useRef, useState } from 'react';
import { Field, type FieldLook } from './field.tsx';
import styles from './field.module.css';

/** The properties of a field whose value is typed or picked. */
export interface PickedValueProps extends FieldLook {
  /** The value in ISO form, empty, or the text as typed while it is none. */
  readonly value: string;
  /** Called with the ISO form as soon as the text has one, otherwise with the text as typed. */
  readonly onValueChange: (value: string) => void;
  /** Bounds of the calendar in ISO form; the form refuses typed values beyond them. */
  readonly min?: string;
  readonly max?: string;
  readonly name?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly onBlur?: FocusEventHandler<HTMLInputElement>;
  readonly ref?: Ref<HTMLInputElement>;
}

export interface PickerFieldProps extends PickedValueProps {
  /** The browser's own input, of which only the calendar is shown. */
  readonly picker: 'date' | 'datetime-local';
  readonly placeholder: string;
  /** The text for a value. */
  readonly show: (value: string) => string;
  /** The value of a typed text, or the text where it has none. */
  readonly read: (text: string) => string;
  /** The value if it is one, or null. */
  readonly parse: (value: string) => string | null;
  /** What is said of a text without a value once the field is left; otherwise the form says so. */
  readonly fault?: (text: string) => string;
}

/** A value that is typed in the form of this country or picked from the device's calendar. */
export function PickerField({
  label,
  labelHidden,
  hint,
  error,
  width = 'narrow',
  value,
  onValueChange,
  min,
  max,
  disabled = false,
  onBlur,
  picker,
  placeholder,
  show,
  read,
  parse,
  fault,
  ...input
}: PickerFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const native = useRef<HTMLInputElement>(null);
  const openCalendar = () => {
    native.current?.showPicker();
  };
  const picked = parse(value);
  const ownError = draft === null && value !== '' && picked === null ? fault?.(value) : undefined;
  return (
    <Field label={label} labelHidden={labelHidden} hint={hint} error={error ?? ownError} width={width}>
      {(control) => (
        <div className={styles.box}>
          <input
            {...input}
            {...control}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            placeholder={placeholder}
            disabled={disabled}
            className={styles.inner}
            value={draft ?? show(value)}
            onChange={(event) => {
              setDraft(event.target.value);
              onValueChange(read(event.target.value));
            }}
            onBlur={(event) => {
              setDraft(null);
              onBlur?.(event);
            }}
          />
          <span className={styles.anchor}>
            <button
              type="button"
              className={styles.picker}
              disabled={disabled}
              aria-label="Open the calendar"
              onClick={openCalendar}
            >
              <Calendar aria-hidden="true" />
            </button>
            <input
              ref={native}
              type={picker}
              className={styles.native}
              tabIndex={-1}
              aria-hidden="true"
              value={picked ?? ''}
              min={min}
              max={max}
              onChange={(event) => {
                setDraft(null);
                onValueChange(event.target.value);
              }}
            />
          </span>
        </div>
      )}
    </Field>
  );
}
