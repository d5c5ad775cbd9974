import { useCallback, useMemo, useState } from 'react';
import {
  flipHeader,
  keepShown,
  NO_SELECTION,
  selectEverything,
  toggleHeader,
  toggleRow,
  type SelectionMode,
  type SelectionState,
} from './selection.ts';

export interface SelectionOptions {
  /** The ids of the rows on the page, in order. */
  readonly pageIds: readonly string[];
  /** How many rows the list has with its filters. */
  readonly total: number;
  /** Grows with every load of other filters, another order or page: another value clears the selection permanently. */
  readonly resetKey: number;
  /** The header's checkbox removes a selected page from the selection instead of keeping it. */
  readonly headerFlips?: boolean;
}

export interface Selection {
  readonly mode: SelectionMode;
  readonly ids: ReadonlySet<string>;
  /** Rows selected; the list's total in mode `all`. */
  readonly count: number;
  /** How the header's checkbox shows. */
  readonly header: 'unchecked' | 'checked' | 'indeterminate';
  readonly toggle: (id: string) => void;
  readonly toggleHeader: () => void;
  readonly selectAll: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

/** The selection of a list screen: none, the page, or everything that its filters show (000 §4.5). */
export function useSelection({ pageIds, total, resetKey, headerFlips = false }: SelectionOptions): Selection {
  const shown = `${total} ${pageIds.join(' ')}`;
  const [kept, setKept] = useState({ key: resetKey, shown, state: NO_SELECTION });
  const state = useMemo(() => {
    if (kept.key !== resetKey) return NO_SELECTION;
    return kept.shown === shown ? kept.state : keepShown(kept.state, pageIds, total);
  }, [kept, resetKey, shown, pageIds, total]);
  const set = useCallback(
    (next: SelectionState) => {
      setKept({ key: resetKey, shown, state: next });
    },
    [resetKey, shown],
  );
  return useMemo(
    () => ({
      mode: state.mode,
      ids: state.ids,
      count: state.mode === 'all' ? total : state.ids.size,
      header: state.mode !== 'none' ? 'checked' : state.ids.size > 0 ? 'indeterminate' : 'unchecked',
      toggle: (id) => {
        set(toggleRow(state, id, pageIds));
      },
      toggleHeader: () => {
        set(headerFlips ? flipHeader(state, pageIds) : toggleHeader(state, pageIds));
      },
      selectAll: (ids) => {
        set(selectEverything(ids));
      },
      clear: () => {
        set(NO_SELECTION);
      },
    }),
    [state, total, pageIds, headerFlips, set],
  );
}
