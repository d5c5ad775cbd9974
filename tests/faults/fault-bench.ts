/** A device and a real server with a fault proxy between them, for the rows of docs/faults.md that spoil the network. */
import type { AddressInfo } from 'node:net';
import { startTestApp, type TestApp } from '../../server/testing/test-app.ts';
import { listOutbox } from '../../src/data/outbox/outbox.ts';
import { listTransactions } from '../../src/data/records/transactions.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { stateWords } from '../../src/features/sync/entry-words.ts';
import { testClock, type TestClock } from '../device/clock.ts';
import { newDevice, newTab, type Device } from '../device/device.ts';
import { purchase, written } from '../device/fixtures.ts';
import type { TestNetwork } from '../device/network.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';

export const ISIN = 'IE00B3RBWM25';

export interface FaultBench {
  readonly app: TestApp;
  readonly proxy: FaultProxy;
  readonly clock: TestClock;
  readonly token: string;
  readonly brokerId: string;
  readonly device: Device;
  /** Another device of the same user, with a connection of its own. */
  readonly another: () => Promise<Device>;
  /** Another tab of a device. */
  readonly anotherTab: (device: Device) => Promise<Device>;
  /** The user's transactions on the server. */
  readonly onServer: () => Promise<Record<string, unknown>[]>;
  readonly close: () => Promise<void>;
}

let users = 0;

/** Starts a server that listens, a proxy before it and a device behind that. */
export async function startFaultBench(): Promise<FaultBench> {
  const app = await startTestApp();
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.app.server.address() as AddressInfo;
  const proxy = await startFaultProxy(`http://127.0.0.1:${port}`);
  users += 1;
  const token = await app.signIn(`fault-${users}@example.test`);
  const clock = testClock();
  const network: TestNetwork = {
    log: [],
    fault: () => 'none',
    fetch: async (input, init) => await fetch(input.replace(/^http:\/\/device-\d+\.test/u, proxy.url), init),
  };
  const options = { clock, network, token, userId: 'user' };
  const make = async (): Promise<Device> => await newDevice(options);
  const device = await make();
  const brokerId = ((await app.call('GET', '/brokers', { token })).json as { id: string }[])[0]?.id ?? '';
  return {
    app,
    proxy,
    clock,
    token,
    brokerId,
    device,
    another: make,
    anotherTab: async (of) => await newTab(of, options),
    onServer: async () => {
      const { json } = await app.call('GET', '/sync/changes?scope=user&since=0&limit=5000', { token });
      return (json as { changes: { entity: string; record?: Record<string, unknown> }[] }).changes
        .filter((change) => change.entity === 'transaction' && change.record !== undefined)
        .map((change) => change.record ?? {});
    },
    close: async () => {
      device.close();
      await proxy.close();
      await app.close();
    },
  };
}

/** An account, and purchases in it with the references 1 to `count`, made on the device. */
export async function queuePurchases({ device, brokerId }: FaultBench, count: number): Promise<Transaction[]> {
  const account = written(await saveRecord(device.db, 'account', { name: 'Main Account' }, device.now()));
  const made: Transaction[] = [];
  for (let i = 1; i <= count; i += 1)
    made.push(
      written(
        await saveRecord(
          device.db,
          'transaction',
          purchase({ accountId: account.id, brokerId, isin: ISIN, brokerDealReference: `${i}` }),
          device.now(),
        ),
      ),
    );
  return made;
}

/** What the sync page says of each entry. */
export async function shownStates(device: Device): Promise<string[]> {
  const entries = await listOutbox(device.db);
  const seqs = new Set(entries.map((entry) => entry.seq));
  return entries.map((entry) => stateWords(entry, seqs, device.now()).label);
}

/** The references of the device's transactions, in order. */
export async function references(device: Device): Promise<string[]> {
  return (await listTransactions(device.db))
    .map((row) => row.brokerDealReference)
    .toSorted((a, b) => Number(a) - Number(b));
}
