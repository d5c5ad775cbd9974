import { randomFrom } from '../../bench/random.ts';

/** Whole numbers below a count from a seed, the same on every machine. */
export function picker(seed: number): (count: number) => number {
  const random = randomFrom(seed);
  return (count) => Math.floor(random() * Math.max(0, count));
}
