/** Where each entity's calls are, checked against the contract. */
import type { accountRoutes } from '../../../contract/accounts.ts';
import type { assetRoutes } from '../../../contract/assets.ts';
import type { bankNameRoutes } from '../../../contract/bank-names.ts';
import type { brokerCashRoutes } from '../../../contract/broker-cash-balances.ts';
import type { brokerRoutes } from '../../../contract/brokers.ts';
import type { propertyRoutes } from '../../../contract/properties.ts';
import type { savingsAccountRoutes } from '../../../contract/savings-accounts.ts';
import type { targetAllocationRoutes } from '../../../contract/target-allocations.ts';
import type { EntityName } from '../../data/entities/entities.ts';

/** As much of a record as its address needs. */
export interface Addressed {
  readonly id: string;
  /** Of a property's price. */
  readonly propertyId?: string;
  /** Of a receipt. */
  readonly transactionId?: string;
}

const COLLECTIONS = {
  account: '/accounts' satisfies (typeof accountRoutes.create)['path'],
  broker: '/brokers' satisfies (typeof brokerRoutes.create)['path'],
  asset: '/assets' satisfies (typeof assetRoutes.create)['path'],
  bankName: '/admin/bank-names' satisfies (typeof bankNameRoutes.create)['path'],
  targetAllocation: '/targetallocations' satisfies (typeof targetAllocationRoutes.create)['path'],
  savingsAccount: '/savingsaccounts' satisfies (typeof savingsAccountRoutes.create)['path'],
  brokerCashBalance: '/brokercashbalances' satisfies (typeof brokerCashRoutes.create)['path'],
  property: '/properties' satisfies (typeof propertyRoutes.create)['path'],
  propertyPrice: '/properties',
  transaction: '/transactions',
  receipt: '/transactionreceipts',
  extra: '/sync/extras',
} as const satisfies Record<EntityName, string>;

/** The list that shows all records of an entity, where that is not the collection. */
const LISTS: { readonly [E in EntityName]?: string } = {
  transaction: '/transactions/user',
  brokerCashBalance: '/brokercashbalances/paginated' satisfies (typeof brokerCashRoutes.paginated)['path'],
};

/** True for a list that the specification has only in pages (002 §7). */
export function isListedInPages(entity: EntityName): boolean {
  return entity === 'brokerCashBalance';
}

/** Where any user reads the active bank names; administrators read the list of all. */
export const ACTIVE_BANKS_PATH =
  '/savingsaccounts/bank-names' satisfies (typeof savingsAccountRoutes.bankNames)['path'];

/** The entities of which the specification has no call for one record: it is looked up in the list. */
const WITHOUT_ITEM: ReadonlySet<EntityName> = new Set(['broker', 'targetAllocation', 'propertyPrice']);

/** False where one record can only be read out of its list. */
export function hasItem(entity: EntityName): boolean {
  return !WITHOUT_ITEM.has(entity);
}

function priceHistory(propertyId: string | undefined): string {
  return `/properties/${encodeURIComponent(propertyId ?? '')}/price-history`;
}

/** Where a record is created. */
export function collectionPath(entity: EntityName, record: Addressed): string {
  if (entity === 'receipt') return '/transactionreceipts/upload';
  return entity === 'propertyPrice' ? priceHistory(record.propertyId) : COLLECTIONS[entity];
}

/** Where the records of an entity are listed; for those that belong to another record, that record's. */
export function listPath(entity: EntityName, record: Omit<Addressed, 'id'> = {}): string {
  if (entity === 'propertyPrice') return priceHistory(record.propertyId);
  if (entity === 'receipt') return `/transactionreceipts/transaction/${encodeURIComponent(record.transactionId ?? '')}`;
  return LISTS[entity] ?? COLLECTIONS[entity];
}

/** The path of one record. The id of an extra is its kind and key. */
export function itemPath(entity: EntityName, record: Addressed): string {
  const id =
    entity === 'extra' ? record.id.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(record.id);
  return `${entity === 'propertyPrice' ? priceHistory(record.propertyId) : COLLECTIONS[entity]}/${id}`;
}

/** Where many records of an entity are deleted at once. */
export function bulkDeletePath(entity: EntityName): string {
  return `${COLLECTIONS[entity]}/bulk-delete`;
}
