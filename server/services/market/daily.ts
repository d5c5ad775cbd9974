/** The daily fetch: exchange rates, then prices, once a day for all processes on the database. */
import { TZDateMini } from '@date-fns/tz';
import { hoursToMinutes } from 'date-fns/hoursToMinutes';
import type { Logger } from 'pino';
import { addDays, londonDate, type IsoDate } from '../../../domain/values/dates.ts';
import { claimDay, releaseDay } from '../../store/database/meta.ts';
import { isUnavailable, type Store } from '../../store/database/store.ts';
import type { Services } from '../services.ts';
import { runPriceFetch } from './price-fetch.ts';
import { runRateFetch } from './rate-fetch.ts';

const MINUTE_MS = 60_000;
const CLAIM = 'daily fetch';

/** Minutes since midnight in London. */
function londonMinute(instant: number): number {
  const time = new TZDateMini(instant, 'Europe/London');
  return hoursToMinutes(time.getHours()) + time.getMinutes();
}

/** The last day whose fetch is due at an instant; `dailyAt` in minutes since midnight in London. */
export function dueDay(instant: number, dailyAt: number): IsoDate {
  const today = londonDate(instant);
  return londonMinute(instant) >= dailyAt ? today : addDays(today, -1);
}

/** Days whose fetch ended with the connection to the database. */
const interrupted = new WeakMap<Store, IsoDate>();

/**
 * Fetches when the fetch of a day is due and no process has begun it, including one missed while the server was off.
 * Returns whether it did.
 */
export async function fetchWhenDue(services: Services, log: Logger): Promise<boolean> {
  const { config, store, clock, stopping } = services;
  if (config.market.dailyAt === null) return false;
  const left = interrupted.get(store);
  if (left !== undefined) await releaseDay(store, CLAIM, left);
  interrupted.delete(store);
  const day = dueDay(clock(), config.market.dailyAt);
  if (!(await claimDay(store, CLAIM, day))) return false;
  try {
    await fetchAll(services, log);
  } catch (error) {
    if (isUnavailable(error)) interrupted.set(store, day);
    throw error;
  }
  // What is left is fetched at the next start.
  if (stopping.aborted) await releaseDay(store, CLAIM, day);
  return true;
}

async function fetchAll(services: Services, log: Logger): Promise<void> {
  const rates = await runRateFetch(services);
  if (rates?.success === false) log.warn({ reason: rates.message }, 'the exchange rates were not fetched');
  const prices = await runPriceFetch(services);
  if (prices !== null)
    log.info({ status: prices.run.status, updated: prices.run.updatedCount }, 'the prices were fetched');
}

/** Checks every minute whether the fetch is due. Returns a function that stops it. */
export function startDailyFetch(services: Services, log: Logger): () => void {
  if (services.config.market.dailyAt === null) return () => undefined;
  let busy = false;
  const look = (): void => {
    if (busy) return;
    busy = true;
    services.inBackground(
      fetchWhenDue(services, log)
        .then(() => undefined)
        .finally(() => {
          busy = false;
        }),
    );
  };
  const timer = setInterval(look, MINUTE_MS).unref();
  look();
  return () => {
    clearInterval(timer);
  };
}
