/** Rows that two devices imported without knowing of each other's: asked about on the device whose rows came second. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Money, Pounds } from '../../domain/values/amount.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { newId } from '../../src/data/database/ids.ts';
import { listPairs } from '../../src/data/questions/asked-pairs.ts';
import { DuplicateFinder } from '../../src/data/questions/import-duplicates.ts';
import {
  keepBoth,
  possibleDuplicates,
  removeOne,
  removeOneOfEach,
  undoRemoved,
} from '../../src/data/questions/duplicates.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { write } from '../../src/data/database/write.ts';
import { save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { type Device, importFile, newDevice } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork } from '../device/network.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

const server = serverOfTests();
let token: string;
let clock: TestClock;
let phone: Device;
let laptop: Device;
let rowOf: (number: number) => Omit<Transaction, 'id'>;

/** Both devices know the account, and are offline from then on. */
beforeEach(async () => {
  token = await server.newUser();
  clock = testClock();
  const network = testNetwork(server.handle);
  phone = await newDevice({ clock, network, token });
  laptop = await newDevice({ clock, network, token });
  const account = await save(phone, 'account', { name: 'Main Account' });
  await phone.settle();
  await laptop.settle();
  const brokerId = await server.anyBroker(token);
  rowOf = (number) => ({
    ...purchase({ accountId: account.id, brokerId, isin: 'IE00B3RBWM25' }),
    consideration: number as Pounds,
  });
});

async function importRows(device: Device, numbers: readonly number[], reference = ''): Promise<void> {
  const transactions = numbers.map((number): Transaction => ({
    ...rowOf(number),
    brokerDealReference: reference,
    id: newId(),
  }));
  await importFile(device, transactions);
}

const amountsOf = (rows: readonly Transaction[]): number[] =>
  rows.map(({ consideration }) => consideration).toSorted((a, b) => a - b);
const askedOn = async (device: Device): Promise<number[]> =>
  amountsOf((await possibleDuplicates(device.db)).pairs.map(({ own }) => own as Transaction));

