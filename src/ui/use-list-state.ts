import { useState } from 'react';

export interface Sort<Field extends string> {
  readonly field: Field;
  readonly direction: 'asc' | 'desc';
}

export interface ListStateOptions<Filters, Field extends string> {
  /** The filters on entry: the query parameters' or the saved ones. Called once. */
  readonly initialFilters: () => Filters;
  readonly noFilters: Filters;
  /** Called with the filters on entry and on each change. */
  readonly onFilters: (filters: Filters) => void;
  readonly initialSort?: Sort<Field> | null;
  /** The direction of a newly chosen column. */
  readonly firstDirection?: 'asc' | 'desc';
}

export interface ListState<Filters, Field extends string> {
  readonly filters: Filters;
  readonly sort: Sort<Field> | null;
  readonly page: number;
  /** Grows with every change by the user; names what a selection belongs to. */
  readonly resetKey: string;
  readonly setFilters: (change: Partial<Filters>) => void;
  readonly clearFilters: () => void;
  readonly toggleSort: (field: Field) => void;
  readonly setPage: (page: number) => void;
}

/** The filters, order and page of a list screen: a change of filters or order goes to page 1 (000 §4.6). */
export function useListState<Filters extends object, Field extends string>(options: ListStateOptions<Filters, Field>): ListState<Filters, Field> {
  const { initialFilters, noFilters, onFilters, initialSort = null, firstDirection = 'asc' } = options;
  const [state, setState] = useState(() => {
    const filters = initialFilters();
    onFilters(filters);
    return { filters, sort: initialSort, page: 1 };
  });
  const applyFilters = (filters: Filters) => {
    onFilters(filters);
    setState({ ...state, filters, page: 1 });
  };
  return {
    ...state,
    resetKey: JSON.stringify(state),
    setFilters: (change) => { applyFilters({ ...state.filters, ...change }); },
    clearFilters: () => { applyFilters(noFilters); },
    toggleSort: (field) => {
      const { sort } = state;
      const direction = sort?.field !== field ? firstDirection : sort.direction === 'asc' ? 'desc' : 'asc';
      setState({ ...state, sort: { field, direction }, page: 1 });
    },
    setPage: (page) => { setState({ ...state, page }); },
  };
}
