/** The ledger beside the broker's statements: a difference is shown, never absorbed. */
import type { Money } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { exact, subtract, type Exact } from '../values/decimal.ts';
import { balanceOn, type CashLedger } from './cash-ledger.ts';

/** A balance that was stated for the end of a day. */
export interface StatedBalance {
  readonly day: IsoDate;
  readonly balance: Money;
}

/** A stated balance beside the ledger's of that day. */
export interface StatementMark extends StatedBalance {
  /** Of the ledger at the end of the day. */
  readonly reckoned: Exact<'money'>;
  /** Stated less calculated: positive is money that the ledger lacks. */
  readonly difference: Exact<'money'>;
  /** The first mark from which on the ledger differs by exactly this; null where it agrees. */
  readonly since: IsoDate | null;
}

/** Every stated balance beside the ledger, oldest first; of several of one day the last one given. */
export function statementMarks(ledger: CashLedger, stated: readonly StatedBalance[]): readonly StatementMark[] {
  const byDay = new Map(stated.map((entry) => [entry.day, entry]));
  const marks: StatementMark[] = [];
  for (const entry of [...byDay.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    const reckoned = balanceOn(ledger, entry.day);
    const difference = subtract(exact(entry.balance), reckoned);
    const before = marks.at(-1);
    const since =
      difference === 0n ? null : before?.difference === difference ? (before.since ?? entry.day) : entry.day;
    marks.push({ ...entry, reckoned, difference, since });
  }
  return marks;
}
