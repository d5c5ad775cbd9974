/** Random numbers for benchmarks: the same seed gives the same portfolio on every machine. */

/** A small linear congruential generator (Numerical Recipes' constants): numbers from 0 up to but not including 1. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
