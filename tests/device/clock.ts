/** A clock that only a test moves. */
export interface TestClock {
  readonly now: () => number;
  readonly schedule: (action: () => void, ms: number) => () => void;
  /** Moves on and runs what falls due, in order. */
  readonly advance: (ms: number) => void;
  /** Milliseconds until the next timer; null without one. */
  readonly untilNext: () => number | null;
}

export function testClock(start = Date.parse('2025-01-15T12:00:00Z')): TestClock {
  let now = start;
  let timers: { at: number; action: () => void }[] = [];
  return {
    now: () => now,
    schedule: (action, ms) => {
      const timer = { at: now + ms, action };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance: (ms) => {
      const until = now + ms;
      for (;;) {
        const due = timers.filter((timer) => timer.at <= until).toSorted((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        timers = timers.filter((timer) => timer !== due);
        now = Math.max(now, due.at);
        due.action();
      }
      now = until;
    },
    untilNext: () => (timers.length === 0 ? null : Math.max(0, Math.min(...timers.map((timer) => timer.at)) - now)),
  };
}
