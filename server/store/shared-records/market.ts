/** Prices, exchange rates and target allocations, shared by all users. */
import type { Selectable } from 'kysely';
import type { ExchangeRateRecord, PricePointRecord } from '../../../contract/prices.ts';
import type { Percent } from '../../../domain/values/amount.ts';
import { addDays, type IsoDate } from '../../../domain/values/dates.ts';
import type { AssetCategory, PriceSource } from '../../../domain/fields/enums.ts';
import { EXCHANGE_RATE, PRICE, type ExchangeRate, type PricePoint } from '../../../domain/records/records.ts';
import { inBatches } from '../database/in-batches.ts';
import { pageOf, type PageReply } from '../database/paging.ts';
import type { Db } from '../database/store.ts';
import { figureOf } from '../tables/figures.ts';
import { recordRows } from '../tables/record-rows.ts';
import type { ExchangeRateTable, PriceTable } from '../tables/schema.ts';
import { lockShared, SHARED, takeSharedVersions } from '../versions/counters.ts';
import { addTombstones } from '../versions/tombstones.ts';

/** The origin of a price; a metal's price is calculated from the exchange rates. */
export type PriceOrigin = PriceSource | 'EXCHANGE_RATES';

export type StoredPrice = PricePointRecord & { readonly source: string };

const PRICES = recordRows(PRICE);
const RATES = recordRows(EXCHANGE_RATE);

export function toPrice(row: Selectable<PriceTable>): StoredPrice {
  return { ...PRICES.toFields(row), source: row.source, version: row.version };
}

export function toRate(row: Selectable<ExchangeRateTable>): ExchangeRateRecord {
  return { ...RATES.toFields(row), version: row.version };
}

/** Stores prices; a price of the same security and day is replaced. */
export async function savePrices(db: Db, points: readonly PricePoint[], source: PriceOrigin): Promise<void> {
  if (points.length === 0) return;
  const first = await takeSharedVersions(db, points.length);
  const rows = points.map((point, index) => ({
    ...PRICES.toColumns(point),
    source,
    version: first + index,
  }));
  await inBatches(
    rows,
    async (batch) =>
      await db.kysely
        .insertInto('prices')
        .values(batch)
        .onConflict((oc) =>
          oc.columns(['isin', 'price_date']).doUpdateSet((eb) => ({
            close_price: eb.ref('excluded.close_price'),
            currency: eb.ref('excluded.currency'),
            source: eb.ref('excluded.source'),
            fetched_at: eb.ref('excluded.fetched_at'),
            version: eb.ref('excluded.version'),
          })),
        )
        .execute(),
  );
}

/** Deletes the price of a security on a day, or returns false when there is none. `now` is an ISO instant. */
export async function removePrice(db: Db, isin: string, priceDate: IsoDate, now: string): Promise<boolean> {
  await lockShared(db);
  const { numDeletedRows } = await db.kysely
    .deleteFrom('prices')
    .where('isin', '=', isin)
    .where('price_date', '=', priceDate)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await addTombstones(db, [
    {
      scope: SHARED,
      entity: 'price',
      id: priceKey(isin, priceDate),
      version: await takeSharedVersions(db),
      deletedAt: now,
    },
  ]);
  return true;
}

/** The identifier of a price among the changes of the shared scope. */
export function priceKey(isin: string, priceDate: string): string {
  return `${isin}_${priceDate}`;
}

/** Stores exchange rates; a rate of the same pair and day is replaced. `fetchedAt` is an ISO instant. */
export async function saveRates(db: Db, rates: readonly ExchangeRate[], fetchedAt: string): Promise<void> {
  if (rates.length === 0) return;
  const first = await takeSharedVersions(db, rates.length);
  const rows = rates.map((rate, index) => ({
    ...RATES.toColumns(rate),
    fetched_at: fetchedAt,
    version: first + index,
  }));
  await inBatches(
    rows,
    async (batch) =>
      await db.kysely
        .insertInto('exchange_rates')
        .values(batch)
        .onConflict((oc) =>
          oc.columns(['from_currency', 'to_currency', 'rate_date']).doUpdateSet((eb) => ({
            rate: eb.ref('excluded.rate'),
            fetched_at: eb.ref('excluded.fetched_at'),
            version: eb.ref('excluded.version'),
          })),
        )
        .execute(),
  );
}

/** The securities that have prices. */
export async function pricedIsins(db: Db): Promise<ReadonlySet<string>> {
  return new Set((await db.kysely.selectFrom('prices').select('isin').distinct().execute()).map(({ isin }) => isin));
}

/** The latest price of a security on or before a day. */
export async function latestPrice(db: Db, isin: string, asOf: IsoDate): Promise<StoredPrice | null> {
  const row = await db.kysely
    .selectFrom('prices')
    .selectAll()
    .where('isin', '=', isin)
    .where('price_date', '<=', asOf)
    .orderBy('price_date', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toPrice(row);
}

/** The latest price on or before a day of every security that has one. */
export async function latestPrices(db: Db, asOf: IsoDate): Promise<Map<string, StoredPrice>> {
  const rows = await db.kysely
    .selectFrom('prices as p')
    .selectAll('p')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('prices')
          .select(({ fn }) => ['isin', fn.max('price_date').as('last')])
          .where('price_date', '<=', asOf)
          .groupBy('isin')
          .as('newest'),
      (join) => join.onRef('newest.isin', '=', 'p.isin').onRef('newest.last', '=', 'p.price_date'),
    )
    .execute();
  return new Map(rows.map((row) => [row.isin, toPrice(row)]));
}

