/**
 * Writes of many records, in transactions of their own: SQLite has a single writer, so everybody else's writes wait
 * while one is open.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { done, type Outcome } from '../../outcome.ts';
import type { Db, Store } from './store.ts';

/** As many records as hold the lock for some 50 milliseconds. */
export const PART = 2000;
/** Longer than the pause after which waiting writes try again. */
const TURN_MS = 10;

/** Lets others write before the next transaction; for at least `ms` milliseconds. */
export async function giveWay(ms = TURN_MS): Promise<void> {
  await pause(Math.max(ms, TURN_MS));
}

export interface Parts<T, R> {
  readonly written: readonly R[];
  /** The values that are left for the transaction which completes the request. */
  readonly last: readonly T[];
}

/**
 * Writes all values but the last part, and lets others write after each part. When the process ends or a part fails, the
 * parts before it stay: `write` must be such that a repeated request does the rest. PostgreSQL locks only the user's
 * rows, so there all values are left for one transaction. `rowsOf` returns how many rows
 * a value counts.
 */
export async function writeInParts<T, R>(
  store: Store,
  values: readonly T[],
  write: (tx: Db, part: readonly T[]) => Promise<Outcome<R>>,
  rowsOf: (value: T) => number = () => 1,
): Promise<Outcome<Parts<T, R>>> {
  const written: R[] = [];
  let from = 0;
  const partAt = (start: number): readonly T[] => {
    let [end, rows] = [start, 0];
    while (end < values.length && (end === start || rows + rowsOf(values[end] as T) <= PART)) {
      rows += rowsOf(values[end] as T);
      end += 1;
    }
    return values.slice(start, end);
  };
  while (store.dialect === 'sqlite') {
    const part = partAt(from);
    if (from + part.length >= values.length) break;
    const outcome = await store.transact(async (tx) => await write(tx, part));
    if (!outcome.ok) return outcome;
    written.push(outcome.value);
    from += part.length;
    await giveWay();
  }
  return done({ written, last: values.slice(from) });
}
