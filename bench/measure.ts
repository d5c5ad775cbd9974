/** Timing for benchmarks: medians, each printed beside its floor. */

/** The median time of `runs` calls, in milliseconds, after one call that warms up. */
export function medianOf(runs: number, call: () => unknown): number {
  call();
  const times = Array.from({ length: runs }, () => {
    globalThis.gc?.();
    const start = performance.now();
    call();
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
}

/** One line: what was measured, its time, the floor's time and their ratio. */
export function printTimes(name: string, time: number, floorName: string, floor: number): void {
  console.log(`${name.padEnd(52)} ${time.toFixed(1).padStart(8)} ms   ${floorName}: ${floor.toFixed(1)} ms   x${(time / floor).toFixed(1)}`);
}
