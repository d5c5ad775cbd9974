/**
 * Dexie keeps the keys of all writes that a query was told of since it ran. A query that none of them concerns would
 * keep more and more, so each is run again now and then.
 */

/** The keys of so many are a few kilobytes. */
const WRITES = 500;

let writes = 0;
let renewals = 0;
const listeners = new Set<() => void>();

export const queryRenewals = {
  /** How often all queries were to be run again. */
  count: (): number => renewals,
  /** Calls `listener` after each time. Returns how to stop. */
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** Something was written by any tab or worker. */
  noteWrite: (): void => {
    writes += 1;
    if (writes % WRITES !== 0) return;
    renewals += 1;
    for (const listener of listeners) listener();
  },
} as const;
