/** The services that fetch prices, exchange rates and metals, for administrators (001 §7, 002 §7). */
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { lightFormat } from 'date-fns/lightFormat';
import { commodityRoutes } from '../../contract/commodities.ts';
import { exchangeRateRoutes, exchangeRateServiceRoutes } from '../../contract/exchange-rates.ts';
import { priceServiceRoutes } from '../../contract/price-service.ts';
import { inUtc, LAST_DAY, londonDate } from '../../domain/values/dates.ts';
import { commodityName } from '../../domain/values/isin.ts';
import { areRatesStale, RATES_STALE_AFTER_MS } from '../../domain/service/rates-age.ts';
import { done, fail } from '../outcome.ts';
import { METALS, metalPrice } from '../services/market/metals.ts';
import { runPriceFetch } from '../services/market/price-fetch.ts';
import { runRateFetch, updateMetals } from '../services/market/rate-fetch.ts';
import { findAssetByIsin } from '../store/shared-records/assets.ts';
import { isRunning } from '../store/database/job-lock.ts';
import { latestPrice, latestRates, rateCoverage, ratesHeldOn } from '../store/shared-records/market.ts';
import { lastRuns } from '../store/shared-records/price-fetches.ts';
import type { Db } from '../store/database/store.ts';
import { instantOf } from './price-views.ts';
import { serve, type Api } from './serve.ts';

const CRITICAL_AFTER_MS = 72 * millisecondsInHour;
const SAMPLES = 5;

const busy = (what: string) => fail('inUse', `${what} is already running. Please wait until it has finished.`);

/** A duration as `d.hh:mm:ss` or `hh:mm:ss`. */
function durationText(age: number): string {
  const milliseconds = Math.max(0, age);
  const days = Math.floor(milliseconds / millisecondsInDay);
  const clock = lightFormat(inUtc(milliseconds), 'HH:mm:ss');
  return days === 0 ? clock : `${days}.${clock}`;
}

// Each stores its results in transactions of its own, because an outside source must not delay the database.
const OWN = { ownTransaction: true, asksOutside: true } as const;

export function servePriceService(api: Api): void {
  serve(api, priceServiceRoutes.health, async (_input, { db, services, now }) => {
    const [last] = await lastRuns(db, 'prices', 1);
    const isOn = services.config.market.dailyAt !== null;
    const status = !isOn
      ? 'Switched off'
      : (await isRunning(services.store, 'prices'))
        ? 'Fetching'
        : last === undefined || last.status === 'Success'
          ? 'Healthy'
          : last.status;
    return done({ serviceName: 'Price fetch service', status, isRunning: isOn, currentTimeUtc: now, checkedAt: now });
  });
  serve(
    api,
    priceServiceRoutes.trigger,
    async (_input, { services }) => {
      const outcome = await runPriceFetch(services);
      if (outcome === null) return busy('A price fetch');
      const { run, results } = outcome;
      const fetched = results.flatMap((result) => (result.ok ? [result.point] : []));
      const updated = `Updated ${run.updatedCount} of ${results.length} price${results.length === 1 ? '' : 's'}.`;
      return done({
        updatedCount: run.updatedCount,
        triggerTime: run.startedAt,
        message: run.errorMessage === null ? updated : `${updated} ${run.errorMessage}`,
        samplePrices: fetched
          .slice(0, SAMPLES)
          .map(({ isin, closePrice, fetchedAt }) => ({ isin, closePrice, fetchedAt })),
      });
    },
    OWN,
  );
  serve(api, priceServiceRoutes.history, async ({ query }, { db }) =>
    done(
      (await lastRuns(db, 'prices', query.count)).map(
        ({ id, startedAt, status, updatedCount, createdAt, errorMessage }) => ({
          id,
          lastRunDate: startedAt,
          status,
          updatedCount,
          createdAt,
          errorMessage,
        }),
      ),
    ),
  );
}

async function ageOfRates(db: Db, now: number) {
  const { lastFetchedAt, currencies } = await rateCoverage(db);
  const age = lastFetchedAt === null ? null : now - Date.parse(lastFetchedAt);
  return {
    age,
    currencies,
    shown: { lastUpdateTime: lastFetchedAt, dataAge: age === null ? null : durationText(age) },
  };
}

