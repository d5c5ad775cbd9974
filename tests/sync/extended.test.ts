import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pounds } from '../../domain/values/amount.ts';
import type { Transaction } from '../../domain/records/records.ts';
import type { TransactionFields } from '../../domain/records/transaction.ts';
import { listAccounts } from '../../src/data/records/accounts.ts';
import { findAssetByIsin } from '../../src/data/records/assets.ts';
import { discardEntry, retryEntry } from '../../src/data/questions/attention.ts';
import { listBrokers } from '../../src/data/records/brokers.ts';
import { newId } from '../../src/data/database/ids.ts';
import { listNotices } from '../../src/data/outbox/notices.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { answerQuarantine, listQuarantine } from '../../src/data/pulled/quarantine.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import { lastSign } from '../../src/data/outbox/claims.ts';
import { SILENT_MS } from '../../src/sync/api/sync-lock.ts';
import { startSync } from '../../src/sync/engine/sync-engine.ts';
import { choose, edit, remove, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { type Device, type DeviceOptions, importFile, newDevice, newTab, queueOf } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork, writesIn, type TestNetwork } from '../device/network.ts';
import { serverOfTests } from '../device/server-of-tests.ts';
import { versionedTransactions } from '../device/versioned-transactions.ts';

const ISIN = 'IE00B3RBWM25';

// The same machine may be building beside these tests.
let clock: TestClock;
const server = serverOfTests();
let token: string;
let network: TestNetwork;
let options: DeviceOptions;
let phone: Device;
let laptop: Device;

beforeEach(async () => {
  clock = testClock();
  token = await server.newUser();
  network = testNetwork(server.handle);
  options = { clock, network, token };
  phone = await newDevice(options);
  laptop = await newDevice(options);
});

async function fieldsIn(device: Device, accountId: string): Promise<TransactionFields> {
  const [broker] = await listBrokers(device.db);
  return purchase({ accountId, brokerId: broker?.id ?? '', isin: ISIN });
}

/** A device that knows the server, with an account and a purchase in it that are not sent yet. */
async function offlinePurchase(device: Device): Promise<Transaction> {
  await device.once();
  const account = await save(device, 'account', { name: 'Main Account' });
  return await save(device, 'transaction', await fieldsIn(device, account.id));
}

async function onServer(): Promise<Record<string, unknown>[]> {
  return await server.records(token, 'transaction');
}

/** All devices show just what the server has. */
async function expectAgreement(...devices: Device[]): Promise<void> {
  const byId = (a: Record<string, unknown>, b: Record<string, unknown>): number =>
    String(a['id']).localeCompare(String(b['id']));
  const transactions = (await onServer()).toSorted(byId);
  const accounts = (await server.records(token, 'account')).toSorted(byId);
  for (const device of devices) {
    const rows = (await versionedTransactions(device.db)) as unknown as Record<string, unknown>[];
    expect(rows.map(({ importId: _i, importIndex: _n, ...row }) => row).toSorted(byId)).toEqual(transactions);
    expect(((await listAccounts(device.db)) as unknown as Record<string, unknown>[]).toSorted(byId)).toEqual(accounts);
  }
}

describe('an event that makes a round worth while', () => {
  // Sync rule 3.7
  it("reads others' changes even right after an attempt", async () => {
    let event: () => void = () => undefined;
    await phone.once();
    const sync = startSync({
      db: phone.db,
      environment: phone.environment,
      triggers: (run) => {
        event = run;
        return () => undefined;
      },
    });
    phone.online = true;
    await sync.pull();
    await save(laptop, 'account', { name: 'Elsewhere' });
    await laptop.once();
    clock.advance(60_000);
    // An attempt that only sends, as one after a change here.
    await sync.flush();
    event();
    clock.advance(2000);
    await vi.waitFor(async () => {
      expect((await listAccounts(phone.db)).map(({ name }) => name)).toContain('Elsewhere');
    });
    await sync.stop();
  });
});

