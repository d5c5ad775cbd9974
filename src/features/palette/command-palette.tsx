import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { currentDatabase } from '../../data/database/database.ts';
import { noteRecentItem } from '../../data/device/recent-items.ts';
import { DateText } from '../../ui/values/figures.tsx';
import { Dialog } from '../../ui/messages/dialog.tsx';
import { TruncatedText } from '../../ui/controls/truncated-text.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import styles from './command-palette.module.css';
import { type PaletteGroup, type PaletteItem, type PalettePage, usePalette } from './use-palette.ts';

export interface CommandPaletteProps {
  readonly pages: readonly PalettePage[];
  /** Returns whether the user may open a route pattern. */
  readonly mayOpen: (route: string) => boolean;
  /** The text at first. */
  readonly typed: string;
  readonly onClose: () => void;
}

/** Finds any record on the device, or goes to a page (000 §7.4): type, arrows, Enter. */
export function CommandPalette({ pages, mayOpen, typed, onClose }: CommandPaletteProps) {
  const navigate = useNavigate();
  const [text, setText] = useState(typed);
  const [chosen, setChosen] = useState(0);
  /** Enter was pressed before the records for the text were there. */
  const [entered, setEntered] = useState(false);
  const { groups, settled } = usePalette(text, pages, mayOpen);
  const items = groups.flatMap((group) => group.items);
  const active = Math.min(chosen, items.length - 1);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();

  const go = (item: PaletteItem | undefined) => {
    if (item === undefined) return;
    // The list of recent items is a convenience: a failure to keep it is no reason to stay here.
    if (item.record !== null) noteRecentItem(currentDatabase(), item.record).catch(() => undefined);
    onClose();
    void navigate(item.to);
  };
  const goToActive = useEffectEvent(() => {
    go(items[active]);
  });
  useEffect(() => {
    if (entered && settled) goToActive();
  }, [entered, settled]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && items.length > 0) {
      event.preventDefault();
      setChosen((active + step + items.length) % items.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const item = items[active];
      // Pages come first and match the text at once; records may still be those of the previous text.
      if (settled || (text.trim() !== '' && item?.record === null)) go(item);
      else setEntered(true);
    }
  };

  return (
    <Dialog open onClose={onClose} title="Search everything" initialFocus={input}>
      <TextField
        ref={input}
        label="Search records and pages"
        labelHidden
        width="full"
        type="search"
        className={styles.search ?? ''}
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={items.length > 0 ? `${list}-${active}` : undefined}
        placeholder="Name, ISIN, reference, account or page"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles.results}>
        <div id={list} role="listbox" aria-label="Results" className={styles.list}>
          {groups.map((group, index) => (
            <Group
              key={group.label}
              group={group}
              id={list}
              first={groups.slice(0, index).reduce((count, { items: before }) => count + before.length, 0)}
              active={active}
              onPick={go}
            />
          ))}
        </div>
        {settled && items.length === 0 && (
          <p className={styles.none} role="status">
            Nothing found.
          </p>
        )}
      </div>
    </Dialog>
  );
}

interface GroupProps {
  readonly group: PaletteGroup;
  readonly id: string;
  /** The place of its first item among all. */
  readonly first: number;
  readonly active: number;
  readonly onPick: (item: PaletteItem) => void;
}

function Group({ group, id, first, active, onPick }: GroupProps) {
  // A space would split the id where it is referred to.
  const label = `${id}-${group.label.replaceAll(' ', '-')}`;
  return (
    <div role="group" aria-labelledby={label}>
      <div id={label} className={styles.label}>
        {group.label}
      </div>
      {group.items.map((item, index) => (
        <div
          key={item.key}
          id={`${id}-${first + index}`}
          ref={(element) => {
            if (first + index === active) element?.scrollIntoView({ block: 'nearest' });
          }}
          role="option"
          tabIndex={-1}
          aria-selected={first + index === active}
          className={styles.item}
          onMouseDown={(event) => {
            event.preventDefault();
          }}
          onClick={() => {
            onPick(item);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onPick(item);
          }}
        >
          <TruncatedText text={item.title} />
          <span className={styles.note}>{item.note}</span>
          {item.date !== null && (
            <span className={styles.date}>
              <DateText value={item.date} />
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