export function serveExchangeRates(api: Api): void {
  serve(api, exchangeRateRoutes.status, async (_input, { db, services }) => {
    const { age, currencies, shown } = await ageOfRates(db, services.clock());
    return done({
      isDataStale: areRatesStale(age),
      ...shown,
      totalCurrencies: currencies.length,
      availableCurrencies: currencies,
    });
  });
  serve(api, exchangeRateServiceRoutes.health, async (_input, { db, services, now }) => {
    const { age, currencies, shown } = await ageOfRates(db, services.clock());
    const healthStatus =
      age === null || age >= CRITICAL_AFTER_MS
        ? ('critical' as const)
        : age >= RATES_STALE_AFTER_MS
          ? ('warning' as const)
          : ('healthy' as const);
    return done({ healthStatus, ...shown, totalCurrenciesAvailable: currencies.length, healthCheckTime: now });
  });
  serve(
    api,
    exchangeRateServiceRoutes.refresh,
    async (_input, { services }) => {
      const run = await runRateFetch(services);
      return run === null
        ? busy('A fetch of exchange rates')
        : done({ ...run, refreshCompletionTime: new Date(services.clock()).toISOString() });
    },
    OWN,
  );
  serve(api, exchangeRateServiceRoutes.history, async ({ params }, { db }) => {
    const rates = await ratesHeldOn(db, londonDate(Date.parse(params.isoDateTime)));
    return done(
      rates.map(({ fromCurrency, toCurrency, rate, fetchedAt }) => ({ fromCurrency, toCurrency, rate, fetchedAt })),
    );
  });
}

/** Looks up the latest rate of a currency to the dollar, or null. */
async function latestDollarRates(db: Db, now: number) {
  const rates = (await latestRates(db, londonDate(now))).filter(({ fromCurrency }) => fromCurrency === 'USD');
  return (currency: string) => rates.find(({ toCurrency }) => toCurrency === currency) ?? null;
}

export function serveCommodities(api: Api): void {
  serve(api, commodityRoutes.prices, async (_input, { db }) => {
    const found = await Promise.all(
      METALS.map(async (isin) => {
        const price = await latestPrice(db, isin, LAST_DAY);
        return price === null
          ? []
          : [
              {
                isin,
                name: commodityName(isin) ?? isin,
                closePrice: price.closePrice,
                currency: price.currency,
                priceDate: instantOf(price.priceDate),
                fetchedAt: price.fetchedAt,
              },
            ];
      }),
    );
    return done(found.flat());
  });
  serve(
    api,
    commodityRoutes.update,
    async (_input, { services }) => {
      const run = await runRateFetch(services);
      if (run === null) return busy('A fetch of exchange rates');
      if (!run.success) return fail('sourceFailed', run.message);
      const results = await updateMetals(services);
      const updatedCount = results.filter(({ ok }) => ok).length;
      const failures = results.flatMap((result) => (result.ok ? [] : [result.message]));
      return done({
        updatedCount,
        message: [
          `Updated ${updatedCount} of ${results.length} metal${results.length === 1 ? '' : 's'}.`,
          ...failures,
        ].join(' '),
      });
    },
    OWN,
  );
  serve(api, commodityRoutes.debugGold, async (_input, { db, services }) => {
    const rateOf = await latestDollarRates(db, services.clock());
    const [gold, pound] = [rateOf('XAU'), rateOf('GBP')];
    const price = metalPrice(gold, pound);
    const asset = await findAssetByIsin(db, 'XAU');
    const stored = await latestPrice(db, 'XAU', LAST_DAY);
    return done({
      rawData: {
        XAU_Rate_From_API: gold?.rate ?? null,
        USD_To_GBP_Rate: pound?.rate ?? null,
        Comment:
          gold === null
            ? 'The source of exchange rates has no XAU rate.'
            : `Troy ounces of gold for one US dollar, as of ${gold.rateDate}.`,
      },
      calculations: {
        USD_Price_Per_Ounce: price?.dollars ?? null,
        GBP_Price_Per_Ounce: price?.pounds ?? null,
        Formula: 'GBP price per ounce = (1 / XAU rate per USD) x USD to GBP rate',
      },
      assetInfo: asset.ok
        ? {
            Name: asset.value.name,
            ISIN: asset.value.isin,
            Type: asset.value.type,
            PriceSource: asset.value.priceSource,
          }
        : null,
      storedPrice:
        stored === null
          ? null
          : {
              ClosePrice: stored.closePrice,
              Currency: stored.currency,
              PriceDate: instantOf(stored.priceDate),
              Source: stored.source,
            },
    });
  });
}
