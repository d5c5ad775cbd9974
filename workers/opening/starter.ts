/** Fills a database without a server: with the first lists, or with the made-up investor. */
import { DEMO_SEED, makeDemoInvestor } from '../../domain/demo/investor.ts';
import { londonDate } from '../../domain/values/dates.ts';
import { extraId } from '../../domain/records/extra.ts';
import { SEED_BANK_NAMES } from '../../domain/starter/bank-names.ts';
import { SEED_ASSETS, SEED_BROKERS } from '../../domain/starter/catalogue.ts';
import { beginBackupState, readBackupState } from '../../src/data/outbox/backup-state.ts';
import { newId } from '../../src/data/database/ids.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { storeStarterRecords, type StarterRecords } from '../../src/data/records/starter-records.ts';
import { WriteRefused } from '../../src/data/database/write.ts';

function lists() {
  return {
    broker: SEED_BROKERS.map((name) => ({ id: newId(), name })),
    bankName: SEED_BANK_NAMES.map((name) => ({ id: newId(), name, isActive: true })),
    asset: SEED_ASSETS.map((fields) => ({ id: newId(), ...fields })),
  };
}

function finder<T>(entries: ReadonlyMap<string, T>): (key: string) => T {
  return (key) => {
    const found = entries.get(key);
    if (found === undefined) throw new RangeError(`the starter lists have no ${key}`);
    return found;
  };
}

/** Without an account: its user is asked whose investments are kept. */
function ownRecords(): StarterRecords {
  return { records: lists(), prices: [], rates: [] };
}

function madeUpRecords(now: number): StarterRecords {
  const shared = lists();
  const demo = makeDemoInvestor({
    seed: DEMO_SEED,
    today: londonDate(now),
    factsOf: finder(new Map(shared.asset.map((asset) => [asset.isin, asset]))),
    brokerIdOf: finder(new Map(shared.broker.map(({ name, id }) => [name, id]))),
    bankNameIdOf: finder(new Map(shared.bankName.map(({ name, id }) => [name, id]))),
  });
  return {
    records: {
      ...shared,
      account: demo.accounts,
      transaction: demo.transactions,
      savingsAccount: demo.savingsAccounts,
      brokerCashBalance: demo.brokerCashBalances,
      property: demo.properties,
      propertyPrice: demo.propertyPrices,
      targetAllocation: demo.targetAllocations,
      extra: demo.extras.map((extra) => ({ id: extraId(extra.kind, extra.key), ...extra })),
    },
    prices: demo.prices,
    rates: demo.rates,
  };
}

/**
 * Fills the database. Throws `WriteRefused`, and writes nothing, when the browser cannot store it. `now`: milliseconds
 * since 1970.
 */
export async function fillDevice(db: HoldfastDatabase, isMadeUp: boolean, now: number): Promise<void> {
  // First, so that every record is counted. Made-up records need no backup.
  if (!isMadeUp && (await readBackupState(db)) === null) await beginBackupState(db, now);
  const written = await storeStarterRecords(db, isMadeUp ? madeUpRecords(now) : ownRecords());
  if (!written.ok) throw new WriteRefused(written.fault);
}
