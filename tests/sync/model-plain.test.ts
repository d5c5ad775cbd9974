import { describe, it } from 'vitest';
import { playUsual, USUAL_HISTORIES } from './play-histories.ts';

/** `HISTORIES=5000 SEED=1 npx vitest run tests/sync/model-plain.test.ts` plays more, or the same again. */
const { count, seed } = USUAL_HISTORIES;

describe(`${count} random histories (seed ${seed})`, () => {
  // Sync rules 1.3, 1.6
  it(
    'leave nothing lost on a plain server, and nothing doubled without a word',
    async () => {
      await playUsual('plain');
    },
    600_000 + count * 600,
  );
});
