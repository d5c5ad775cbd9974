/** Fetches prices: of one security on request, of all once a day (001 §7, 002 §3). */
import { londonDate } from '../../../domain/values/dates.ts';
import type { Asset, PricePoint } from '../../../domain/records/records.ts';
import { done } from '../../outcome.ts';
import { listAssets } from '../../store/shared-records/assets.ts';
import { runExclusively } from '../../store/database/job-lock.ts';
import { latestRates, type PriceOrigin } from '../../store/shared-records/market.ts';
import {
  addRun,
  saveFetchedPrices,
  saveOutcomes,
  type FetchRun,
  type RunStatus,
} from '../../store/shared-records/price-fetches.ts';
import type { Services } from '../services.ts';
import { isMetal, metalPrice, type Metal } from './metals.ts';
import { faultText } from './outgoing.ts';
import type { PriceSourceAdapter } from './quote.ts';

export type Fetched =
  | { readonly ok: true; readonly asset: Asset; readonly point: PricePoint; readonly origin: PriceOrigin }
  /** `byHand`: the asset has no source; `notFound`: its source does not know it. `message` is a sentence. */
  | {
      readonly ok: false;
      readonly asset: Asset;
      readonly fault: 'byHand' | 'notFound' | 'unusable';
      readonly message: string;
    };

type MarketServices = Pick<Services, 'market' | 'store' | 'clock' | 'newId' | 'stopping'>;

const iso = (instant: number): string => new Date(instant).toISOString();

async function metalFromRates({ store, clock }: MarketServices, asset: Asset, metal: Metal): Promise<Fetched> {
  const rates = (await latestRates(store, londonDate(clock()))).filter(({ fromCurrency }) => fromCurrency === 'USD');
  const of = (currency: string) => rates.find(({ toCurrency }) => toCurrency === currency) ?? null;
  const price = metalPrice(of(metal), of('GBP'));
  if (price === null)
    return { ok: false, asset, fault: 'notFound', message: `The exchange rates contain no price for ${asset.name}.` };
  return {
    ok: true,
    asset,
    origin: 'EXCHANGE_RATES',
    point: {
      isin: asset.isin,
      priceDate: price.priceDate,
      closePrice: price.pounds,
      currency: 'GBP',
      fetchedAt: iso(clock()),
    },
  };
}

/** Requests the source's addresses one after the other until one knows the code. */
async function quoteFrom(
  { market, clock }: MarketServices,
  asset: Asset,
  adapter: PriceSourceAdapter,
): Promise<Fetched> {
  const { source, accept } = adapter;
  let answer: Fetched = {
    ok: false,
    asset,
    fault: 'notFound',
    message: `${source} has no price for "${asset.fetchCode}".`,
  };
  for (const url of adapter.urlsOf(asset)) {
    const reply = await market.get(url, accept);
    if (!reply.ok) {
      if (reply.fault === 'status' && (reply.status === 404 || reply.status === 400)) continue;
      return {
        ok: false,
        asset,
        fault: 'unusable',
        message: `The price could not be fetched from ${source}: ${faultText(reply)}.`,
      };
    }
    const reading = adapter.read(reply.body, asset, londonDate(clock()));
    if (reading.ok)
      return {
        ok: true,
        asset,
        origin: source,
        point: { isin: asset.isin, ...reading.quote, fetchedAt: iso(clock()) },
      };
    answer = { ok: false, asset, fault: reading.fault, message: `${source} ${reading.message}.` };
    if (reading.fault !== 'notFound') break;
  }
  return answer;
}

async function fetchOne(services: MarketServices, asset: Asset): Promise<Fetched> {
  if (isMetal(asset.isin)) return await metalFromRates(services, asset, asset.isin);
  if (asset.priceSource === 'MANUAL')
    return {
      ok: false,
      asset,
      fault: 'byHand',
      message: `${asset.name} has no price source: its prices are entered by hand.`,
    };
  return await quoteFrom(services, asset, services.market.sources[asset.priceSource]);
}

