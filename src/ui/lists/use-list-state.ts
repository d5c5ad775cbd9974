import { useState } from 'react';

export interface Sort<Field extends string> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

/** Order and page of a list. */
export interface ListView<Field extends string> {
  readonly sort: Sort<Field> | null;
  readonly page: number;
}

/** Keeps a list's order and page after the screen is left, so that the user returns to the row. */
export interface ListViewMemory<Field extends string> {
  readonly recall: () => ListView<Field> | null;
  readonly keep: (view: ListView<Field>) => void;
}

/** A memory for as long as the app is open. */
export function createViewMemory<Field extends string>(): ListViewMemory<Field> {
  let kept: ListView<Field> | null = null;
  return {
    recall: () => kept,
    keep: (view) => {
      kept = view;
    },
  };
}

export interface ListStateOptions<Filters, Field extends string> {
  /** The filters on entry: the query parameters' or the saved ones. Called once. */
  readonly initialFilters: () => Filters;
  readonly noFilters: Filters;
  /** Called with the filters on entry and on each change. */
  readonly onFilters: (filters: Filters) => void;
  readonly initialSort?: Sort<Field> | null;
  readonly memory?: ListViewMemory<Field>;
  /** The direction of a newly chosen column. */
  readonly firstDirection?: 'asc' | 'desc';
}

export interface ListState<Filters, Field extends string> extends ListView<Field> {
  readonly filters: Filters;
  /** Grows with every change by the user; identifies what a selection belongs to. */
  readonly resetKey: number;
  readonly setFilters: (change: Partial<Filters>) => void;
  readonly clearFilters: () => void;
  readonly toggleSort: (field: Field) => void;
  readonly setPage: (page: number) => void;
}

/** The filters, order and page of a list screen: a change of filters or order goes to page 1 (000 §4.6). */
export function useListState<Filters extends object, Field extends string>(
  options: ListStateOptions<Filters, Field>,
): ListState<Filters, Field> {
  const { initialFilters, noFilters, onFilters, initialSort = null, firstDirection = 'asc', memory } = options;
  const [state, setState] = useState(() => {
    const filters = initialFilters();
    onFilters(filters);
    const view = memory?.recall() ?? { sort: initialSort, page: 1 };
    memory?.keep(view);
    return { filters, ...view, resetKey: 0 };
  });
  const change = (next: Partial<Omit<typeof state, 'resetKey'>>) => {
    const changed = { ...state, ...next, resetKey: state.resetKey + 1 };
    memory?.keep({ sort: changed.sort, page: changed.page });
    setState(changed);
  };
  const applyFilters = (filters: Filters) => {
    onFilters(filters);
    change({ filters, page: 1 });
  };
  return {
    ...state,
    setFilters: (filters) => {
      applyFilters({ ...state.filters, ...filters });
    },
    clearFilters: () => {
      applyFilters(noFilters);
    },
    toggleSort: (field) => {
      const { sort } = state;
      const direction = sort?.field !== field ? firstDirection : sort.direction === 'asc' ? 'desc' : 'asc';
      change({ sort: { field, direction }, page: 1 });
    },
    setPage: (page) => {
      change({ page });
    },
  };
}
