/** A user's properties with their price histories. The domain defines a property's value. */
import type { PropertyPriceRecord, PropertyView } from '../../../contract/properties.ts';
import { groupBy } from '../../../domain/values/group-by.ts';
import type { PropertySortField } from '../../../domain/lists/property-list.ts';
import { propertyValue, type PropertyFields, type PropertyPriceFields } from '../../../domain/records/property.ts';
import { PROPERTY, PROPERTY_PRICE } from '../../../domain/records/records.ts';
import { done, type Outcome } from '../../outcome.ts';
import { pageOf, type PageReply } from '../database/paging.ts';
import type { Db } from '../database/store.ts';
import type { SortDirection } from '../database/text.ts';
import { recordRows } from '../tables/record-rows.ts';
import { ownedLimit, ownedTable } from '../versions/owned-table.ts';
import { addOwnedTombstones, findOwned, type OwnedEntity } from '../versions/owned.ts';
import { findAccount } from './accounts.ts';

export const { toRecord: toProperty, toColumns } = recordRows(PROPERTY);
export const { toRecord: toPropertyPrice, toColumns: toPriceColumns } = recordRows(PROPERTY_PRICE);

/** A property is shown and changed with all of its prices. */
const MOST_PRICES = 10_000;

type View = PropertyView & { readonly version: number };

/**
 * The user's properties, optionally those of an account or with an id; a user has few, so they are valued and sorted
 * here.
 */
async function viewsOf(
  db: Db,
  userId: string,
  only: { readonly accountId?: string | undefined; readonly id?: string },
): Promise<View[]> {
  let properties = db.kysely
    .selectFrom('properties as p')
    .innerJoin('accounts as c', (join) => join.onRef('c.user_id', '=', 'p.user_id').onRef('c.id', '=', 'p.account_id'))
    .where('p.user_id', '=', userId);
  let prices = db.kysely.selectFrom('property_prices').selectAll().where('user_id', '=', userId);
  if (only.accountId !== undefined && only.accountId !== '')
    properties = properties.where('p.account_id', '=', only.accountId);
  if (only.id !== undefined) {
    properties = properties.where('p.id', '=', only.id);
    prices = prices.where('property_id', '=', only.id);
  }
  const rows = await properties.selectAll('p').select('c.name as account_name').execute();
  const histories = groupBy((await prices.execute()).map(toPropertyPrice), ({ propertyId }) => propertyId);
  return rows.map((row) => {
    const record = toProperty(row);
    return {
      ...record,
      accountName: row.account_name,
      ...propertyValue(record, histories.get(record.id) ?? []),
    };
  });
}

export interface PropertyOrder {
  readonly sortField: PropertySortField;
  readonly sortDirection: SortDirection;
}

/** Text without case, figures by value; missing values sort lowest. */
function compare(a: View, b: View, field: PropertySortField): number {
  const [first, second] = [a[field], b[field]];
  if (first === second) return 0;
  if (first === null || second === null) return first === null ? -1 : 1;
  if (typeof first === 'number' || typeof second === 'number') return Number(first) - Number(second);
  return first.toLowerCase() < second.toLowerCase() ? -1 : 1;
}

/** Properties that match the filter, newest purchase first unless stated otherwise. */
export async function propertiesShown(
  db: Db,
  userId: string,
  accountId?: string,
  { sortField, sortDirection }: PropertyOrder = { sortField: 'datePurchased', sortDirection: 'desc' },
): Promise<View[]> {
  const sign = sortDirection === 'asc' ? 1 : -1;
  return (await viewsOf(db, userId, { accountId })).toSorted(
    (a, b) => sign * (compare(a, b, sortField) || (a.id < b.id ? -1 : 1)),
  );
}

export async function pageOfProperties(
  db: Db,
  userId: string,
  filter: PropertyOrder & { readonly accountId?: string | undefined },
  page: number,
  pageSize: number,
): Promise<PageReply & { readonly properties: View[] }> {
  const all = await propertiesShown(db, userId, filter.accountId, filter);
  const { offset, reply } = pageOf(all.length, page, pageSize);
  return { properties: all.slice(offset, offset + pageSize), ...reply };
}

const PROPERTY_ROWS = ownedTable('properties', toColumns);

export const PROPERTIES: OwnedEntity<PropertyFields, PropertyView> = {
  entity: 'property',
  noun: 'Property',
  find: async (db, userId, id) => (await viewsOf(db, userId, { id }))[0] ?? null,
  check: async (db, userId, fields) => await findAccount(db, userId, fields.accountId),
  ...PROPERTY_ROWS,
  erase: async (db, userId, ids, now) => {
    const prices = await db.kysely
      .deleteFrom('property_prices')
      .where('user_id', '=', userId)
      .where('property_id', 'in', ids)
      .returning('id')
      .execute();
    await addOwnedTombstones(
      db,
      userId,
      'propertyPrice',
      prices.map(({ id }) => id),
      now,
    );
    await PROPERTY_ROWS.erase(db, userId, ids, now);
  },
};

async function priceOf(db: Db, userId: string, propertyId: string, id: string) {
  const row = await db.kysely
    .selectFrom('property_prices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('property_id', '=', propertyId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : toPropertyPrice(row);
}

/** The prices of one property as an entity of their own, without those of other properties. */
export function pricesOf(propertyId: string): OwnedEntity<PropertyPriceFields, PropertyPriceRecord> {
  return {
    entity: 'propertyPrice',
    noun: 'Price',
    find: async (db, userId, id) => await priceOf(db, userId, propertyId, id),
    check: async (db, userId) => await findOwned(PROPERTIES, db, userId, propertyId),
    limit: ownedLimit(
      'property_prices',
      {
        most: MOST_PRICES,
        refusal: `This price was not saved: its property has ${MOST_PRICES.toLocaleString('en-GB')} prices, the most that this server stores for one.`,
      },
      () => ['property_id', propertyId],
    ),
    ...ownedTable('property_prices', (fields: PropertyPriceFields) => toPriceColumns({ propertyId, ...fields })),
    owned: async (db, userId, ids) =>
      await db.kysely
        .selectFrom('property_prices')
        .select(['id', 'version'])
        .where('user_id', '=', userId)
        .where('property_id', '=', propertyId)
        .where('id', 'in', ids)
        .execute(),
  };
}

/** The price history of one of the user's properties, newest first. */
export async function priceHistory(
  db: Db,
  userId: string,
  propertyId: string,
): Promise<Outcome<PropertyPriceRecord[]>> {
  const property = await findOwned(PROPERTIES, db, userId, propertyId);
  if (!property.ok) return property;
  const rows = await db.kysely
    .selectFrom('property_prices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('property_id', '=', propertyId)
    .orderBy('price_date', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return done(rows.map(toPropertyPrice));
}
