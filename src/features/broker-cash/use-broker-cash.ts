import {
  BROKER_CASH_PAGE_SIZE,
  type BrokerCashListItem,
  type BrokerCashQuery,
  brokerCashShown,
  type BrokerCashSortField,
} from '../../../domain/lists/broker-cash-list.ts';
import { pageOfRows } from '../../../domain/lists/sorted-rows.ts';
import { compute } from '../../compute/compute.ts';
import { brokerCashListItems } from '../../data/records/broker-cash-balances.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { withPending } from '../../data/outbox/outbox.ts';
import { removeRecords, undoRemovals } from '../../data/outbox/removals.ts';
import { listTexts } from '../../ui/texts/list-texts.ts';
import { type List, type ListQuery, useList } from '../../ui/lists/use-list.ts';
import type { Removal } from '../../ui/lists/use-list-actions.ts';
import { createViewMemory } from '../../ui/lists/use-list-state.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { BROKER_CASH_FILTERS, type BrokerCashFilters } from './broker-cash-filters.ts';

/** A row of the list; `pending` rows have changes that the server does not have yet. */
export interface BrokerCashRow extends BrokerCashListItem {
  readonly pending: boolean;
}

export type BrokerCashList = List<BrokerCashRow, BrokerCashFilters, BrokerCashSortField>;
type Query = ListQuery<BrokerCashFilters, BrokerCashSortField>;

const TEXTS = listTexts(
  { singular: 'cash balance', plural: 'cash balances' },
  {
    title: 'Broker Cash Balances',
    loading: 'Loading broker cash balances...',
    loadFailed: 'Could not load broker cash balances. Please try again later.',
    confirmMessage: (count) =>
      `Are you sure you want to delete ${count} selected broker cash balance(s)? This action cannot be undone.`,
  },
);

/** The order and page of the list while the app is open. */
export const brokerCashView = createViewMemory<BrokerCashSortField>();

function queryOf({ filters, sort }: Query): BrokerCashQuery {
  return { ...filters, ...(sort !== null && { sortField: sort.field, sortDirection: sort.direction }) };
}

async function shown(query: Query): Promise<readonly BrokerCashListItem[]> {
  return brokerCashShown(await brokerCashListItems(currentDatabase()), queryOf(query));
}

async function remove(ids: readonly string[]): Promise<Removal> {
  const db = currentDatabase();
  const removed = await removeRecords(db, 'brokerCashBalance', ids);
  if (!removed.ok) return { ok: false };
  return { ok: true, count: removed.value.count, undo: async () => (await undoRemovals(db, removed.value)).ok };
}

/** The state of the broker cash list. */
export function useBrokerCash(): BrokerCashList {
  return useList<BrokerCashRow, BrokerCashFilters, BrokerCashSortField>({
    texts: TEXTS,
    filters: BROKER_CASH_FILTERS,
    memory: brokerCashView,
    rowKey: ({ id }) => id,
    read: async (query, page) => {
      const { rows, ...info } = pageOfRows(await shown(query), page, BROKER_CASH_PAGE_SIZE);
      return { ...info, rows: await withPending(currentDatabase(), rows) };
    },
    useRead: useStored,
    ids: async (query) => (await shown(query)).map(({ id }) => id),
    exportFile: (rows) => compute().exportBrokerCash('ids' in rows ? rows : { query: queryOf(rows.query) }),
    remove,
  });
}