describe('a device that is open and left alone', () => {
  // Sync rule 3.7
  it("reads others' changes within five minutes, without asking all the time", async () => {
    phone.online = true;
    await phone.sync.pull();
    await save(laptop, 'account', { name: 'Elsewhere' });
    await laptop.once();
    const before = network.log.length;
    clock.advance(4 * 60_000);
    await phone.sync.flush();
    expect((await listAccounts(phone.db)).map(({ name }) => name)).not.toContain('Elsewhere');
    clock.advance(5 * 60_000);
    await vi.waitFor(async () => {
      expect((await listAccounts(phone.db)).map(({ name }) => name)).toContain('Elsewhere');
    });
    expect(network.log.length - before).toBeLessThan(20);
  });
});

describe('an extended server', () => {
  it('gets what was made, edited and deleted offline once, and shows it to a second device', async () => {
    const { id } = await offlinePurchase(phone);
    await edit(phone, id, { consideration: 400 as Pounds });
    const other = await save(phone, 'transaction', await fieldsIn(phone, (await listAccounts(phone.db))[0]?.id ?? ''));
    await expect.poll(() => phone.sync.status.get().waiting).toBe(3);
    await phone.settle();
    expect(writesIn(network.log)).toEqual(['POST /accounts', 'POST /transactions', 'POST /transactions']);
    await edit(phone, id, { consideration: 500 as Pounds });
    await remove(phone, 'transaction', [other.id]);
    clock.advance(10_000);
    await phone.settle();
    expect(writesIn(network.log).slice(3)).toEqual([`PUT /transactions/${id}`, `DELETE /transactions/${other.id}`]);
    await laptop.settle();
    expect(await listTransactions(laptop.db)).toMatchObject([{ id, consideration: 500 }]);
    await expectAgreement(phone, laptop);
    expect(phone.sync.status.get()).toMatchObject({ mode: 'extended', waiting: 0, attention: 0, phase: 'idle' });
  });

  it('brings the catalogue and the brokers', async () => {
    await phone.once();
    expect((await findAssetByIsin(phone.db, ISIN))?.name).toBe('Vanguard FTSE All-World UCITS ETF Distributing');
    expect((await listBrokers(phone.db)).length).toBeGreaterThan(10);
  });

  it('whose first reading breaks off has not been read in full, until another reading is through', async () => {
    network.fault = (request) => (request.url.includes('scope=user') ? 'dropRequest' : 'none');
    await phone.once();
    expect(phone.sync.status.get()).toMatchObject({ lastSyncedAt: null, everRead: 'some' });
    network.fault = () => 'none';
    await phone.settle();
    expect(phone.sync.status.get()).toMatchObject({ everRead: 'all' });
  });

  it('is asked for deltas only after the first pull', async () => {
    await offlinePurchase(phone);
    await phone.settle();
    network.log.length = 0;
    await phone.once();
    expect(network.log).toEqual(['GET /sync/changes', 'GET /sync/changes']);
  });

  // Sync rule 1.2
  it.each(['loseReply', 'dropRequest', 'duplicate'] as const)(
    'has one effect of each change when every first try suffers %s',
    async (fault) => {
      await offlinePurchase(phone);
      const seen = new Set<string>();
      network.fault = (request) => {
        const key = request.headers.get('idempotency-key');
        if (key === null || seen.has(key)) return 'none';
        seen.add(key);
        return fault;
      };
      await phone.settle();
      const [row] = await listTransactions(phone.db);
      await edit(phone, row?.id ?? '', { consideration: 410 as Pounds });
      await phone.settle();
      await expectAgreement(phone);
      expect(await onServer()).toMatchObject([{ consideration: 410 }]);
      await remove(phone, 'transaction', [row?.id ?? '']);
      clock.advance(10_000);
      await phone.settle();
      expect(await onServer()).toEqual([]);
      expect(await queueOf(phone)).toEqual([]);
    },
  );

  // Sync rule 5.15
  it('keeps an edit made while its create was on the way', async () => {
    const { id } = await offlinePurchase(phone);
    let hasFailed = false;
    network.fault = (request) => {
      if (hasFailed || !request.url.endsWith('/transactions')) return 'none';
      hasFailed = true;
      return 'loseReply';
    };
    await phone.once();
    await edit(phone, id, { consideration: 420 as Pounds });
    expect(await queueOf(phone)).toEqual(['transaction create queued', 'transaction update queued']);
    await phone.settle();
    await expectAgreement(phone);
    expect(await onServer()).toMatchObject([{ consideration: 420 }]);
  });

  // Sync rule 5.14
  it.each(['create', 'update'] as const)(
    'asks nothing when a %s arrives without a reply and the record is deleted elsewhere before it is repeated',
    async (kind) => {
      const { id } = await offlinePurchase(phone);
      if (kind === 'update') {
        await phone.settle();
        await edit(phone, id, { consideration: 430 as Pounds });
      }
      let isLost = false;
      network.fault = (request) => {
        if (isLost || request.headers.get('idempotency-key') === null || !request.url.includes('/transactions'))
          return 'none';
        isLost = true;
        return 'loseReply';
      };
      await phone.once();
      await laptop.once();
      await remove(laptop, 'transaction', [id]);
      clock.advance(10_000);
      await laptop.settle();
      expect(await onServer()).toEqual([]);
      await phone.settle();
      expect(await queueOf(phone)).toEqual([]);
      expect(await onServer()).toEqual([]);
      await expectAgreement(phone, laptop);
    },
  );

  // Sync rules 4.3, 5.8
  it('merges edits of different fields with a notice', async () => {
    const { id } = await offlinePurchase(phone);
    await phone.settle();
    await laptop.once();
    await edit(phone, id, { consideration: 430 as Pounds });
    await edit(laptop, id, { brokerDealReference: 'R1' });
    await phone.settle();
    await laptop.settle();
    await phone.settle();
    expect(await onServer()).toMatchObject([{ consideration: 430, brokerDealReference: 'R1' }]);
    expect(await listNotices(laptop.db)).toMatchObject([{ kind: 'merged', id, fields: ['consideration'] }]);
    await expectAgreement(phone, laptop);
  });

  // Sync rules 2.6, 5.9
  it('asks about the same field and does what the user chooses', async () => {
    const { id } = await offlinePurchase(phone);
    await phone.settle();
    await laptop.once();
    for (const choice of ['mine', 'theirs'] as const) {
      await edit(phone, id, { consideration: 440 as Pounds });
      await phone.settle();
      await edit(laptop, id, { consideration: 450 as Pounds });
      await laptop.settle();
      expect(await queueOf(laptop)).toEqual(['transaction update conflict sameField']);
      expect(await onServer()).toMatchObject([{ consideration: 440 }]);
      await choose(laptop, choice);
      await laptop.settle();
      await phone.settle();
      expect(await onServer()).toMatchObject([{ consideration: choice === 'mine' ? 450 : 440 }]);
      await expectAgreement(phone, laptop);
      await edit(phone, id, { consideration: 1 as Pounds });
      await phone.settle();
      await laptop.settle();
    }
  });

  // Sync rule 1.4
  it('asks before deleting a record changed elsewhere, and creates one again that was deleted elsewhere', async () => {
    const { id } = await offlinePurchase(phone);
    await phone.settle();
    await laptop.once();
    await edit(phone, id, { consideration: 460 as Pounds });
    await phone.settle();
    await remove(laptop, 'transaction', [id]);
    clock.advance(10_000);
    await laptop.settle();
    expect(await queueOf(laptop)).toEqual(['transaction delete conflict changedElsewhere']);
    await choose(laptop, 'mine');
    await edit(phone, id, { consideration: 470 as Pounds });
    await laptop.settle();
    expect(await onServer()).toEqual([]);
    await phone.settle();
    expect(await queueOf(phone)).toEqual(['transaction update conflict deletedElsewhere']);
    await choose(phone, 'mine');
    await phone.settle();
    await laptop.settle();
    expect(await onServer()).toMatchObject([{ id, consideration: 470 }]);
    await expectAgreement(phone, laptop);
  });

  // Sync rule 2.5
  it("refuses: the record waits with the server's words, and retry, edit or discard settle it", async () => {
    await phone.once();
    const account = await save(phone, 'account', { name: 'Main Account' });
    const fields = await fieldsIn(phone, account.id);
    const ids = [];
    for (let i = 0; i < 3; i += 1) ids.push((await save(phone, 'transaction', { ...fields, brokerId: newId() })).id);
    await phone.settle();
    const entries = await listOutbox(phone.db);
    expect(entries.map((entry) => entry.state)).toEqual(['failed', 'failed', 'failed']);
    expect(entries[0]?.error).toMatchObject({ code: 'refused', status: 400 });
    expect(entries[0]?.error?.message).not.toBe('');
    written(await retryEntry(phone.db, entries[0]?.seq ?? 0));
    written(await discardEntry(phone.db, entries[1]?.seq ?? 0));
    await edit(phone, ids[2] ?? '', { brokerId: fields.brokerId });
    await phone.settle();
    expect(await queueOf(phone)).toEqual(['transaction create failed refused']);
    expect((await onServer()).map((row) => row['id'])).toEqual([ids[2]]);
    expect(new Set((await listTransactions(phone.db)).map((row) => row.id))).toEqual(new Set([ids[0], ids[2]]));
  });

  // Sync rule 6.1
  it('takes an import in chunks, whatever is repeated, and the second device sees it', async () => {
    await phone.once();
    const account = { id: newId(), name: 'Imported' };
    const fields = await fieldsIn(phone, account.id);
    const transactions = Array.from({ length: 60 }, (_, i): Transaction => ({
      ...fields,
      id: newId(),
      consideration: (i + 1) as Pounds,
    }));
    await importFile(phone, transactions, { newAccounts: [account] });
    let faults = 0;
    network.fault = (request) => (request.url.includes('import-selected') && faults++ < 2 ? 'loseReply' : 'none');
    await phone.once();
    await edit(phone, transactions[5]?.id ?? '', { brokerDealReference: 'edited after sending' });
    await phone.settle();
    expect(writesIn(network.log)).toEqual([
      'POST /accounts',
      ...Array.from({ length: 3 }, () => 'POST /transactions/import-selected'),
      `PUT /transactions/${transactions[5]?.id ?? ''}`,
    ]);
    await laptop.settle();
    expect(await listTransactions(laptop.db)).toHaveLength(60);
    await expectAgreement(phone, laptop);
  });

  // Sync rule 6.5
  it.each(['before', 'after'] as const)(
    'brings an account back, and says so, that another device deleted while rows for it waited: sent %s the device hears of it',
    async (order) => {
      await phone.once();
      const account = await save(phone, 'account', { name: 'Partner' });
      await phone.settle();
      await laptop.settle();
      const fields = await fieldsIn(phone, account.id);
      const transactions = Array.from({ length: 3 }, (_, i): Transaction => ({
        ...fields,
        id: newId(),
        consideration: (i + 1) as Pounds,
      }));
      // Something else is first in the queue, and may hold the rest up.
      await save(phone, 'account', { name: 'Other' });
      await importFile(phone, transactions);
      await remove(laptop, 'account', [account.id]);
      clock.advance(20_000);
      await laptop.settle();
      expect(await server.records(token, 'account')).toEqual([]);
      if (order === 'after') {
        network.fault = (request) => (request.method === 'POST' ? 429 : 'none');
        await phone.once();
        expect((await listAccounts(phone.db)).map(({ name }) => name)).toEqual(['Other']);
        network.fault = () => 'none';
        clock.advance(600_000);
      }
      await phone.settle();
      expect(await queueOf(phone)).toEqual([]);
      expect(await listNotices(phone.db)).toMatchObject([{ kind: 'broughtBack', entity: 'account', id: account.id }]);
      await phone.once();
      await laptop.settle();
      for (const device of [phone, laptop]) {
        expect((await listAccounts(device.db)).map(({ id, name }) => [id, name])).toEqual(
          expect.arrayContaining([[account.id, 'Partner']]),
        );
        expect((await listTransactions(device.db)).map(({ accountId }) => accountId)).toEqual([
          account.id,
          account.id,
          account.id,
        ]);
      }
      await expectAgreement(phone, laptop);
    },
  );

  it('makes an entry for a security that only the file knows', async () => {
    await phone.once();
    const account = { id: newId(), name: 'Imported' };
    const isin = 'US0378331005';
    const unlisted = await findAssetByIsin(phone.db, ISIN);
    if (unlisted === null) throw new Error('no catalogue');
    const known = await findAssetByIsin(phone.db, isin);
    const local = { ...unlisted, id: newId(), isin: 'TEST0001', name: 'Only in the file' };
    const transactions = [{ ...(await fieldsIn(phone, account.id)), id: newId(), isin: 'TEST0001' }];
    await importFile(phone, transactions, { newAccounts: [account], unlistedAssets: [local] });
    await phone.settle();
    await laptop.settle();
    expect(await queueOf(phone)).toEqual([]);
    expect(known?.name).not.toBe('Only in the file');
    for (const device of [phone, laptop]) {
      expect(await device.db.assets.where('isin').equals('TEST0001').toArray()).toMatchObject([
        { name: 'Only in the file' },
      ]);
      expect((await findAssetByIsin(device.db, 'TEST0001'))?.id).not.toBe(local.id);
    }
  });

  it('that was restored from a backup leads to questions, not to deletions', async () => {
    const { id } = await offlinePurchase(phone);
    await phone.settle();
    await laptop.once();
    await server.restoreWithout(id);
    await laptop.once();
    expect(await listTransactions(laptop.db)).toHaveLength(1);
    expect(await listQuarantine(laptop.db)).toMatchObject([
      { entity: 'transaction', ids: [id], reason: 'restoredFromBackup' },
    ]);
    written(await answerQuarantine(laptop.db, 'transaction', 'keep', clock.now()));
    await laptop.settle();
    expect(await onServer()).toMatchObject([{ id }]);
  });
});

