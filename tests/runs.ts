/** How often a property is tried: seeded and few in `npm test`, many with a new seed in `npm run soak`. */

/** Set by `npm run soak`. */
const isSoak = process.env['SOAK'] !== undefined;
const USUAL_SEED = 4002;

export interface Runs {
  readonly numRuns: number;
  readonly seed: number;
}

/**
 * The number of tries and the seed for fast-check, which prints the seed of a failure: `usual` tries that are the same
 * in every run, so that a change is judged by itself, or `soak` new ones. `SEED` in the environment chooses the seed.
 */
export function runs(usual: number, soak: number): Runs {
  const chosen = process.env['SEED'];
  return {
    numRuns: isSoak ? soak : usual,
    seed: chosen === undefined ? (isSoak ? Date.now() % 2_147_483_647 : USUAL_SEED) : Number(chosen),
  };
}
