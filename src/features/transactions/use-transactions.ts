import { readSessionValue, storeSessionValue } from '../../data/device/session-storage.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import type { TransactionQuery, TransactionSortField } from '../../../domain/lists/transaction-query.ts';
import type { TransactionRow } from '../../../workers/api/worker-api.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { listTexts } from '../../ui/texts/list-texts.ts';
import { type List, type ListFilters, type ListQuery, useList, type UseRead } from '../../ui/lists/use-list.ts';
import type { Removal } from '../../ui/lists/use-list-actions.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import {
  FILTERS_KEY,
  filtersOfQuery,
  filtersOfStored,
  NO_FILTERS,
  storedOf,
  type TransactionFilters,
} from './transaction-filters.ts';
import { createViewMemory } from '../../ui/lists/use-list-state.ts';
import { removeRecords, undoRemovals } from '../../data/outbox/removals.ts';

/** Order and page of the transactions list while the app is open. */
export const transactionsView = createViewMemory<TransactionSortField>();

const TEXTS = listTexts({ singular: 'transaction', plural: 'transactions' });

const FILTERS: ListFilters<TransactionFilters> = {
  none: NO_FILTERS,
  ofQuery: filtersOfQuery,
  restore: () => filtersOfStored(readSessionValue(FILTERS_KEY)),
  keep: (filters) => {
    storeSessionValue(FILTERS_KEY, storedOf(filters));
  },
  searchOf: ({ search }) => search,
};

/** Filters and order as the worker takes them, without a page. */
function queryOf({ filters, sort }: ListQuery<TransactionFilters, TransactionSortField>): TransactionQuery {
  const { search, accountId, ...rest } = filters;
  return {
    ...rest,
    ...(search !== '' && { search }),
    ...(accountId !== '' && { accountId }),
    ...(sort !== null && { sortField: sort.field, sortDirection: sort.direction }),
  };
}

/** Deletes transactions; until their deletion is sent it can be undone. */
export async function removeWithUndo(ids: readonly string[]): Promise<Removal> {
  const removed = await removeRecords(currentDatabase(), 'transaction', ids);
  if (!removed.ok) return { ok: false };
  return {
    ok: true,
    count: removed.value.count,
    undo: async () => (await undoRemovals(currentDatabase(), removed.value)).ok,
  };
}

const useAnswer: UseRead = (read, deps) => useLive(read, onComputeChange, deps);

/** The transactions screen's state. */
export function useTransactions(): List<TransactionRow, TransactionFilters, TransactionSortField> {
  return useList<TransactionRow, TransactionFilters, TransactionSortField>({
    texts: TEXTS,
    filters: FILTERS,
    initialSort: { field: 'transactionDate', direction: 'desc' },
    memory: transactionsView,
    rowKey: ({ id }) => id,
    read: async (query, page) => {
      const { transactions, totalCount, currentPage } = await compute().listTransactions({ ...queryOf(query), page });
      return { rows: transactions, totalCount, currentPage };
    },
    useRead: useAnswer,
    ids: (query) => compute().transactionIds(queryOf(query)),
    exportFile: (rows) => compute().exportTransactions('ids' in rows ? rows : { query: queryOf(rows.query) }),
    remove: removeWithUndo,
  });
}
