/** Selection on list screens (000 §4.5) as pure transitions; `use-selection.ts` keeps one for a list. */

/** `page`: every row of the page; `all`: every row that the list's filters show; `none`: neither, though single rows may be chosen. */
export type SelectionMode = 'none' | 'page' | 'all';

export interface SelectionState {
  readonly mode: SelectionMode;
  readonly ids: ReadonlySet<string>;
}

export const NO_SELECTION: SelectionState = { mode: 'none', ids: new Set() };

/** The mode that a choice of rows amounts to: `page` when every row of the page is in it. */
function modeOf(ids: ReadonlySet<string>, pageIds: readonly string[]): SelectionMode {
  return pageIds.length > 0 && pageIds.every((id) => ids.has(id)) ? 'page' : 'none';
}

/** Adds or removes one row and recomputes the mode. */
export function toggleRow(state: SelectionState, id: string, pageIds: readonly string[]): SelectionState {
  const ids = new Set(state.ids);
  if (!ids.delete(id)) ids.add(id);
  return { mode: modeOf(ids, pageIds), ids };
}

/** The header's checkbox: from none or page it selects the page, from all it clears. */
export function toggleHeader(state: SelectionState, pageIds: readonly string[]): SelectionState {
  if (state.mode === 'all' || pageIds.length === 0) return NO_SELECTION;
  return { mode: 'page', ids: new Set(pageIds) };
}

/**
 * The header's checkbox of the properties (002 §4): adds the page's rows, or removes them when all are in; the rest is
 * neither page nor all.
 */
export function flipHeader(state: SelectionState, pageIds: readonly string[]): SelectionState {
  if (modeOf(state.ids, pageIds) === 'none')
    return { mode: modeOf(new Set(pageIds), pageIds), ids: new Set([...state.ids, ...pageIds]) };
  const shown = new Set(pageIds);
  return { mode: 'none', ids: new Set([...state.ids].filter((id) => !shown.has(id))) };
}

/** Everything that the filters show, by its ids. */
export function selectEverything(ids: readonly string[]): SelectionState {
  return ids.length === 0 ? NO_SELECTION : { mode: 'all', ids: new Set(ids) };
}

/**
 * The selection after rows changed under the list: rows that left the page are no longer shown as chosen, and `all`
 * holds only while the list still has as many rows as were selected.
 */
export function keepShown(state: SelectionState, pageIds: readonly string[], total: number): SelectionState {
  if (state.ids.size === 0 || (state.mode === 'all' && state.ids.size === total)) return state;
  const shown = new Set(pageIds);
  const ids = new Set([...state.ids].filter((id) => shown.has(id)));
  const mode = modeOf(ids, pageIds);
  return ids.size === state.ids.size && mode === state.mode ? state : { mode, ids };
}
