import type { RefObject } from 'react';
import { useShortcutKeys } from '../app-state/shortcuts.ts';

export interface ListKeys {
  /** The part of the page that holds the table and the search box. */
  readonly area: RefObject<HTMLElement | null>;
  /** Selects or unselects the row with this key; absent where rows cannot be selected. */
  readonly onToggle?: ((rowKey: string) => void) | undefined;
  readonly onAdd?: (() => void) | undefined;
}

const ROWS = 'tbody tr[data-row-key]';

/** j and k go from row to row, x selects the row, / goes to the search box, n adds. */
export function useListKeys({ area, onToggle, onAdd }: ListKeys): void {
  useShortcutKeys((key) => {
    const rows = [...(area.current?.querySelectorAll<HTMLElement>(ROWS) ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    switch (key) {
      case 'j':
        return focusRow(rows[Math.min(at + 1, rows.length - 1)]);
      case 'k':
        return focusRow(rows[Math.max(at - 1, 0)]);
      case 'x': {
        const rowKey = rows[at]?.dataset['rowKey'];
        if (rowKey !== undefined) onToggle?.(rowKey);
        return rowKey !== undefined;
      }
      case '/': {
        const box = area.current?.querySelector<HTMLInputElement>('input[type="search"]') ?? null;
        box?.focus();
        return box !== null;
      }
      case 'n':
        onAdd?.();
        return onAdd !== undefined;
      default:
        return false;
    }
  });
}

/** The row's link gets the focus, so that Enter opens it; else its first control. */
function focusRow(row: HTMLElement | undefined): boolean {
  const target = row?.querySelector<HTMLElement>('a[href]') ?? row?.querySelector<HTMLElement>('input, button') ?? null;
  target?.focus();
  return target !== null;
}
