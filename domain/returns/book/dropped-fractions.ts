/** Fractions that brokers dropped at a split, which only their own rows show (RULES 2.1; cgt/RULES 6.4). */
import { exact, ONE } from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';

/** The change in units that the day's rows state for a position, with the first of them. */
interface SplitChange {
  readonly row: Transaction;
  readonly rows: number;
  readonly quantity: bigint;
}

export type SplitChanges = ReadonlyMap<number, SplitChange>;

/** The changes by position; null without a split among the rows, and where one states a ratio, which takes precedence. */
export function splitChanges(
  rows: readonly { readonly row: Transaction }[],
  cellOf: (row: Transaction) => number,
): SplitChanges | null {
  const changes = new Map<number, SplitChange>();
  for (const { row } of rows) {
    if (row.transactionType !== 'SPLIT' && row.transactionType !== 'BONUS_ISSUE') continue;
    if (row.ratioNew !== undefined) return null;
    const quantity = row.quantity === null ? 0n : exact(row.quantity);
    const cell = cellOf(row);
    const known = changes.get(cell) ?? { row, rows: 0, quantity: 0n };
    changes.set(cell, { ...known, rows: known.rows + 1, quantity: known.quantity + quantity });
  }
  return changes.size === 0 ? null : changes;
}

interface HeldUnits {
  readonly cell: number;
  /** In basis units. */
  readonly units: bigint;
}

/**
 * What the rows give each position beyond the ratio, in basis units: nothing unless every position held has rows, all
 * together give the units of the ratio, and each differs from it by less than a unit for each of its rows.
 *
 * @param factors basis units per unit before and after the split
 */
export function fractionsDropped(
  held: readonly HeldUnits[],
  changes: SplitChanges,
  { before, after }: { readonly before: bigint; readonly after: bigint },
): readonly (HeldUnits & { readonly row: Transaction })[] {
  const dropped: (HeldUnits & { row: Transaction })[] = [];
  let total = 0n;
  for (const { cell, units } of held) {
    const change = changes.get(cell);
    if (change === undefined || (units * after) % before !== 0n) return [];
    const difference = (units * after) / before + change.quantity * after - units;
    const size = difference < 0n ? -difference : difference;
    if (size >= ONE * after * BigInt(change.rows)) return [];
    total += difference;
    if (difference !== 0n) dropped.push({ cell, units: difference, row: change.row });
  }
  return total === 0n ? dropped : [];
}
