/** Plays random histories from a seed against a server of either kind, in tests and in the long run `npm run soak`. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { realServer } from '../device/real-server.ts';
import { histories, type History } from './model-history.ts';
import { extendedModel, LISTED, plainModel, type ModelServer, type PlainReply } from './model-server.ts';
import { play } from './model.ts';
import { notReachedBy } from './reached.ts';

export type Mode = ModelServer['mode'];

const PLAIN_REPLIES = ['nothing', 'location', 'body'] as const satisfies readonly PlainReply[];

/** Plays `count` histories; throws with the seed and the first history that does not hold. `SHRINK=1` makes that one smaller first. */
export async function playHistories(mode: Mode, seed: number, count: number): Promise<void> {
  const real = mode === 'extended' ? await realServer({ fewWith: LISTED }) : null;
  let played = 0;
  const one = async (history: History): Promise<void> => {
    played += 1;
    await play(
      history,
      real === null ? plainModel(PLAIN_REPLIES[played % PLAIN_REPLIES.length] ?? 'nothing') : await extendedModel(real),
    );
  };
  try {
    await fc.assert(fc.asyncProperty(histories, one), {
      seed,
      numRuns: count,
      endOnFailure: process.env['SHRINK'] === undefined,
    });
  } finally {
    await real?.close();
  }
}

const USUAL_COUNT = 300;

/** Of each kind in every run, the same each time, so that a change is judged by itself; `npm run soak` plays new ones. `HISTORIES` and `SEED` choose others. */
export const USUAL_HISTORIES = {
  count: Number(process.env['HISTORIES'] ?? USUAL_COUNT),
  seed: Number(process.env['SEED'] ?? 4002),
} as const;

/** Plays the usual histories and checks that they reach what only histories test; fewer of them may miss some of it. */
export async function playUsual(mode: Mode): Promise<void> {
  const { count, seed } = USUAL_HISTORIES;
  const missed = await notReachedBy(mode, async () => await playHistories(mode, seed, count));
  if (count >= USUAL_COUNT) assert.deepEqual(missed, [], 'no history has called these functions');
}
