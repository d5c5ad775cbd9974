import { brokerCashCsv, brokerCashFileName } from '../../../domain/csv/broker-cash-balances.ts';
import { londonDate } from '../../../domain/dates.ts';
import { BROKER_CASH_PAGE_SIZE, type BrokerCashListItem, type BrokerCashQuery, brokerCashShown, type BrokerCashSortField } from '../../../domain/lists/broker-cash-list.ts';
import { pageOfRows } from '../../../domain/lists/sorted-rows.ts';
import { listAccounts } from '../../data/accounts.ts';
import { listBrokerCashBalances, removeBrokerCashBalances } from '../../data/broker-cash-balances.ts';
import { listBrokers } from '../../data/brokers.ts';
import { watchTables } from '../../data/change-feed.ts';
import { currentDatabase } from '../../data/database.ts';
import { withPending } from '../../data/outbox.ts';
import { undoRemovals } from '../../data/removals.ts';
import { listTexts } from '../../ui/list-texts.ts';
import { csvFile } from '../../ui/save-file.ts';
import { type List, type ListQuery, useList } from '../../ui/use-list.ts';
import type { Removal } from '../../ui/use-list-actions.ts';
import { createViewMemory } from '../../ui/use-list-state.ts';
import { BROKER_CASH_FILTERS, type BrokerCashFilters } from './broker-cash-filters.ts';

/** A row of the list; `pending` rows have changes that the server has not got yet. */
export interface BrokerCashRow extends BrokerCashListItem {
  readonly pending: boolean;
}

export type BrokerCashList = List<BrokerCashRow, BrokerCashFilters, BrokerCashSortField>;
type Query = ListQuery<BrokerCashFilters, BrokerCashSortField>;

const TEXTS = listTexts({ singular: 'cash balance', plural: 'cash balances' }, {
  title: 'Broker Cash Balances',
  loading: 'Loading broker cash balances...',
  loadFailed: 'Could not load broker cash balances. Please try again later.',
  confirmMessage: (count) => `Are you sure you want to delete ${count} selected broker cash balance(s)? This action cannot be undone.`,
});

/** The order and page of the list while the app is open. */
export const brokerCashView = createViewMemory<BrokerCashSortField>();

async function readAll(): Promise<readonly BrokerCashListItem[]> {
  const db = currentDatabase();
  const [accounts, brokers, balances] = await Promise.all([listAccounts(db), listBrokers(db), listBrokerCashBalances(db)]);
  const accountNames = new Map(accounts.map(({ id, name }) => [id, name]));
  const brokerNames = new Map(brokers.map(({ id, name }) => [id, name]));
  return balances.map((balance) => ({ ...balance, accountName: accountNames.get(balance.accountId) ?? '', brokerName: brokerNames.get(balance.brokerId) ?? '' }));
}

async function shown({ filters, sort }: Query): Promise<readonly BrokerCashListItem[]> {
  const query: BrokerCashQuery = { ...filters, ...(sort !== null && { sortField: sort.field, sortDirection: sort.direction }) };
  return brokerCashShown(await readAll(), query);
}

async function remove(ids: readonly string[]): Promise<Removal> {
  const db = currentDatabase();
  const removed = await removeBrokerCashBalances(db, ids);
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
    subscribe: (changed) => watchTables(currentDatabase(), ['brokerCashBalances', 'accounts', 'brokers', 'outbox'], changed),
    ids: async (query) => (await shown(query)).map(({ id }) => id),
    exportFile: async (wanted) => {
      const day = londonDate(Date.now());
      if ('query' in wanted) return csvFile(brokerCashFileName(day, null), brokerCashCsv(await shown(wanted.query)));
      const ids = new Set(wanted.ids);
      const rows = brokerCashShown(await readAll(), {}).filter(({ id }) => ids.has(id));
      return csvFile(brokerCashFileName(day, rows.length), brokerCashCsv(rows));
    },
    remove,
  });
}
