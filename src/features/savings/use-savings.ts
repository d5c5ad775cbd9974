import {
  SAVINGS_PAGE_SIZE,
  type SavingsListItem,
  type SavingsQuery,
  savingsShown,
  type SavingsSortField,
} from '../../../domain/lists/savings-list.ts';
import { pageOfRows } from '../../../domain/lists/sorted-rows.ts';
import { compute } from '../../compute/compute.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { withPending } from '../../data/outbox/outbox.ts';
import { removeRecords, undoRemovals } from '../../data/outbox/removals.ts';
import { listTexts } from '../../ui/texts/list-texts.ts';
import { type List, type ListQuery, useList } from '../../ui/lists/use-list.ts';
import type { Removal } from '../../ui/lists/use-list-actions.ts';
import { createViewMemory } from '../../ui/lists/use-list-state.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { readSavings } from './read-savings.ts';
import { SAVINGS_FILTERS, type SavingsFilters } from './savings-filters.ts';

/** A row of the list; `pending` rows have changes that the server does not have yet. */
export interface SavingsRow extends SavingsListItem {
  readonly pending: boolean;
}

export type SavingsList = List<SavingsRow, SavingsFilters, SavingsSortField>;

const TEXTS = listTexts({ singular: 'savings account', plural: 'savings accounts' });

/** The order and page of the list while the app is open. */
export const savingsView = createViewMemory<SavingsSortField>();

function queryOf({
  filters: { accountId, excludeClosed, search },
  sort,
}: ListQuery<SavingsFilters, SavingsSortField>): SavingsQuery {
  return {
    accountId,
    search,
    includeClosedAccounts: !excludeClosed,
    ...(sort !== null && { sortField: sort.field, sortDirection: sort.direction }),
  };
}

async function shown(query: ListQuery<SavingsFilters, SavingsSortField>): Promise<readonly SavingsListItem[]> {
  return savingsShown(await readSavings(), queryOf(query));
}

async function remove(ids: readonly string[]): Promise<Removal> {
  const db = currentDatabase();
  const removed = await removeRecords(db, 'savingsAccount', ids);
  if (!removed.ok) return { ok: false };
  return { ok: true, count: removed.value.count, undo: async () => (await undoRemovals(db, removed.value)).ok };
}

/** The state of the savings accounts list. */
export function useSavings(): SavingsList {
  return useList<SavingsRow, SavingsFilters, SavingsSortField>({
    texts: TEXTS,
    filters: SAVINGS_FILTERS,
    memory: savingsView,
    rowKey: ({ id }) => id,
    read: async (query, page) => {
      const { rows, ...info } = pageOfRows(await shown(query), page, SAVINGS_PAGE_SIZE);
      return { ...info, rows: await withPending(currentDatabase(), rows) };
    },
    useRead: useStored,
    ids: async (query) => (await shown(query)).map(({ id }) => id),
    exportFile: (rows) => compute().exportSavingsAccounts('ids' in rows ? rows : { query: queryOf(rows.query) }),
    remove,
  });
}
