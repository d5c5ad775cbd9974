/** Plays random histories from a seed against a server of either kind, in tests and in the long run `npm run soak`. */
import fc from 'fast-check';
import { testNetwork } from '../device/network.ts';
import { plainServer } from '../device/plain-server.ts';
import { realServer, type RealServer } from '../device/real-server.ts';
import { histories, play, type History, type ModelServer } from './model.ts';

export type Mode = ModelServer['mode'];

/** How a plain server tells the new id. */
type PlainReply = 'nothing' | 'location' | 'body';
const PLAIN_REPLIES = ['nothing', 'location', 'body'] as const satisfies readonly PlainReply[];

/** A new user's part of the real server. */
export async function extendedModel(server: RealServer): Promise<ModelServer> {
  const token = await server.newUser();
  const brokerId = await server.anyBroker(token);
  return {
    mode: 'extended', network: testNetwork(server.handle), token, brokerId, isin: 'IE00B3RBWM25',
    transactions: async () => await server.records(token, 'transaction'), backUp: server.backUpUser,
  };
}

/** A new server that has only what the specification has. */
export function plainModel(reply: PlainReply): ModelServer {
  const bare = plainServer();
  bare.reply = reply;
  return {
    mode: 'plain', network: testNetwork(bare.handle), token: bare.token, brokerId: '7', isin: 'IE00B4L5Y983',
    transactions: async () => await Promise.resolve([...bare.transactions.values()]), backUp: null,
  };
}

/** Plays `count` histories; throws with the seed and the first history that does not hold. `SHRINK=1` makes that one smaller first. */
export async function playHistories(mode: Mode, seed: number, count: number): Promise<void> {
  const real = mode === 'extended' ? await realServer() : null;
  let played = 0;
  const one = async (history: History): Promise<void> => {
    played += 1;
    await play(history, real === null ? plainModel(PLAIN_REPLIES[played % PLAIN_REPLIES.length] ?? 'nothing') : await extendedModel(real));
  };
  try {
    await fc.assert(fc.asyncProperty(histories, one), { seed, numRuns: count, endOnFailure: process.env['SHRINK'] === undefined });
  } finally {
    await real?.close();
  }
}

/** The seed to play: the one asked for by `SEED`, else another each time. */
export function chosenSeed(): number {
  return Number(process.env['SEED'] ?? Date.now() % 2_147_483_647);
}

/** How many histories: as asked for by `HISTORIES`, else `usual`. */
export function chosenCount(usual: number): number {
  return Number(process.env['HISTORIES'] ?? usual);
}
