import { Dexie } from 'dexie';
import { afterEach, beforeAll, afterAll, describe, expect, it, vi } from 'vitest';
import type { Pounds } from '../../domain/values/amount.ts';
import type { TransactionFields } from '../../domain/records/transaction.ts';
import { listAccounts } from '../../src/data/records/accounts.ts';
import { resolveConflict, retryEntry } from '../../src/data/questions/attention.ts';
import { newId } from '../../src/data/database/ids.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import type { OutboxEntry } from '../../src/data/database/outbox-entry.ts';
import { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { remove, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { type Device, importFile, newDevice } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork, type TestNetwork } from '../device/network.ts';
import { plainServer } from '../device/plain-server.ts';
import { realServer, type RealServer } from '../device/real-server.ts';
import { tableOfVersion9 } from '../device/version-9.ts';

/** The oldest version that is tried, and the newest of those with other names. */
const VERSIONS = [3, 9] as const;
type OldVersion = (typeof VERSIONS)[number];

/** Tables that came after a version. */
const LATER: Readonly<Record<OldVersion, ReadonlySet<string>>> = {
  3: new Set(['tableStamps', 'holdings', 'summaries', 'operatorFacts']),
  9: new Set(),
};
/** Before indexes came that later versions have. */
const OUTBOX_OF_VERSION_3 = '++seq, localId';
const ISIN = 'IE00B3RBWM25';

interface OldDatabase {
  readonly version: OldVersion;
  readonly stores: Readonly<Record<string, string>>;
  readonly rows: ReadonlyMap<string, readonly unknown[]>;
}

/** What an app of an earlier version would have of the same records and changes. */
async function asOfVersion(db: HoldfastDatabase, version: OldVersion): Promise<OldDatabase> {
  const stores: Record<string, string> = {};
  const rows = new Map<string, readonly unknown[]>();
  for (const table of db.tables.filter(({ name }) => !LATER[version].has(name))) {
    const [name, all] = tableOfVersion9(table.name, await table.toArray());
    stores[name] = [table.schema.primKey, ...table.schema.indexes].map(({ src }) => src).join(',');
    rows.set(name, all);
  }
  return { version, stores: version === 3 ? { ...stores, outbox: OUTBOX_OF_VERSION_3 } : stores, rows };
}

/** Puts such a database in the place of whatever has its name. */
async function createOldDatabase(name: string, { version, stores, rows }: OldDatabase): Promise<void> {
  await Dexie.delete(name);
  const old = new Dexie(name);
  old.version(version).stores(stores);
  await old.open();
  for (const [table, all] of rows) await old.table(table).bulkAdd(all);
  old.close();
}

/** Calls of which an upgrade consists. */
const STEPS = [
  [IDBDatabase.prototype, 'createObjectStore'],
  [IDBObjectStore.prototype, 'createIndex'],
  [IDBObjectStore.prototype, 'put'],
  [IDBObjectStore.prototype, 'openCursor'],
  [IDBObjectStore.prototype, 'get'],
  [IDBObjectStore.prototype, 'getAll'],
  [IDBObjectStore.prototype, 'delete'],
] as const;

/** Opens a database, killed at the nth step of its upgrade; returns whether the upgrade had so many. */
async function upgradeKilledAt(name: string, step: number): Promise<boolean> {
  const db = new HoldfastDatabase(name);
  let left = step;
  let died = false;
  for (const [owner, method] of STEPS) {
    const before = (owner as unknown as Record<string, (...args: unknown[]) => unknown>)[method];
    vi.spyOn(owner as unknown as Record<string, () => unknown>, method).mockImplementation(function run(
      this: unknown,
      ...args: unknown[]
    ): unknown {
      left -= 1;
      if (left < 0) {
        died = true;
        throw new DOMException('the browser is killed', 'AbortError');
      }
      return before?.apply(this, args);
    });
  }
  await db.open().catch(() => undefined);
  vi.restoreAllMocks();
  db.close();
  return died;
}

/** What a database holds, in the browser's own words; nothing is upgraded by the look. */
async function contentOf(name: string): Promise<{ readonly version: number; readonly outbox: readonly unknown[] }> {
  const raw = new Dexie(name);
  await raw.open();
  const content = { version: raw.verno, outbox: await raw.table('outbox').toArray() };
  raw.close();
  return content;
}

interface Site {
  readonly clock: TestClock;
  readonly network: TestNetwork;
  readonly brokerId: string;
  readonly device: Device;
  readonly elsewhere: Device;
}

/** The transactions' references, by what has become of their changes. */
const REFERENCES = ['asked about', 'imported', 'lost answer', 'no answer yet', 'queued', 'refused'] as const;
type Reference = (typeof REFERENCES)[number] | 'deleted';

/** Makes an outbox with an entry in each state that the server can bring about; the tab hangs over one of them. */
async function makeStates({ clock, network, brokerId, device, elsewhere }: Site): Promise<void> {
  await save(device, 'account', { name: 'Main Account' });
  const fields = async (one: Device, brokerDealReference: Reference, amount = 100): Promise<TransactionFields> => {
    const [account] = await listAccounts(one.db);
    const consideration = amount as Pounds;
    return purchase({ accountId: account?.id ?? '', brokerId, isin: ISIN, brokerDealReference, consideration });
  };
  const record = async (one: Device, reference: Reference, amount?: number): Promise<void> => {
    const known = (await listTransactions(one.db)).find((row) => row.brokerDealReference === reference);
    const values = await fields(one, reference, amount);
    await save(one, 'transaction', known === undefined ? values : { ...values, id: known.id });
  };
  await record(device, 'asked about');
  await record(device, 'deleted');
  await device.settle();
  await elsewhere.settle();
  await record(elsewhere, 'asked about', 200);
  await elsewhere.settle();
  await record(device, 'asked about', 300);
  await device.settle();
  await record(device, 'refused');
  network.fault = ({ method }) => (method === 'POST' ? 400 : 'none');
  await device.once();
  await record(device, 'lost answer');
  network.fault = ({ method }) => (method === 'POST' ? 'loseReply' : 'none');
  await device.once();
  // What was lost waits for its next try; the next one is on its way when the tab ends.
  await device.db.outbox.filter(({ state }) => state === 'queued').modify({ nextAttemptAt: clock.now() + 60_000 });
  await record(device, 'no answer yet');
  const hung = new Promise<void>((resolve) => {
    network.fault = ({ method }) => {
      if (method !== 'POST') return 'none';
      resolve();
      return 'hang';
    };
  });
  device.online = true;
  void device.sync.flush();
  await hung;
  network.fault = () => 'none';
  await record(device, 'queued');
  const gone = (await listTransactions(device.db)).find((row) => row.brokerDealReference === 'deleted');
  await remove(device, 'transaction', [gone?.id ?? '']);
  const transactions = [{ ...(await fields(device, 'imported')), id: newId() }];
  await importFile(device, transactions);
}

/** What is on the server: each transaction's reference and amount. */
type Shown = () => Promise<readonly string[]>;

function shownOf(row: Readonly<Record<string, unknown>>): string {
  return `${String(row['brokerDealReference'])} ${String(row['consideration'])}`;
}

describe.each(VERSIONS)('the outbox of a database of version %i', (version) => {
  let real: RealServer;
  beforeAll(async () => {
    real = await realServer();
  });
  afterAll(async () => await real.close());
  afterEach(() => vi.restoreAllMocks());

  /** Upgrades such a database, killed at each step, and sends what waits in it. */
  async function upgradeAndSend(site: Site, expected: readonly string[], shown: Shown): Promise<void> {
    await makeStates(site);
    const { clock, device, elsewhere } = site;
    const { name, verno } = device.db;
    const after = await device.db.outbox.toArray();
    const old = await asOfVersion(device.db, version);
    device.close();
    const before = old.rows.get('outbox') ?? [];
    expect((before as OutboxEntry[]).map(({ state }) => state).toSorted()).toEqual(expected);
    await createOldDatabase(name, old);
    let steps = 0;
    for (; await upgradeKilledAt(name, steps); steps += 1)
      expect(await contentOf(name), `killed at step ${steps}`).toEqual({ version, outbox: before });
    expect(steps).toBeGreaterThanOrEqual(7);
    expect(await contentOf(name)).toEqual({ version: verno, outbox: after });
    // The lease of the tab that ended, and the pauses of what had no answer.
    clock.advance(61_000);
    const again = await device.restart();
    await again.settle();
    const left = await listOutbox(again.db);
    expect(left.map(({ state }) => state)).toEqual(['conflict', 'failed']);
    for (const { seq, state } of left)
      written(await (state === 'conflict' ? resolveConflict(again.db, seq, 'mine') : retryEntry(again.db, seq)));
    await again.settle();
    expect(await listOutbox(again.db)).toEqual([]);
    expect((await shown()).toSorted()).toEqual(
      REFERENCES.map((reference) => `${reference} ${reference === 'asked about' ? 300 : 100}`),
    );
    // A plain server's lists are believed at the second look.
    await elsewhere.settle();
    await elsewhere.settle();
    expect((await listTransactions(again.db)).map(({ id }) => id).toSorted()).toEqual(
      (await listTransactions(elsewhere.db)).map(({ id }) => id).toSorted(),
    );
    again.close();
    elsewhere.close();
  }

  // Sync rule 1.8
  it('is sent to our server whole and once, at whichever step the upgrade was killed', async () => {
    const clock = testClock();
    const token = await real.newUser();
    const network = testNetwork(real.handle);
    const options = { clock, network, token };
    const site = { clock, network, brokerId: await real.anyBroker(token) };
    await upgradeAndSend(
      { ...site, device: await newDevice(options), elsewhere: await newDevice(options) },
      ['conflict', 'failed', 'queued', 'queued', 'queued', 'queued', 'sending'],
      async () => (await real.records(token, 'transaction')).map(shownOf),
    );
  });

  // Sync rule 1.8
  it('is sent to a plain server whole and once, at whichever step the upgrade was killed', async () => {
    const clock = testClock();
    const server = plainServer();
    const network = testNetwork(server.handle);
    const site = { clock, network, brokerId: '7' };
    await upgradeAndSend(
      { ...site, device: await newDevice({ clock, network }), elsewhere: await newDevice({ clock, network }) },
      ['conflict', 'doubtful', 'failed', 'queued', 'queued', 'queued', 'sending'],
      async () => await Promise.resolve([...server.transactions.values()].map(shownOf)),
    );
    expect(server.deviations).toEqual([]);
  });
});
