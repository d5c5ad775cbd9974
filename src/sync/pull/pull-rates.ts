/**
 * Exchange rates of a plain server, which does not send them by itself: requested for the days on which something here
 * has to be converted.
 */
import type { exchangeRateRoutes } from '../../../contract/exchange-rates.ts';
import { londonDate, type IsoDate, daysBetween } from '../../../domain/values/dates.ts';
import { commodityName } from '../../../domain/values/isin.ts';
import type { ExchangeRate } from '../../../domain/records/records.ts';
import { eachBatch } from '../../data/database/batches.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { applyRates } from '../../data/pulled/server-prices.ts';
import { saveServerRates } from '../../data/records/rates.ts';
import { statusOf, successOf } from '../api/api.ts';
import { asObject } from '../network/http.ts';
import { readInstant, readRate } from '../wire/wire.ts';
import { orRefuse, pullFailure, writeHeld, type PullContext, type PullResult } from './pull-context.ts';

const RATE_STATUS_PATH = '/exchangerates/status' satisfies (typeof exchangeRateRoutes.status)['path'];
/** At most this many days are requested in one pull; the rest follow with the next. */
const MOST_DAYS = 10;
/** A rate of up to this many days before is used: none is published at weekends and on holidays. */
const NEAR_DAYS = 5;
/** All other currencies are converted through these. */
const ALWAYS = ['GBP', 'USD', 'EUR'];

/** Fetches the rates of today, and of the days of prices in other currencies that have none yet. */
export async function pullRates(context: PullContext, needed: NeededRates): Promise<PullResult> {
  const { db, api, environment } = context;
  const today = londonDate(environment.now());
  await pullRateStatus(context);
  const wanted = new Set([...ALWAYS, ...needed.currencies]);
  for (const day of [today, ...needed.days.filter((other) => other < today).slice(0, MOST_DAYS - 1)]) {
    const instant = day === today ? new Date(environment.now()).toISOString() : `${day}T23:59:59.999Z`;
    const outcome = await api.call('GET', `/exchangerates/history/${encodeURIComponent(instant)}`);
    // A server without rates, or without any for this user, leaves what was known.
    if (statusOf(outcome) === 403 || statusOf(outcome) === 404) return 'done';
    const reply = successOf(outcome);
    if (reply === null) return pullFailure(outcome);
    const replyRows = Array.isArray(reply.json) ? (reply.json as unknown[]) : [];
    const rates = replyRows
      .flatMap((json) => rateOf(json, day))
      .filter(({ fromCurrency, toCurrency }) => wanted.has(fromCurrency) && wanted.has(toCurrency));
    // Only present rates show how current a server's rates are: it may have fetched past ones since.
    const fetchedAt = day === today ? lastFetch(replyRows) : null;
    const written = await writeHeld(context, ['rates'], async () =>
      orRefuse(await applyRates(db, rates, { fetchedAt })),
    );
    if (!written.ok) return 'failed';
  }
  return 'done';
}

/** Age and coverage as the server states them (001 §3); without them they follow from the rates. */
async function pullRateStatus(context: PullContext): Promise<void> {
  const { db, api } = context;
  const status = asObject(successOf(await api.call('GET', RATE_STATUS_PATH))?.json);
  const updated = readInstant(status?.['lastUpdateTime']);
  const codes = status?.['availableCurrencies'];
  if (updated === null || !Array.isArray(codes)) return;
  const availableCurrencies = codes.filter((code) => typeof code === 'string');
  await writeHeld(context, [], async () => await saveServerRates(db, { lastUpdateTime: updated, availableCurrencies }));
}

function lastFetch(replyRows: readonly unknown[]): string | null {
  return (
    replyRows
      .map((json) => readInstant(asObject(json)?.['fetchedAt']))
      .filter((instant) => instant !== null)
      .toSorted()
      .at(-1) ?? null
  );
}

/** A rate of the day was fetched then or before; a server that fetched it later states that day all the same. */
function rateOf(json: unknown, day: IsoDate): ExchangeRate[] {
  const fetchedAt = asObject(json)?.['fetchedAt'];
  return readRate({
    ...asObject(json),
    rateDate: typeof fetchedAt === 'string' && fetchedAt.slice(0, 10) < day ? fetchedAt : day,
  });
}

/** The amounts that have to be converted. */
export interface NeededRates {
  /** Other than pounds, metals among them by their codes. */
  readonly currencies: ReadonlySet<string>;
  /** Days of prices without a rate near them, the latest first. */
  readonly days: readonly IsoDate[];
}

/**
 * The currencies in which something on the device is stated, metals among the user's securities too, and the days of
 * prices in them.
 */
export async function neededRates(db: HoldfastDatabase, securities: readonly string[]): Promise<NeededRates> {
  const isForeign = (currency: string): boolean => currency !== 'GBP' && currency !== 'GBX';
  const prices = (await db.prices.toArray()).filter(({ currency }) => isForeign(currency));
  const currencies = new Set(
    [
      ...prices,
      ...(await db.brokerCashBalances.toArray()),
      ...(await db.properties.toArray()),
      ...(await db.propertyPrices.toArray()),
    ]
      .map(({ currency }) => currency)
      .filter(isForeign),
  );
  await eachBatch(db.transactions, (rows) => {
    for (const { cashCurrency = 'GBP' } of rows) if (isForeign(cashCurrency)) currencies.add(cashCurrency);
  });
  for (const isin of securities) if (commodityName(isin) !== null) currencies.add(isin);
  const rateDays = [...new Set((await db.rates.toArray()).map(({ rateDate }) => rateDate))].toSorted();
  const isNear = (other: IsoDate, day: IsoDate): boolean => other <= day && daysBetween(other, day) <= NEAR_DAYS;
  const days: IsoDate[] = [];
  for (const day of [...new Set(prices.map(({ priceDate }) => priceDate))].toSorted()) {
    if (![...rateDays, ...days.slice(-1)].some((other) => isNear(other, day))) days.push(day);
  }
  return { currencies, days: days.toReversed() };
}
