/** The records of the demo investor on a device, as after a first pull, for screens that show a whole portfolio. */
import { DEMO_SEED, makeDemoInvestor, type DemoInvestor } from '../../domain/demo/investor.ts';
import { BROKERS_USED, SECURITIES_USED } from '../../domain/demo/plans.ts';
import { SEED_BANK_NAMES } from '../../domain/starter/bank-names.ts';
import { SEED_ASSETS } from '../../domain/starter/catalogue.ts';
import { addDays, type IsoDate, londonDate } from '../../domain/values/dates.ts';
import { extraId } from '../../domain/records/extra.ts';
import type { HoldfastDatabase } from '../data/database/schema.ts';

/** Screens show today's prices and those of a year; older ones only cost time here. */
const PRICE_DAYS = 400;

const stored = <T extends object>(records: readonly T[]): (T & { readonly version: number })[] =>
  records.map((record) => ({ ...record, version: 1 }));

/** Removes prices that are not older than this many days. */
export async function agePrices(db: HoldfastDatabase, days: number): Promise<void> {
  const until = addDays(londonDate(Date.now()), -days);
  await db.prices.filter(({ priceDate }) => priceDate > until).delete();
}

const ASSETS = SEED_ASSETS.filter(({ isin }) => SECURITIES_USED.has(isin)).map((asset) => ({
  id: `asset-${asset.isin}`,
  ...asset,
}));

let latest: { readonly day: IsoDate; readonly demo: DemoInvestor } | undefined;

/** The investor whose records end on `day`, made once for the tests of a process: ten years take a while. */
function demoInvestorOf(day: IsoDate): DemoInvestor {
  if (latest?.day === day) return latest.demo;
  const assetOf = new Map(ASSETS.map((asset) => [asset.isin, asset]));
  const demo = makeDemoInvestor({
    seed: DEMO_SEED,
    today: day,
    factsOf: (isin) => {
      const asset = assetOf.get(isin);
      if (asset === undefined) throw new RangeError(`the starter catalogue has no ${isin}`);
      return asset;
    },
    brokerIdOf: (name) => `broker-${name}`,
    bankNameIdOf: (name) => `bank-${name}`,
  });
  latest = { day, demo };
  return demo;
}

/** Stores the demo investor's records, which end today. Returns them. */
export async function storeDemo(db: HoldfastDatabase): Promise<DemoInvestor> {
  const today = londonDate(Date.now());
  const demo = demoInvestorOf(today);
  const since = addDays(today, -PRICE_DAYS);
  await db.accounts.bulkPut(stored(demo.accounts));
  await db.brokers.bulkPut(stored(BROKERS_USED.map((name) => ({ id: `broker-${name}`, name }))));
  await db.bankNames.bulkPut(stored(SEED_BANK_NAMES.map((name) => ({ id: `bank-${name}`, name, isActive: true }))));
  await db.assets.bulkPut(stored(ASSETS));
  await db.transactions.bulkPut(stored(demo.transactions));
  await db.savingsAccounts.bulkPut(stored(demo.savingsAccounts));
  await db.brokerCashBalances.bulkPut(stored(demo.brokerCashBalances));
  await db.extras.bulkPut(stored(demo.extras.map((extra) => ({ id: extraId(extra.kind, extra.key), ...extra }))));
  await db.properties.bulkPut(stored(demo.properties));
  await db.propertyPrices.bulkPut(stored(demo.propertyPrices));
  await db.targetAllocations.bulkPut(stored(demo.targetAllocations));
  await db.prices.bulkPut(demo.prices.filter(({ priceDate }) => priceDate >= since));
  await db.rates.bulkPut(demo.rates.filter(({ rateDate }) => rateDate >= since));
  return demo;
}
