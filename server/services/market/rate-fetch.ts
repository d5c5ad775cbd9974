/** Fetches exchange rates, and the prices of metals that follow from them (001 §7, 002 §3). */
import { londonDate } from '../../../domain/values/dates.ts';
import { listAssets } from '../../store/shared-records/assets.ts';
import { runExclusively } from '../../store/database/job-lock.ts';
import { commit } from '../../store/database/store.ts';
import { latestRates, saveRates } from '../../store/shared-records/market.ts';
import { addRun } from '../../store/shared-records/price-fetches.ts';
import type { Services } from '../services.ts';
import { isMetal } from './metals.ts';
import { faultText } from './outgoing.ts';
import { fetchPrices, type Fetched } from './price-fetch.ts';
import { readRates, type UsdRates } from './rates-source.ts';

type MarketServices = Pick<Services, 'market' | 'store' | 'clock' | 'newId' | 'stopping'>;

export interface RateRun {
  readonly success: boolean;
  readonly message: string;
  readonly ratesFetched: number;
}

const iso = (instant: number): string => new Date(instant).toISOString();

/** The source's rates, or a sentence that says why there are none. */
async function askSource({ market, clock }: MarketServices): Promise<UsdRates | string> {
  if (market.ratesUrl === null) return 'No source of exchange rates is configured (EXCHANGE_RATES_URL).';
  const reply = await market.get(market.ratesUrl, 'application/json');
  if (!reply.ok) return `The exchange rates could not be fetched: ${faultText(reply)}.`;
  const reading = readRates(reply.body, clock());
  return reading.ok ? reading.value : `The source of exchange rates ${reading.message}.`;
}

async function refresh(services: MarketServices): Promise<RateRun> {
  const { store, clock } = services;
  const answer = await askSource(services);
  if (typeof answer === 'string') return { success: false, message: answer, ratesFetched: 0 };
  const rateDate = londonDate(answer.statedAt ?? clock());
  await commit(store, async (tx) => {
    await saveRates(
      tx,
      answer.rates.map(({ currency, rate }) => ({ fromCurrency: 'USD', toCurrency: currency, rate, rateDate })),
      iso(clock()),
    );
  });
  await updateMetals(services);
  const ratesFetched = answer.rates.length;
  return { success: true, message: `Fetched ${ratesFetched} exchange rates of ${rateDate}.`, ratesFetched };
}

/**
 * Fetches the exchange rates and records the run; null when such a run is already going on, here or in another process.
 */
export async function runRateFetch(services: MarketServices): Promise<RateRun | null> {
  const { store, clock, newId } = services;
  return await runExclusively(store, 'rates', async () => {
    const startedAt = iso(clock());
    const result = await refresh(services);
    await addRun(store, {
      id: newId(),
      job: 'rates',
      startedAt,
      createdAt: iso(clock()),
      status: result.success ? 'Success' : 'Failed',
      updatedCount: result.ratesFetched,
      errorMessage: result.success ? null : result.message,
    });
    return result;
  });
}

/**
 * Calculates the prices of the catalogue's metals with stored rates; for a source without metals this is not a failure.
 */
export async function updateMetals(services: MarketServices): Promise<Fetched[]> {
  const { store, clock } = services;
  const stated = new Set((await latestRates(store, londonDate(clock()))).map(({ toCurrency }) => toCurrency));
  return await fetchPrices(
    services,
    (await listAssets(store)).filter(
      (asset) => isMetal(asset.isin) && stated.has(asset.isin) && !asset.excludeFromPriceUpdates,
    ),
  );
}
