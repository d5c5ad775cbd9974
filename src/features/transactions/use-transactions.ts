import { readSessionValue, storeSessionValue } from '../../data/session-storage.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import type { TransactionQuery, TransactionSortField } from '../../../domain/lists/transaction-query.ts';
import type { TransactionPage, TransactionRow } from '../../../workers/worker-api.ts';
import { type Live, useLive } from '../../ui/use-live.ts';
import { type ListState, type ListViewMemory, useListState } from '../../ui/use-list-state.ts';
import { type Selection, useSelection } from '../../ui/use-selection.ts';
import { FILTERS_KEY, filtersOfQuery, filtersOfStored, NO_FILTERS, storedOf, type TransactionFilters } from './transaction-filters.ts';
import { transactionsView } from './transactions-view.ts';

/** A link that names filters shows its first page. */
const viewOfLink: ListViewMemory<TransactionSortField> = { ...transactionsView, recall: () => null };

const NO_ROWS: readonly TransactionRow[] = [];

export interface TransactionsView {
  readonly list: ListState<TransactionFilters, TransactionSortField>;
  /** Filters and order as the worker takes them, without a page. */
  readonly query: TransactionQuery;
  readonly page: Live<TransactionPage>;
  readonly rows: readonly TransactionRow[];
  readonly selection: Selection;
}

function queryOf({ filters, sort }: ListState<TransactionFilters, TransactionSortField>): TransactionQuery {
  const { search, accountId, ...rest } = filters;
  return {
    ...rest,
    ...(search !== '' && { search }),
    ...(accountId !== '' && { accountId }),
    ...(sort !== null && { sortField: sort.field, sortDirection: sort.direction }),
  };
}

/** The transactions screen's state: what is asked for, what the worker answers, and what is selected of it. */
export function useTransactions(address: URLSearchParams): TransactionsView {
  const named = filtersOfQuery(address);
  const list = useListState<TransactionFilters, TransactionSortField>({
    memory: named === null ? transactionsView : viewOfLink,
    initialFilters: () => named ?? filtersOfStored(readSessionValue(FILTERS_KEY)),
    noFilters: NO_FILTERS,
    initialSort: { field: 'transactionDate', direction: 'desc' },
    onFilters: (filters) => { storeSessionValue(FILTERS_KEY, storedOf(filters)); },
  });
  const query = queryOf(list);
  const page = useLive(() => compute().listTransactions({ ...query, page: list.page }), onComputeChange, [query, list.page]);
  const rows = page.data?.transactions ?? NO_ROWS;
  const selection = useSelection({ pageIds: rows.map((row) => row.id), total: page.data?.totalCount ?? 0, resetKey: list.resetKey });
  return { list, query, page, rows, selection };
}
