import { describe, it } from 'vitest';
import { playUsual, USUAL_HISTORIES } from './play-histories.ts';

/** `HISTORIES=5000 SEED=1 npx vitest run tests/sync/model-extended.test.ts` plays more, or the same again. */
const { count, seed } = USUAL_HISTORIES;

describe(`${count} random histories (seed ${seed})`, () => {
  // Sync rule 1.6
  it(
    'leave nothing lost or doubled on an extended server',
    async () => {
      await playUsual('extended');
    },
    600_000 + count * 600,
  );
});
