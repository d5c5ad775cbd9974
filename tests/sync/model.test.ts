import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { testNetwork } from '../device/network.ts';
import { plainServer } from '../device/plain-server.ts';
import { realServer, type RealServer } from '../device/real-server.ts';
import { histories, play, type History, type ModelServer } from './model.ts';

/** `HISTORIES=2000 SEED=1 npx vitest run tests/sync/model.test.ts` plays more, or the same again. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);
const numRuns = Number(process.env['HISTORIES'] ?? 40);

vi.setConfig({ testTimeout: 60_000 + numRuns * 3000 });

let server: RealServer;

beforeAll(async () => {
  server = await realServer();
});

afterAll(async () => {
  await server.close();
});

async function extended(): Promise<ModelServer> {
  const token = await server.newUser();
  const brokerId = await server.anyBroker(token);
  return { mode: 'extended', network: testNetwork(server.handle), token, brokerId, isin: 'IE00B3RBWM25', transactions: async () => await server.records(token, 'transaction') };
}

function plain(): ModelServer {
  const bare = plainServer();
  bare.reply = (['nothing', 'location', 'body'] as const)[seed % 3] ?? 'nothing';
  return { mode: 'plain', network: testNetwork(bare.handle), token: bare.token, brokerId: '7', isin: 'IE00B4L5Y983', transactions: async () => await Promise.resolve([...bare.transactions.values()]) };
}

async function hold(make: () => Promise<ModelServer>): Promise<void> {
  await fc.assert(fc.asyncProperty(histories, async (history: History) => await play(history, await make())), { seed, numRuns, endOnFailure: process.env['SHRINK'] === undefined });
}

describe(`random histories (seed ${seed})`, () => {
  it('leave nothing lost or doubled on an extended server', async () => {
    await hold(extended);
  });

  it('leave nothing lost on a plain server', async () => {
    await hold(async () => await Promise.resolve(plain()));
  });
});
