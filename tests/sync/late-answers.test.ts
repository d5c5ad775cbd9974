/** What an extended server answers late, or once more, when others have gone on since: no device is left behind by it. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Pounds } from '../../domain/values/amount.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { listAccounts } from '../../src/data/records/accounts.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { answerQuarantine } from '../../src/data/pulled/quarantine.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { choose, edit, remove, save } from '../device/changes.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { accountAndBroker, type Device, newDevice } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import { testNetwork, type Fault, type TestNetwork } from '../device/network.ts';
import { serverOfTests } from '../device/server-of-tests.ts';

// The same machine may be building beside these tests.
let clock: TestClock;
const server = serverOfTests();
let token: string;
let network: TestNetwork;
let phone: Device;
let laptop: Device;

beforeEach(async () => {
  clock = testClock();
  token = await server.newUser();
  network = testNetwork(server.handle);
  phone = await newDevice({ clock, network, token });
  laptop = await newDevice({ clock, network, token });
});

/** A purchase on the phone in an account that the server knows. */
async function bought(): Promise<string> {
  const fields = purchase({
    ...(await accountAndBroker(phone)),
    isin: 'IE00B3RBWM25',
    consideration: 400 as Pounds,
  });
  return (await save(phone, 'transaction', fields)).id;
}

async function removeForGood(device: Device, id: string): Promise<void> {
  await remove(device, 'transaction', [id]);
  clock.advance(10_000);
}

/** A round in which each write suffers this. */
async function roundWith(fault: Fault, device: Device): Promise<void> {
  network.fault = (request) => (request.method === 'GET' ? 'none' : fault);
  await device.once();
  network.fault = () => 'none';
}

/** The phone's write arrives without a reply, the laptop goes on, and the phone pulls that before it hears of its own write. */
async function answeredLate(goOn: () => Promise<void>): Promise<void> {
  await roundWith('loseReply', phone);
  await laptop.settle();
  await goOn();
  await laptop.settle();
  await roundWith(503, phone);
  await phone.settle();
  expect(await listOutbox(phone.db)).toEqual([]);
}

async function expectAgreement(): Promise<void> {
  const onServer = (await server.records(token, 'transaction')) as unknown as Transaction[];
  for (const { db } of [phone, laptop]) expect(await listTransactions(db)).toEqual(onServer);
}

describe('an answer that arrives after others changed the record', () => {
  // Sync rule 5.16
  it('to a creation keeps the newer text', async () => {
    const id = await bought();
    await answeredLate(async () => await edit(laptop, id, { consideration: 500 as Pounds }));
    expect(await listTransactions(phone.db)).toMatchObject([{ consideration: 500 }]);
    await expectAgreement();
  });

  it('to a creation leaves the record deleted', async () => {
    const id = await bought();
    await answeredLate(async () => await removeForGood(laptop, id));
    expect(await listTransactions(phone.db)).toEqual([]);
    await expectAgreement();
  });

  it('to an edit keeps the newer text', async () => {
    const id = await bought();
    await phone.settle();
    await laptop.settle();
    await edit(phone, id, { consideration: 450 as Pounds });
    await answeredLate(async () => await edit(laptop, id, { consideration: 500 as Pounds }));
    expect(await listTransactions(phone.db)).toMatchObject([{ consideration: 500 }]);
    await expectAgreement();
  });

  it('to a deletion leaves the record that was created again', async () => {
    const id = await bought();
    await phone.settle();
    await laptop.settle();
    await removeForGood(phone, id);
    await edit(laptop, id, { consideration: 500 as Pounds });
    await answeredLate(async () => {
      await choose(laptop, 'mine');
    });
    expect(await listTransactions(phone.db)).toMatchObject([{ consideration: 500 }]);
    await expectAgreement();
  });

  // Sync rule 5.16
  it('to a creation makes a later edit of the same field a question', async () => {
    const id = await bought();
    await roundWith('loseReply', phone);
    await edit(phone, id, { consideration: 450 as Pounds });
    await laptop.settle();
    await edit(laptop, id, { consideration: 500 as Pounds });
    await laptop.settle();
    await roundWith(503, phone);
    await phone.settle();
    expect(await listOutbox(phone.db)).toMatchObject([
      {
        kind: 'update',
        state: 'conflict',
        theirs: { record: { consideration: 500 } },
        payload: { record: { consideration: 450 } },
      },
    ]);
  });
});

describe('a record that a backup had lost and that two devices keep', () => {
  let id: string;

  beforeEach(async () => {
    id = await bought();
    await phone.settle();
    await laptop.settle();
    await edit(phone, id, { consideration: 500 as Pounds });
    await phone.settle();
    await server.restoreWithout(id);
    for (const device of [phone, laptop]) {
      await device.once();
      written(await answerQuarantine(device.db, 'transaction', 'keep', clock.now()));
    }
    await laptop.settle();
  });

  it('is asked about where their texts differ', async () => {
    await phone.settle();
    expect(await listOutbox(phone.db)).toMatchObject([
      {
        state: 'conflict',
        error: { code: 'sameField', fields: ['consideration'] },
        payload: { record: { consideration: 500 } },
        theirs: { record: { consideration: 400 } },
      },
    ]);
    await choose(phone, 'mine');
    await phone.settle();
    await laptop.settle();
    expect(await listTransactions(laptop.db)).toMatchObject([{ consideration: 500 }]);
    await expectAgreement();
  });

  it('is asked about by the one that removes it before it hears of the other', async () => {
    await roundWith(429, phone);
    expect((await listAccounts(phone.db)).length).toBe(1);
    await removeForGood(phone, id);
    await phone.settle();
    expect(await listOutbox(phone.db)).toMatchObject([
      { kind: 'delete', state: 'conflict', theirs: { record: { consideration: 400 } } },
    ]);
    await choose(phone, 'theirs');
    await phone.settle();
    await expectAgreement();
  });
});
