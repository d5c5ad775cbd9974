import type { PoundTotal } from '../../../domain/holdings/pound-total.ts';
import {
  countedPrices,
  PROPERTIES_PAGE_SIZE,
  propertiesShown,
  type PropertyListItem,
  type PropertySortField,
} from '../../../domain/lists/property-list.ts';
import { pageOfRows } from '../../../domain/lists/sorted-rows.ts';
import { groupBy } from '../../../domain/values/group-by.ts';
import { propertyValue } from '../../../domain/records/property.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { listAccounts } from '../../data/records/accounts.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { withPending } from '../../data/outbox/outbox.ts';
import { listProperties, listPropertyPrices } from '../../data/records/properties.ts';
import { removeRecords, undoRemovals } from '../../data/outbox/removals.ts';
import { readSessionValue, storeSessionValue } from '../../data/device/session-storage.ts';
import { listTexts } from '../../ui/texts/list-texts.ts';
import { type List, type ListFilters, type ListQuery, useList } from '../../ui/lists/use-list.ts';
import type { Removal } from '../../ui/lists/use-list-actions.ts';
import { createViewMemory } from '../../ui/lists/use-list-state.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { type Live, useLive } from '../../ui/hooks/use-live.ts';

/** A row of the list; `pending` rows have changes that the server does not have yet. */
export interface PropertyRow extends PropertyListItem {
  readonly pending: boolean;
}

export interface PropertyFilters {
  /** Empty does not restrict. */
  readonly accountId: string;
}

export type PropertyList = List<PropertyRow, PropertyFilters, PropertySortField>;
type Query = ListQuery<PropertyFilters, PropertySortField>;

/** The session storage key (002 §3). */
export const FILTERS_KEY = 'properties-filters';

const FILTERS: ListFilters<PropertyFilters> = {
  none: { accountId: '' },
  ofQuery: (query) => (query.has('accountId') ? { accountId: query.get('accountId') ?? '' } : null),
  restore: () => {
    const stored = readSessionValue(FILTERS_KEY);
    const account =
      typeof stored === 'object' && stored !== null && 'accountFilter' in stored ? stored.accountFilter : '';
    return { accountId: typeof account === 'string' ? account : '' };
  },
  keep: ({ accountId }) => {
    storeSessionValue(FILTERS_KEY, { accountFilter: accountId });
  },
  searchOf: () => '',
};

const TEXTS = listTexts(
  { singular: 'property', plural: 'properties' },
  {
    loadFailed: 'Failed to load properties. Please try again.',
    selectAllFailed: 'Failed to select all properties',
    deleteFailed: 'Failed to delete properties',
    fetchForDeletionFailed: 'Failed to delete properties',
    confirmTitle: 'Confirm Bulk Delete',
    confirmMessage: (count) => `Are you sure you want to delete ${count} ${count === 1 ? 'property' : 'properties'}?`,
    confirmLabel: () => 'Delete',
    results: 'properties',
    pageSelected: (count, total) =>
      total > PROPERTIES_PAGE_SIZE
        ? `All ${Math.min(count, PROPERTIES_PAGE_SIZE)} properties on this page are selected.`
        : null,
    selectAll: (total) => `Select all ${total} properties`,
    allSelected: (total) => `All ${total} properties are selected.`,
  },
);

const LATEST_FIRST = { field: 'datePurchased', direction: 'desc' } as const;

/** The order and page of the list while the app is open. */
export const propertiesView = createViewMemory<PropertySortField>();

async function readAll(): Promise<readonly PropertyListItem[]> {
  const db = currentDatabase();
  const [accounts, properties, prices] = await Promise.all([
    listAccounts(db),
    listProperties(db),
    listPropertyPrices(db),
  ]);
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  const pricesOf = groupBy(prices, (price) => price.propertyId);
  return properties.map((property) => ({
    ...property,
    ...propertyValue(property, pricesOf.get(property.id) ?? []),
    accountName: names.get(property.accountId) ?? '',
  }));
}

async function shown({ filters: { accountId }, sort }: Query): Promise<readonly PropertyListItem[]> {
  return propertiesShown(await readAll(), {
    accountId,
    ...(sort !== null && { sortField: sort.field, sortDirection: sort.direction }),
  });
}

async function remove(ids: readonly string[]): Promise<Removal> {
  const db = currentDatabase();
  const removed = await removeRecords(db, 'property', ids);
  if (!removed.ok) return { ok: false };
  return { ok: true, count: removed.value.count, undo: async () => (await undoRemovals(db, removed.value)).ok };
}

/** The state of the properties list. */
export function useProperties(): PropertyList {
  return useList<PropertyRow, PropertyFilters, PropertySortField>({
    texts: TEXTS,
    filters: FILTERS,
    initialSort: LATEST_FIRST,
    firstDirection: 'desc',
    headerFlips: true,
    memory: propertiesView,
    rowKey: ({ id }) => id,
    read: async (query, page) => {
      const { rows, ...info } = pageOfRows(await shown(query), page, PROPERTIES_PAGE_SIZE);
      return { ...info, rows: await withPending(currentDatabase(), rows) };
    },
    useRead: useStored,
    ids: async (query) => (await shown(query)).map(({ id }) => id),
    remove,
  });
}

/** The totals in pounds of the properties that the filter shows, on all pages. */
export function usePortfolioTotal({ accountId }: PropertyFilters): Live<PoundTotal> {
  const prices = useStored(async () => countedPrices(propertiesShown(await readAll(), { accountId })), [accountId]);
  const total = useLive(
    async () => (prices.data === undefined ? undefined : await compute().poundTotal(prices.data)),
    onComputeChange,
    [prices.data],
  );
  return { data: total.data, error: prices.error ?? total.error, loading: prices.loading || total.loading };
}
