/** A ledger as a screen shows it: JSON numbers, newest first, the stated balances between its rows. */
import type { Money } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { absolute, toAmount } from '../values/decimal.ts';
import { labelOf, TRANSACTION_TYPES, type CashEventType } from '../fields/enums.ts';
import type { CashLedger } from './cash-ledger.ts';
import { likelyEvents } from './likely-events.ts';
import type { StatementMark } from './statement-marks.ts';

export interface LedgerLineView {
  readonly kind: 'line';
  readonly id: string;
  readonly day: IsoDate;
  readonly typeLabel: string;
  /** The name of the security; empty for a cash event. */
  readonly assetName: string;
  readonly reference: string;
  /** Positive came in. */
  readonly amount: Money;
  readonly balance: Money;
}

export interface LedgerMarkView {
  readonly kind: 'mark';
  readonly day: IsoDate;
  readonly stated: Money;
  /** Stated less calculated; nil where they agree. */
  readonly difference: Money;
  /** The day from which it differs by exactly this; null where it agrees. */
  readonly since: IsoDate | null;
}

/** The event that would explain the last difference. */
export interface MissingEvent {
  readonly types: readonly CashEventType[];
  readonly amount: Money;
  readonly day: IsoDate;
}

export interface CashLedgerView {
  /** Newest first; a mark stands above the rows of its day. */
  readonly entries: readonly (LedgerLineView | LedgerMarkView)[];
  /** Rows and marks in all, of which the newest are given. */
  readonly total: number;
  /** Null where the last stated balance agrees, or none was stated. */
  readonly missing: MissingEvent | null;
}

/** `limit`: at most this many entries, the newest. */
export function toCashLedgerView(
  ledger: CashLedger,
  marks: readonly StatementMark[],
  nameOf: (isin: string) => string,
  limit: number,
): CashLedgerView {
  const lines = ledger.lines.map(({ transaction, day, amount, balance }): LedgerLineView => ({
    kind: 'line',
    id: transaction.id,
    day,
    typeLabel: labelOf(TRANSACTION_TYPES, transaction.transactionType),
    assetName: transaction.isin === '' ? '' : nameOf(transaction.isin),
    reference: transaction.brokerDealReference,
    amount: toAmount(amount),
    balance: toAmount(balance),
  }));
  const stated = marks.map(({ day, balance, difference, since }): LedgerMarkView => ({
    kind: 'mark',
    day,
    stated: balance,
    difference: toAmount(difference),
    since,
  }));
  // Stable: of one day the rows stay before the balance at its end.
  const entries = [...lines, ...stated].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)).toReversed();
  const last = marks.at(-1);
  return {
    entries: entries.slice(0, limit),
    total: entries.length,
    missing:
      last === undefined || last.since === null
        ? null
        : {
            types: likelyEvents(ledger, last.difference),
            amount: toAmount(absolute(last.difference)),
            day: last.since,
          },
  };
}
