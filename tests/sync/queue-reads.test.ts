/** What a change costs does not grow with the number of changes that wait: rows read are counted, at two lengths of the queue. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Pounds } from '../../domain/values/amount.ts';
import { listAccounts } from '../../src/data/records/accounts.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import type { EntityName } from '../../src/data/entities/entities.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { claimNext } from '../../src/data/outbox/claims.ts';
import { newId } from '../../src/data/database/ids.ts';
import { newEntry } from '../../src/data/outbox/outbox.ts';
import { countOutbox, countUnsent, firstUnsent } from '../../src/data/questions/outbox-count.ts';
import { PAYLOAD_SCHEMA } from '../../src/data/database/outbox-entry.ts';
import { listRefusedChanges } from '../../src/data/outbox/refusals.ts';
import { removeRecords } from '../../src/data/outbox/removals.ts';
import { createHoldfastWorker } from '../../workers/opening/holdfast-worker.ts';
import { save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { countReads } from '../device/count-reads.ts';
import { newDevice, type Device } from '../device/device.ts';
import { freshDatabase, purchase, written } from '../device/fixtures.ts';
import { testNetwork } from '../device/network.ts';
import { plainServer, type PlainServer } from '../device/plain-server.ts';

const FEW = 20;
/** So long can a deletion be undone, and waits. */
const UNDO_MS = 60_000;
const MANY = 400;

/** Transactions that were made here and wait to be sent, each with its entry. */
async function queuePurchases(db: HoldfastDatabase, count: number, accountId: string): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...purchase({ accountId, brokerId: '7', consideration: (index + 1) as Pounds }),
    id: newId(),
  }));
  await db.transactions.bulkAdd(rows.map((row) => ({ ...row, version: null })));
  await db.outbox.bulkAdd(
    rows.map((record) => ({
      ...newEntry<EntityName>('transaction', record.id, 0),
      kind: 'create' as const,
      payload: { schema: PAYLOAD_SCHEMA, record },
    })),
  );
  return rows.map(({ id }) => id);
}

describe('with many changes waiting', () => {
  /** Rows read of the queue by each step of a change on this device. */
  async function readsOfAChange(waiting: number): Promise<Record<string, number>> {
    const db = await freshDatabase();
    const [first = '', second = ''] = await queuePurchases(db, waiting, 'account');
    const worker = createHoldfastWorker(Date.now);
    await worker.open(db.name);
    const steps: Record<string, () => Promise<unknown>> = {
      create: async () => written(await saveRecord(db, 'transaction', purchase())),
      edit: async () =>
        written(await saveRecord(db, 'transaction', { ...purchase({ consideration: 1 as Pounds }), id: first })),
      remove: async () => written(await removeRecords(db, 'transaction', [second])),
      count: async () => expect(await countOutbox(db)).toEqual({ waiting, attention: 0, keptHere: 0 }),
      unsent: async () => {
        expect(await countUnsent(db)).toBe(waiting);
        expect(await firstUnsent(db, 5)).toHaveLength(5);
      },
      refusals: async () => expect(await listRefusedChanges(db)).toEqual([]),
      list: async () => {
        const { transactions } = await worker.listTransactions({ pageSize: FEW });
        expect(transactions.every(({ pending }) => pending)).toBe(true);
      },
    };
    const reads: Record<string, number> = {};
    for (const [name, step] of Object.entries(steps)) {
      const counting = countReads(db.name);
      await step().finally(counting.stop);
      reads[name] = counting.of('outbox');
    }
    await worker.close();
    return reads;
  }

  it('another change, the count and the list read as much of the queue as with few', async () => {
    expect(await readsOfAChange(MANY)).toEqual(await readsOfAChange(FEW));
  });
});

describe('sending to a plain server', () => {
  let clock: TestClock;
  let server: PlainServer;
  let phone: Device;

  async function deviceWithPurchases(count: number): Promise<readonly string[]> {
    clock = testClock();
    server = plainServer();
    phone = await newDevice({ clock, network: testNetwork(server.handle) });
    await save(phone, 'account', { name: 'Main Account' });
    await phone.settle();
    const [account] = await listAccounts(phone.db);
    return await queuePurchases(phone.db, count, account?.id ?? '');
  }

  afterEach(() => {
    expect(server.deviations).toEqual([]);
    phone.close();
  });

  it.each(['nothing', 'location', 'body'] as const)(
    'reads as much for each of many changes as for each of few (reply: %s)',
    async (reply) => {
      const each: number[] = [];
      for (const count of [FEW, MANY / 4]) {
        await deviceWithPurchases(count);
        server.reply = reply;
        phone.online = true;
        const counting = countReads(phone.db.name);
        await phone.sync.flush().finally(counting.stop);
        expect([server.transactions.size, await phone.db.outbox.count()]).toEqual([count, 0]);
        each.push((counting.of('outbox') + counting.of('transactions')) / count);
        phone.close();
      }
      expect(each[1]).toBe(each[0]);
    },
  );

  it('a deletion is sent without a look at the creations behind it', async () => {
    const reads: number[] = [];
    for (const count of [FEW, MANY]) {
      const [id = ''] = await deviceWithPurchases(1);
      phone.online = true;
      await phone.sync.flush();
      phone.online = false;
      const sent = (await phone.db.transactions.toArray())[0]?.id ?? id;
      written(await removeRecords(phone.db, 'transaction', [sent], clock.now() - UNDO_MS));
      await queuePurchases(phone.db, count, 'account');
      const counting = countReads(phone.db.name);
      const claimed = await claimNext(phone.db, clock.now()).finally(counting.stop);
      expect(claimed).toMatchObject({ kind: 'claimed', claim: { entry: { kind: 'delete' }, others: [] } });
      reads.push(counting.of('outbox'));
      phone.close();
    }
    expect(reads[1]).toBe(reads[0]);
  });
});