/** Few enough not to burden a source. */
const AT_ONCE = 4;
/** Results are stored after this many, so that an interrupted long run keeps most of them. */
const CHUNK = 20;

/** Fetches the prices of assets and stores the results; when the server is stopped, only those it has asked for. */
export async function fetchPrices(services: MarketServices, assets: readonly Asset[]): Promise<Fetched[]> {
  const all: Fetched[] = [];
  for (let start = 0; start < assets.length && !services.stopping.aborted; start += CHUNK) {
    const queue = assets.slice(start, start + CHUNK);
    const chunk: Fetched[] = [];
    const worker = async (): Promise<void> => {
      for (let asset = queue.shift(); asset !== undefined; asset = queue.shift())
        chunk.push(await fetchOne(services, asset));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await store(services, chunk);
    all.push(...chunk);
  }
  return all;
}

async function store({ store: database, clock }: MarketServices, results: readonly Fetched[]): Promise<void> {
  const fetched = results.filter((result) => result.ok);
  const tried = results.filter((result) => result.ok || result.fault !== 'byHand');
  await database.transact(async (tx) => {
    for (const origin of new Set(fetched.map((result) => result.origin))) {
      await saveFetchedPrices(
        tx,
        fetched.filter((result) => result.origin === origin).map(({ point }) => point),
        origin,
      );
    }
    await saveOutcomes(
      tx,
      tried.map((result) => ({ assetId: result.asset.id, message: result.ok ? null : result.message })),
      iso(clock()),
    );
    return done(undefined);
  });
}

/** True for assets whose prices the daily run fetches; those of metals follow from the exchange rates. */
export function isFetched(asset: Asset): boolean {
  return (
    !asset.excludeFromPriceUpdates && !isMetal(asset.isin) && asset.priceSource !== 'MANUAL' && asset.type !== 'CASH'
  );
}

export interface PriceRun {
  readonly run: FetchRun;
  readonly results: readonly Fetched[];
}

function statusOf(results: readonly Fetched[], wanted: number): RunStatus {
  const failures = results.filter((result) => !result.ok);
  const updated = results.length - failures.length;
  if (updated === wanted) return 'Success';
  if (updated > 0) return 'Partial';
  if (results.length < wanted) return 'Failed';
  return failures.every(({ fault }) => fault === 'notFound') ? 'NotFound' : 'Failed';
}

const NAMED_FAILURES = 5;

/** The first few failures by ISIN; null when there are none. */
function failuresText(results: readonly Fetched[], wanted: number): string | null {
  if (results.length < wanted) return `The server was stopped after ${results.length} of ${wanted}.`;
  const failures = results.filter((result) => !result.ok);
  if (failures.length === 0) return null;
  const named = failures
    .slice(0, NAMED_FAILURES)
    .map(({ asset, message }) => `${asset.isin}: ${message}`)
    .join(' ');
  const more = failures.length - NAMED_FAILURES;
  return `${failures.length} of ${results.length} failed. ${named}${more > 0 ? ` And ${more} more.` : ''}`;
}

/**
 * Fetches the prices of the whole catalogue and records the run; null when such a run is already going on, here or in
 * another process.
 */
export async function runPriceFetch(services: MarketServices): Promise<PriceRun | null> {
  const { store: database, clock, newId } = services;
  return await runExclusively(database, 'prices', async () => {
    const startedAt = iso(clock());
    const wanted = (await listAssets(database)).filter(isFetched);
    const results = await fetchPrices(services, wanted);
    const run: FetchRun = {
      id: newId(),
      job: 'prices',
      startedAt,
      createdAt: iso(clock()),
      status: statusOf(results, wanted.length),
      updatedCount: results.filter((result) => result.ok).length,
      errorMessage: failuresText(results, wanted.length),
    };
    await addRun(database, run);
    return { run, results };
  });
}
