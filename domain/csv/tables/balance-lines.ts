/** The lines of a running balance, and what following it shows. */
import type { Unit } from '../../values/amount.ts';
import type { Exact } from '../../values/decimal.ts';

/** A line's change and the balance after it; null where the line does not state it. */
export interface BalanceLine {
  readonly line: number;
  readonly change: Exact<Unit> | null;
  readonly balance: Exact<Unit> | null;
  /** One file may have the balances of several accounts, currencies or securities. */
  readonly account: string;
  /** The day as text, where it is known: a file may have its days newest first and each day's rows in any order. */
  readonly day?: string;
  /** A line of its own states the balance before all rows, or after them. */
  readonly ofStatement?: 'opening' | 'closing';
}

/** How the balances are written. */
export interface BalanceScale {
  readonly places: number;
  /** The largest difference that rounding explains. */
  readonly rounding: Exact<Unit>;
  readonly text: (value: Exact<Unit>) => string;
}

/** A line whose balance does not follow from the lines before it. */
export interface BalanceBreak {
  readonly line: number;
  /** The calculated balance, and the one in the file, to the penny. */
  readonly expected: string;
  readonly stated: string;
}

export interface BalanceProof {
  /** Number of balances that follow from the previous one. */
  readonly agreeing: number;
  /** In file order. */
  readonly breaks: readonly BalanceBreak[];
}

/** What a balance proves, with the lines whose figures it proves. */
export interface ProvedLines extends BalanceProof {
  readonly provedLines: ReadonlySet<number>;
  /** Those of them whose balance is what the line itself added, from nothing. */
  readonly firstLines: ReadonlySet<number>;
}

/** What one order of the lines shows. */
export interface FollowedLines extends ProvedLines {
  /** Number of balances that do not follow. */
  readonly disagreeing: number;
}