/** Freezes the phone over the first request of a pull; returns how to let it go on, and its pull. */
async function freezeOverPull(): Promise<{ readonly thaw: () => void; readonly pulling: Promise<void> }> {
  phone.online = true;
  const frozen = new Promise<() => void>((resolve) => {
    network.fault = () => {
      resolve(phone.freeze());
      return 'none';
    };
  });
  const pulling = phone.sync.pull();
  const thaw = await frozen;
  network.fault = () => 'none';
  return { thaw, pulling };
}

/** Another tab, while the phone's request to save an account stays open. */
async function besideHangingRequest(): Promise<Device> {
  await phone.once();
  await saveRecord(phone.db, 'account', { name: 'Slow' }, clock.now());
  const tab = await newTab(phone, options);
  network.fault = ({ method }) => (method === 'POST' ? 'hang' : 'none');
  phone.online = true;
  void phone.sync.flush();
  await expect.poll(() => writesIn(network.log).length).toBe(1);
  network.fault = () => 'none';
  return tab;
}

describe('several senders', () => {
  // Sync rule 3.1
  it('share one outbox without sending anything twice', async () => {
    await phone.once();
    const tab = await newTab(phone, options);
    for (let i = 0; i < 12; i += 1)
      await saveRecord(phone.db, 'account', { name: `Account ${String(i).padStart(2, '0')}` }, clock.now());
    phone.online = true;
    tab.online = true;
    await Promise.all([phone.sync.flush(), tab.sync.flush()]);
    await expect.poll(async () => await queueOf(phone)).toEqual([]);
    expect(writesIn(network.log)).toHaveLength(12);
    await expectAgreement(phone);
    tab.close();
  });

  // Sync rules 3.2, 3.3
  it('take over from one that is frozen over its request, once its heartbeat is 30 s old', async () => {
    await phone.once();
    await saveRecord(phone.db, 'account', { name: 'Frozen' }, clock.now());
    const tab = await newTab(phone, options);
    let thaw: () => void = () => undefined;
    network.fault = ({ method }) => {
      if (method === 'POST') thaw = phone.freeze();
      return 'none';
    };
    phone.online = true;
    const hanging = phone.sync.flush();
    await expect.poll(() => writesIn(network.log).length).toBe(1);
    network.fault = () => 'none';
    await tab.once();
    clock.advance(29_000);
    await tab.once();
    expect(writesIn(network.log)).toHaveLength(1);
    clock.advance(1000);
    await tab.once();
    expect(writesIn(network.log)).toHaveLength(2);
    await tab.settle();
    expect(await queueOf(tab)).toEqual([]);
    thaw();
    await hanging;
    await expectAgreement(tab);
    expect(await listAccounts(tab.db)).toHaveLength(1);
    tab.close();
  });

  // Sync rule 3.3
  it('wait for one whose request stays open, as its heartbeat goes on', async () => {
    const tab = await besideHangingRequest();
    const beatAt = async (): Promise<unknown> => (await lastSign(phone.db)).beatAt;
    for (let waited = 0; waited < 60_000; waited += 5000) {
      clock.advance(5000);
      await expect.poll(beatAt).toBe(clock.now());
      await tab.once();
    }
    expect(writesIn(network.log)).toHaveLength(1);
    tab.close();
  });

  // Sync rule 3.3
  it('take nothing over because the clock was set', async () => {
    const tab = await besideHangingRequest();
    for (const error of [3 * 86_400_000, -86_400_000]) {
      tab.clockError = error;
      for (let looks = 0; looks < 3; looks += 1) {
        await tab.once();
        clock.advance(1000);
      }
    }
    expect(writesIn(network.log)).toHaveLength(1);
    tab.close();
  });

  // Sync rule 3.4
  it('wait for a pull of another, and read right after it what it left', async () => {
    await phone.once();
    const tab = await newTab(phone, options);
    await tab.once();
    const { thaw, pulling } = await freezeOverPull();
    await save(laptop, 'account', { name: 'From the laptop' });
    await laptop.settle();
    tab.online = true;
    await tab.sync.pull();
    expect(await listAccounts(tab.db)).toEqual([]);
    phone.token = null;
    thaw();
    await pulling;
    clock.advance(20_000);
    await expect.poll(async () => (await listAccounts(tab.db)).map(({ name }) => name)).toEqual(['From the laptop']);
    tab.close();
  });

  // Sync rules 3.2, 3.4
  it('pull although a tab is frozen over its own pull', async () => {
    await phone.once();
    const tab = await newTab(phone, options);
    await tab.once();
    await save(laptop, 'account', { name: 'From the laptop' });
    await laptop.settle();
    const { thaw, pulling } = await freezeOverPull();
    await tab.once();
    expect(await listAccounts(tab.db)).toEqual([]);
    clock.advance(SILENT_MS);
    await tab.once();
    expect((await listAccounts(tab.db)).map(({ name }) => name)).toEqual(['From the laptop']);
    thaw();
    await pulling;
    await expectAgreement(phone);
    tab.close();
  });
});

describe('an account', () => {
  // Sync rule 5.2
  it('that another device renamed meanwhile is renamed here too', async () => {
    await offlinePurchase(phone);
    await phone.settle();
    await laptop.once();
    const [account] = await listAccounts(laptop.db);
    await save(laptop, 'account', { id: account?.id ?? '', name: 'Joint' });
    await laptop.settle();
    await phone.once();
    expect((await listAccounts(phone.db)).map((row) => row.name)).toEqual(['Joint']);
  });
});
