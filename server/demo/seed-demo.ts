/** Stores the demo investor: once, completely or not at all. */
import { londonDate } from '../../domain/values/dates.ts';
import { done, type Outcome } from '../outcome.ts';
import { SEED_BANK_NAMES } from '../../domain/starter/bank-names.ts';
import { SEED_ASSETS } from '../../domain/starter/catalogue.ts';
import { ACCOUNTS } from '../store/user-records/accounts.ts';
import { createAsset, listAssets } from '../store/shared-records/assets.ts';
import { createBankName, listBankNames } from '../store/shared-records/bank-names.ts';
import { BROKER_CASH } from '../store/user-records/broker-cash-balances.ts';
import { createBroker, listBrokers } from '../store/shared-records/brokers.ts';
import { lockShared } from '../store/versions/counters.ts';
import { saveExtra } from '../store/user-records/extras.ts';
import { pricedIsins, rateCoverage, savePrices, saveRates } from '../store/shared-records/market.ts';
import { createOwned } from '../store/versions/owned.ts';
import { pricesOf, PROPERTIES } from '../store/user-records/properties.ts';
import { SAVINGS_ACCOUNTS } from '../store/user-records/savings-accounts.ts';
import type { Db, Store } from '../store/database/store.ts';
import { createTargetAllocation, listTargetAllocations } from '../store/shared-records/target-allocations.ts';
import { insertTransactions } from '../store/user-records/transactions.ts';
import { addUser, countUsers, findUserByEmail } from '../store/users/users.ts';
import { BROKERS_USED, SECURITIES_USED } from '../../domain/demo/plans.ts';
import { DEMO_SEED, makeDemoInvestor, type DemoInvestor } from '../../domain/demo/investor.ts';

export const DEMO_EMAIL = 'demo@holdfast.example';

export interface DemoOptions {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly newId: () => string;
  readonly passwordHash: string;
}

/** True when this database has the demo investor. */
export async function hasDemo(db: Db): Promise<boolean> {
  return (await findUserByEmail(db, DEMO_EMAIL)) !== null;
}

/**
 * Adds the demo investor with all records, unless the investor exists. Invented prices, rates and targets are added
 * only where the database has none of its own.
 */
export async function seedDemo(store: Store, options: DemoOptions): Promise<void> {
  const outcome = await store.transact(async (tx) => {
    await lockShared(tx);
    return (await hasDemo(tx)) ? done(undefined) : await writeDemo(tx, options);
  });
  if (!outcome.ok) throw new Error(`the demo investor could not be stored: ${outcome.message}`);
}

async function writeDemo(db: Db, { now, newId, passwordHash }: DemoOptions): Promise<Outcome<unknown>> {
  const instant = new Date(now).toISOString();
  const reference = await readReference(db, newId, instant);
  if (!reference.ok) return reference;
  const demo = makeDemoInvestor({ seed: DEMO_SEED, today: londonDate(now), ...reference.value });
  const userId = newId();
  await addUser(
    db,
    {
      id: userId,
      email: DEMO_EMAIL,
      firstName: 'Demo',
      surname: 'Investor',
      passwordHash,
      isAdmin: (await countUsers(db)) === 0,
    },
    instant,
  );
  for (const { id, ...fields } of demo.accounts) {
    const created = await createOwned(ACCOUNTS, db, userId, id, fields);
    if (!created.ok) return created;
  }
  await insertTransactions(db, userId, demo.transactions);
  const wealth = await writeWealth(db, userId, demo);
  return wealth.ok ? await writeMarket(db, demo, instant) : wealth;
}

type Reference = Pick<Parameters<typeof makeDemoInvestor>[0], 'factsOf' | 'brokerIdOf' | 'bankNameIdOf'>;

/** The brokers, banks and securities that the story names; those that an administrator has removed are added again. */
async function readReference(db: Db, newId: () => string, now: string): Promise<Outcome<Reference>> {
  const brokers = new Map((await listBrokers(db)).map(({ name, id }) => [name, id]));
  for (const name of BROKERS_USED) {
    if (brokers.has(name)) continue;
    const created = await createBroker(db, { id: newId(), name });
    if (!created.ok) return created;
    brokers.set(name, created.value.id);
  }
  const banks = new Map((await listBankNames(db, true)).map(({ name, id }) => [name, id]));
  for (const name of SEED_BANK_NAMES) {
    if (banks.has(name)) continue;
    const created = await createBankName(db, newId(), { name, isActive: true }, now);
    if (!created.ok) return created;
    banks.set(name, created.value.id);
  }
  const assets = new Map((await listAssets(db)).map((asset) => [asset.isin, asset]));
  for (const fields of SEED_ASSETS.filter(({ isin }) => SECURITIES_USED.has(isin) && !assets.has(isin))) {
    const created = await createAsset(db, newId(), fields);
    if (!created.ok) return created;
    assets.set(fields.isin, created.value);
  }
  return done({ brokerIdOf: finder(brokers), bankNameIdOf: finder(banks), factsOf: finder(assets) });
}

function finder<T>(entries: ReadonlyMap<string, T>): (key: string) => T {
  return (key) => {
    const found = entries.get(key);
    if (found === undefined) throw new RangeError(`the starter lists have no ${key}`);
    return found;
  };
}

async function writeWealth(db: Db, userId: string, demo: DemoInvestor): Promise<Outcome<unknown>> {
  for (const { id, ...fields } of demo.savingsAccounts) {
    const created = await createOwned(SAVINGS_ACCOUNTS, db, userId, id, fields);
    if (!created.ok) return created;
  }
  for (const extra of demo.extras) {
    const kept = await saveExtra(db, userId, extra, { ifVersion: null, ifAbsent: false });
    if (!kept.ok) return kept;
  }
  for (const { id, ...fields } of demo.brokerCashBalances) {
    const created = await createOwned(BROKER_CASH, db, userId, id, fields);
    if (!created.ok) return created;
  }
  for (const { id, ...fields } of demo.properties) {
    const created = await createOwned(PROPERTIES, db, userId, id, fields);
    if (!created.ok) return created;
  }
  for (const { id, propertyId, ...fields } of demo.propertyPrices) {
    const created = await createOwned(pricesOf(propertyId), db, userId, id, fields);
    if (!created.ok) return created;
  }
  return done(undefined);
}

async function writeMarket(db: Db, demo: DemoInvestor, now: string): Promise<Outcome<unknown>> {
  const priced = await pricedIsins(db);
  await savePrices(
    db,
    demo.prices.filter(({ isin }) => !priced.has(isin)),
    'MANUAL',
  );
  if ((await rateCoverage(db)).lastFetchedAt === null) await saveRates(db, demo.rates, now);
  if ((await listTargetAllocations(db)).length > 0) return done(undefined);
  for (const { id, ...fields } of demo.targetAllocations) {
    const created = await createTargetAllocation(db, id, fields);
    if (!created.ok) return created;
  }
  return done(undefined);
}