describe('rows imported on two devices that were offline', () => {
  // Sync rules 4.5, 6.6
  it('are pairs on the device that sent second, and on no other', async () => {
    await importRows(phone, [1, 2, 3]);
    await importRows(laptop, [2, 3, 4]);
    await phone.settle();
    await laptop.settle();
    await phone.settle();
    expect([await askedOn(phone), await askedOn(laptop)]).toEqual([[], [2, 3]]);
    expect(laptop.sync.status.get()).toMatchObject({ phase: 'idle', attention: 1, waiting: 0 });
    expect(phone.sync.status.get()).toMatchObject({ phase: 'idle', attention: 0 });
    await laptop.full();
    expect(await askedOn(laptop)).toEqual([2, 3]);
  });

  it('are one pair each, also when a pull is continued after a break', async () => {
    await importRows(laptop, [7]);
    for (const id of [newId(), newId()]) {
      // A pull that is continued begins to look again.
      const duplicates = new DuplicateFinder(laptop.db, 0);
      written(
        await write(
          laptop.db,
          ['transactions', 'imports', 'importChunks', 'acknowledgedCreations', 'outbox'],
          async () => {
            await duplicates.note([{ id, record: { ...rowOf(7), id }, version: 1 }]);
          },
        ),
      );
    }
    expect(await listPairs(laptop.db, 'imported')).toHaveLength(1);
  });

  it('are pairs on one device alone when both have sent before either has read', async () => {
    await importRows(phone, [1, 2]);
    await importRows(laptop, [1, 2]);
    for (const device of [phone, laptop]) {
      device.online = true;
      await device.sync.flush();
      device.online = false;
    }
    await phone.settle();
    await laptop.settle();
    expect([await askedOn(phone), await askedOn(laptop)]).toEqual([[], [1, 2]]);
  });

  it('are paired one by one: two equal rows in a file make one pair with a single row of the other', async () => {
    await importRows(phone, [1]);
    await importRows(laptop, [1, 1]);
    await phone.settle();
    await laptop.settle();
    expect(await askedOn(laptop)).toEqual([1]);
  });

  it('are pairs where they moved the same dollars, which each device converted at another rate', async () => {
    const inDollars = (pounds: number): Transaction => ({
      ...rowOf(pounds),
      cashAmount: 130 as Money,
      cashCurrency: 'USD',
      id: newId(),
    });
    await importFile(phone, [inDollars(100)]);
    await importFile(laptop, [inDollars(101)]);
    await phone.settle();
    await laptop.settle();
    expect([await askedOn(phone), await askedOn(laptop)]).toEqual([[], [100]]);
  });

  it('are no pairs where the first was known, or has another reference', async () => {
    await importRows(phone, [1], 'A1');
    await importRows(laptop, [1], 'B7');
    await phone.settle();
    await laptop.settle();
    // The user saw in the preview that they are there, and chose them.
    await importRows(laptop, [1], 'A1');
    await laptop.settle();
    await phone.settle();
    expect([await askedOn(phone), await askedOn(laptop)]).toEqual([[], []]);
  });

  it('become one when the later row is removed, even before it was sent', async () => {
    await importRows(phone, [1, 2]);
    await phone.settle();
    await importRows(laptop, [1, 2]);
    laptop.online = true;
    // The sending fails, the reading does not.
    const {
      pairs: [first, second],
    } = await (async () => {
      await laptop.sync.pull();
      return await possibleDuplicates(laptop.db);
    })();
    if (first === undefined || second === undefined) throw new Error('no pairs');
    written(await removeOne(laptop.db, first, laptop.now()));
    written(await keepBoth(laptop.db, [second]));
    expect(await askedOn(laptop)).toEqual([]);
    clock.advance(11_000);
    await laptop.settle();
    await phone.settle();
    const left = [
      (first.own as Transaction).consideration,
      (second.own as Transaction).consideration,
      (second.own as Transaction).consideration,
    ].toSorted((a, b) => a - b);
    expect([amountsOf(await listTransactions(phone.db)), amountsOf(await listTransactions(laptop.db))]).toEqual([
      left,
      left,
    ]);
    expect(laptop.sync.status.get()).toMatchObject({ attention: 0, waiting: 0 });
  });

  it('are removed all at once, and come back with the question', async () => {
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    await importRows(phone, numbers);
    await importRows(laptop, numbers);
    await phone.settle();
    await laptop.settle();
    const { pairs, imported } = await possibleDuplicates(laptop.db);
    expect([pairs.length, imported.length]).toEqual([10, 40]);
    const removed = written(await removeOneOfEach(laptop.db, imported, laptop.now()));
    expect(removed.count).toBe(40);
    expect(await listTransactions(laptop.db)).toHaveLength(40);
    written(await undoRemoved(laptop.db, removed, laptop.now()));
    expect((await possibleDuplicates(laptop.db)).imported).toHaveLength(40);
    written(await removeOneOfEach(laptop.db, imported, laptop.now()));
    clock.advance(11_000);
    await laptop.settle();
    await phone.settle();
    expect(amountsOf(await listTransactions(phone.db))).toEqual(numbers);
    expect((await listTransactions(phone.db)).map(({ id }) => id).toSorted()).toEqual(
      imported.map(({ own }) => own.id).toSorted(),
    );
  });

  it('are asked about no more once one of them was edited', async () => {
    await importRows(phone, [1]);
    await importRows(laptop, [1]);
    await phone.settle();
    await laptop.settle();
    const [pair] = (await possibleDuplicates(laptop.db)).pairs;
    if (pair === undefined) throw new Error('no pair');
    const { id, ...fields } = pair.other as Transaction;
    await save(laptop, 'transaction', { ...fields, consideration: 5 as Pounds, id });
    expect(await askedOn(laptop)).toEqual([]);
    await laptop.settle();
    expect(laptop.sync.status.get()).toMatchObject({ attention: 0 });
  });
});
