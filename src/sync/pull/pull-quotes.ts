/** Prices and exchange rates of a plain server, which sends none by itself: those of held securities are requested. */
import { eachBatch } from '../../data/database/batches.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { isinsIn } from '../../data/entities/entity-references.ts';
import { readQuoteRequests, saveQuoteRequests } from '../../data/pulled/quote-requests.ts';
import { applyPrices } from '../../data/pulled/server-prices.ts';
import { isRetryable, statusOf, successOf } from '../api/api.ts';
import { asObject } from '../network/http.ts';
import { readPrice } from '../wire/wire.ts';
import { orRefuse, pullFailure, writeHeld, type PullContext, type PullResult } from './pull-context.ts';
import { neededRates, pullRates } from './pull-rates.ts';

/** Requests under way at once. */
const AT_ONCE = 4;
/** A price or rate that was asked for this long ago is asked for again. */
const ASKED_AGAIN_MS = 24 * 60 * 60_000;

/**
 * Requests the latest price of each security of the user's and the rates that value them: those never requested, those
 * requested a day ago, and with `all` every one.
 */
export async function pullQuotes(context: PullContext, all: boolean): Promise<PullResult> {
  const { db, environment } = context;
  const now = environment.now();
  const requests = await readQuoteRequests(db);
  const isDue = (at: number | undefined): boolean => all || at === undefined || Math.abs(now - at) >= ASKED_AGAIN_MS;
  const securities = await heldSecurities(db);
  const asked = await pullLatestPrices(
    context,
    securities.filter((isin) => isDue(requests.prices[isin])),
  );
  if (!Array.isArray(asked)) return asked;
  const prices = { ...requests.prices, ...Object.fromEntries(asked.map((isin) => [isin, now])) };
  await writeHeld(context, [], async () => await saveQuoteRequests(db, { ...requests, prices }));
  const needed = await neededRates(db, securities);
  const currencies = [...needed.currencies];
  // Rates of currencies without one yet are requested at once, the others daily.
  if (currencies.every((currency) => !isDue(requests.rates[currency]))) return 'done';
  const result = await pullRates(context, needed);
  if (result === 'done') {
    const asOf = environment.now();
    const rates = Object.fromEntries(currencies.map((currency) => [currency, asOf]));
    await writeHeld(context, [], async () => await saveQuoteRequests(db, { prices, rates }));
  }
  return result;
}

async function heldSecurities(db: HoldfastDatabase): Promise<string[]> {
  const isins = new Set<string>();
  await eachBatch(db.transactions, (rows) => {
    for (const row of rows) for (const isin of isinsIn(row)) isins.add(isin);
  });
  return [...isins];
}

/** Returns the securities that need not be asked for again so soon, or why they are not known. */
async function pullLatestPrices(context: PullContext, isins: readonly string[]): Promise<PullResult | string[]> {
  const { db, api } = context;
  const asked: string[] = [];
  for (let start = 0; start < isins.length; start += AT_ONCE) {
    const batch = isins.slice(start, start + AT_ONCE);
    const outcomes = await Promise.all(
      batch.map(async (isin) => await api.call('GET', `/prices/latest/${encodeURIComponent(isin)}`)),
    );
    const failed = outcomes.find((outcome) => outcome.kind !== 'reply');
    if (failed !== undefined) return pullFailure(failed);
    // The specification lets a missing currency mean US dollars (001 §3).
    const prices = outcomes.flatMap((outcome, index) =>
      readPrice({ currency: 'USD', ...asObject(successOf(outcome)?.json), isin: batch[index] }),
    );
    const written = await writeHeld(context, ['prices'], async () => orRefuse(await applyPrices(db, prices)));
    if (!written.ok) return 'failed';
    // A request that was put off with 'later' is repeated with the next pull.
    asked.push(...batch.filter((_isin, index) => !isRetryable(statusOf(outcomes[index] ?? { kind: 'offline' }) ?? 0)));
  }
  return asked;
}