/** A page of a security's prices, newest first, optionally between two days. */
export async function pageOfPrices(
  db: Db,
  isin: string,
  range: { readonly from: IsoDate | null; readonly to: IsoDate | null },
  page: number,
  pageSize: number,
): Promise<PageReply & { readonly prices: StoredPrice[] }> {
  let query = db.kysely.selectFrom('prices').where('isin', '=', isin);
  if (range.from !== null) query = query.where('price_date', '>=', range.from);
  if (range.to !== null) query = query.where('price_date', '<=', range.to);
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const { offset, reply } = pageOf(count, page, pageSize);
  const rows = await query.selectAll().orderBy('price_date', 'desc').limit(pageSize).offset(offset).execute();
  return { prices: rows.map(toPrice), ...reply };
}

/** The currencies of prices, cash and metals. Sources state about 160 a day; only screens of rates show the others. */
const VALUED = ['GBP', 'USD', 'EUR', 'XAU', 'XAG', 'XPT'];

/** The latest rate on or before a day of every pair of these currencies. */
export async function latestRates(db: Db, asOf: IsoDate): Promise<ExchangeRateRecord[]> {
  const rows = await db.kysely
    .selectFrom('exchange_rates as r')
    .selectAll('r')
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('exchange_rates')
          .select(({ fn }) => ['from_currency', 'to_currency', fn.max('rate_date').as('last')])
          .where('from_currency', 'in', VALUED)
          .where('to_currency', 'in', VALUED)
          .where('rate_date', '<=', asOf)
          .groupBy(['from_currency', 'to_currency'])
          .as('newest'),
      (join) =>
        join
          .onRef('newest.from_currency', '=', 'r.from_currency')
          .onRef('newest.to_currency', '=', 'r.to_currency')
          .onRef('newest.last', '=', 'r.rate_date'),
    )
    .execute();
  return rows.map(toRate);
}

/** Rates of this many last days are current, because a source may omit one for a while. */
const CURRENT_DAYS = 7;

/** When the rates were last fetched, and the currencies that the current ones cover. */
export async function rateCoverage(
  db: Db,
): Promise<{ readonly lastFetchedAt: string | null; readonly currencies: string[] }> {
  const { newest } = await db.kysely
    .selectFrom('exchange_rates')
    .select(({ fn }) => fn.max('rate_date').as('newest'))
    .executeTakeFirstOrThrow();
  // The aggregate of no rows is null, which its type does not state.
  if ((newest as string | null) === null) return { lastFetchedAt: null, currencies: [] };
  // Plain rows from the index of days: for distinct pairs SQLite would scan the whole table.
  const current = await db.kysely
    .selectFrom('exchange_rates')
    .select(['from_currency', 'to_currency', 'fetched_at'])
    .where('rate_date', '>=', addDays(newest as IsoDate, -CURRENT_DAYS))
    .execute();
  const currencies = new Set(current.flatMap((pair) => [pair.from_currency, pair.to_currency]));
  return {
    lastFetchedAt: current.reduce((last, row) => (row.fetched_at > last ? row.fetched_at : last), ''),
    currencies: [...currencies].toSorted(),
  };
}

/**
 * When the newest of the rates written with these versions were fetched. There must be some, because an aggregate of
 * none is null.
 */
export async function ratesFetchedAt(db: Db, since: number, until: number): Promise<string> {
  const { newest } = await db.kysely
    .selectFrom('exchange_rates')
    .select(({ fn }) => fn.max('fetched_at').as('newest'))
    .where('version', '>', since)
    .where('version', '<=', until)
    .executeTakeFirstOrThrow();
  return newest;
}

/** The server's target percentages by category. */
export async function targetPercentages(db: Db): Promise<Map<AssetCategory, Percent>> {
  const rows = await db.kysely
    .selectFrom('target_allocations')
    .select(['asset_category', 'target_percentage'])
    .execute();
  return new Map(rows.map((row) => [row.asset_category as AssetCategory, figureOf<'percent'>(row.target_percentage)]));
}

/** The rates of a day, else of the last earlier day with any, each with the instant when it was fetched (ISO). */
export async function ratesHeldOn(
  db: Db,
  day: IsoDate,
): Promise<(ExchangeRateRecord & { readonly fetchedAt: string })[]> {
  const { last } = await db.kysely
    .selectFrom('exchange_rates')
    .select(({ fn }) => fn.max('rate_date').as('last'))
    .where('rate_date', '<=', day)
    .executeTakeFirstOrThrow();
  // The aggregate of no rows is null, which its type does not state.
  if ((last as string | null) === null) return [];
  const rows = await db.kysely.selectFrom('exchange_rates').selectAll().where('rate_date', '=', last).execute();
  // Sorted here, because an order would make SQLite scan the whole table.
  const pair = (rate: ExchangeRateRecord): string => `${rate.fromCurrency} ${rate.toCurrency}`;
  return rows
    .map((row) => ({ ...toRate(row), fetchedAt: row.fetched_at }))
    .toSorted((one, other) => (pair(one) < pair(other) ? -1 : 1));
}
