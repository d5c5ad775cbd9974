import { useSearchParams } from 'react-router-dom';
import type { Live } from '../hooks/use-live.ts';
import { showToast } from '../messages/toast.tsx';
import type { ListTexts } from '../texts/list-texts.ts';
import { type ListActions, type ListActionsOptions, useListActions } from './use-list-actions.ts';
import { type ListState, type ListViewMemory, type Sort, useListState } from './use-list-state.ts';
import { type Selection, useSelection } from './use-selection.ts';

/** One page of a list. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  /** Rows on all pages. */
  readonly totalCount: number;
  /** From 1. */
  readonly currentPage: number;
}

/** A hook such as `useStored`: reads, and reads again after every change of what it read. */
export type UseRead = <T>(read: () => Promise<T>, deps: readonly unknown[]) => Live<T>;

/** What a list's filters are, and how they are kept for the session. */
export interface ListFilters<Filters> {
  readonly none: Filters;
  /** The filters that the address names, each by its field's name, or null when it names none. */
  readonly ofQuery: (query: URLSearchParams) => Filters | null;
  /** The filters as they were last set. */
  readonly restore: () => Filters;
  readonly keep: (filters: Filters) => void;
  /** The text searched for; empty when nothing is. */
  readonly searchOf: (filters: Filters) => string;
}

/** The query, without a page. */
export interface ListQuery<Filters, Field extends string> {
  readonly filters: Filters;
  readonly sort: Sort<Field> | null;
}

export interface ListOptions<Row, Filters extends object, Field extends string> extends Pick<
  ListActionsOptions,
  'remove'
> {
  readonly texts: ListTexts;
  readonly filters: ListFilters<Filters>;
  readonly initialSort?: Sort<Field> | null;
  /** The direction of a newly chosen column. */
  readonly firstDirection?: 'asc' | 'desc';
  /** Order and page while the app is open: a user who edits a row returns to it. */
  readonly memory: ListViewMemory<Field>;
  readonly rowKey: (row: Row) => string;
  /** The header's checkbox removes a selected page from the selection instead of keeping it. */
  readonly headerFlips?: boolean;
  readonly read: (query: ListQuery<Filters, Field>, page: number) => Promise<ListPage<Row>>;
  /** How the rows are read and kept up to date: the same for as long as the list is on the screen. */
  readonly useRead: UseRead;
  /** The ids of everything that the query shows. */
  readonly ids: (query: ListQuery<Filters, Field>) => Promise<readonly string[]>;
  /** Exactly the named rows as a file, or all that the query shows. */
  readonly exportFile?: (
    rows: { readonly ids: readonly string[] } | { readonly query: ListQuery<Filters, Field> },
  ) => ReturnType<NonNullable<ListActionsOptions['exportFile']>>;
}

export interface List<Row, Filters, Field extends string> {
  readonly texts: ListTexts;
  readonly state: ListState<Filters, Field>;
  readonly setFilters: (change: Partial<Filters>) => void;
  readonly clearFilters: () => void;
  /** Puts the filters into the address and copies it, so that the view can be kept or passed on. */
  readonly linkView: () => void;
  readonly page: Live<ListPage<Row>>;
  readonly rows: readonly Row[];
  /** Rows on all pages. */
  readonly total: number;
  readonly rowKey: (row: Row) => string;
  readonly selection: Selection;
  readonly actions: ListActions;
  readonly filtered: boolean;
  readonly search: string;
  /** The failed action, as the sentence to show. */
  readonly error: string | null;
}

const NO_ROWS: readonly never[] = [];

/** The state of a list screen: its query, the result, the selection, and the actions on it. */
export function useList<Row, Filters extends object, Field extends string>(
  options: ListOptions<Row, Filters, Field>,
): List<Row, Filters, Field> {
  const { texts, filters: kind, memory, rowKey, exportFile } = options;
  const [address, setAddress] = useSearchParams();
  const named = kind.ofQuery(address);
  const view = useListState<Filters, Field>({
    // A link that names filters shows its first page, in the order that the list begins with.
    memory: named === null ? memory : { ...memory, recall: () => null },
    initialFilters: () => named ?? kind.restore(),
    noFilters: kind.none,
    initialSort: options.initialSort ?? null,
    ...(options.firstDirection !== undefined && { firstDirection: options.firstDirection }),
    onFilters: kind.keep,
  });
  /** The address named the filters and their first page on entry; what differs from it must not be undone by a reload or by coming back. */
  const forgetAddress = () => {
    if (address.size > 0) setAddress({}, { replace: true });
  };
  /** The same change, which is no longer in the address. */
  const leavingAddress =
    <Change extends unknown[]>(change: (...args: Change) => void) =>
    (...args: Change) => {
      change(...args);
      forgetAddress();
    };
  const state: ListState<Filters, Field> = {
    ...view,
    setFilters: leavingAddress(view.setFilters),
    clearFilters: leavingAddress(view.clearFilters),
    toggleSort: leavingAddress(view.toggleSort),
    setPage: leavingAddress(view.setPage),
  };
  const query: ListQuery<Filters, Field> = { filters: state.filters, sort: state.sort };
  const page = options.useRead(() => options.read(query, state.page), [query, state.page]);
  const rows = page.data?.rows ?? NO_ROWS;
  const total = page.data?.totalCount ?? 0;
  const selection = useSelection({
    pageIds: rows.map(rowKey),
    total,
    resetKey: state.resetKey,
    ...(options.headerFlips === true && { headerFlips: true }),
  });
  const actions = useListActions({
    texts,
    selection,
    remove: options.remove,
    allIds: () => options.ids(query),
    ...(exportFile !== undefined && { exportFile: (ids) => exportFile(ids === null ? { query } : { ids }) }),
  });
  const search = kind.searchOf(state.filters);
  const loadError = page.error === undefined ? null : search === '' ? texts.loadFailed : texts.searchFailed;
  return {
    texts,
    state,
    page,
    rows,
    total,
    rowKey,
    selection,
    actions,
    search,
    setFilters: state.setFilters,
    clearFilters: state.clearFilters,
    linkView: () => {
      const link = new URLSearchParams();
      for (const [name, value] of Object.entries(state.filters))
        if ((typeof value === 'string' && value !== '') || value === true) link.set(name, String(value));
      setAddress(link, { replace: true });
      void copyLink(link);
    },
    filtered: (Object.keys(kind.none) as (keyof Filters)[]).some((name) => state.filters[name] !== kind.none[name]),
    error: actions.error ?? loadError,
  };
}

/** Copies the address of this page with another query. Some browsers refuse; the address bar has the link all the same. */
async function copyLink(query: URLSearchParams): Promise<void> {
  const link = new URL(location.href);
  link.search = query.toString();
  const copied = await Promise.resolve()
    .then(() => navigator.clipboard.writeText(link.href))
    .then(
      () => true,
      () => false,
    );
  showToast({
    title: copied ? 'Link copied.' : 'The address bar has the link.',
    description: 'It opens this list with these filters.',
  });
}
