/** What a transaction adds to or takes from the broker's cash (the table in docs/decisions/0004). */
import type { Unit } from '../values/amount.ts';
import { isCashTransaction } from '../records/cash-event.ts';
import type { IsoDate } from '../values/dates.ts';
import { add, exact, exactSum, negate, subtract, zero, type Exact } from '../values/decimal.ts';
import { cashEventOf, isCashEvent, type Currency, type TransactionType } from '../fields/enums.ts';
import type { Transaction } from '../records/records.ts';

/** Money that moved: positive came in. */
export interface CashEffect {
  readonly amount: Exact<'money'>;
  readonly currency: Currency;
  /** The settlement day where the broker states one, else the trade's. */
  readonly day: IsoDate;
}

/** What is known of the securities beside their transactions. */
export interface EffectFacts {
  /** Equalisation of accumulation units is never paid out. */
  readonly isAccumulating: (isin: string) => boolean;
}

/** Types that take money out, also where their pounds come to nothing and only the stated amount shows what moved. */
const PAID_FOR: ReadonlySet<TransactionType> = new Set(['BUY', 'RIGHTS_ISSUE', 'TRANSFER_IN', 'TRANSFER_OUT']);

/**
 * The effect of a transaction on the broker's cash; null where it moves none. What the broker states (`cashAmount`) wins;
 * else it follows from the figures in pounds: consideration and charges, or gross income less the tax withheld.
 */
export function cashEffectOf(row: Transaction, facts: EffectFacts): CashEffect | null {
  const day = row.settlementDate ?? row.transactionDate;
  if (isCashTransaction(row)) {
    const amount = exact(row.cashAmount);
    const isIn = cashEventOf(row.transactionType)?.cash === 'in';
    return { amount: isIn ? amount : negate(amount), currency: row.cashCurrency, day };
  }
  const pounds = poundsOf(row, facts);
  if (row.cashAmount !== undefined && row.cashCurrency !== undefined) {
    const stated = exact(row.cashAmount);
    if (stated === 0n) return null;
    const isOut = pounds < 0n || (pounds === 0n && PAID_FOR.has(row.transactionType));
    return { amount: isOut ? negate(stated) : stated, currency: row.cashCurrency, day };
  }
  return pounds === 0n ? null : { amount: pounds as Exact<Unit> as Exact<'money'>, currency: 'GBP', day };
}

function poundsOf(row: Transaction, { isAccumulating }: EffectFacts): Exact<'pounds'> {
  if (isCashEvent(row.transactionType)) return zero();
  const charges = exactSum(row.brokerCharge, row.stampDuty, row.fxCharge);
  // Accrued interest is paid with the consideration, in the same direction.
  const paid = add(exact(row.consideration), exact(row.accruedInterest));
  switch (row.transactionType) {
    case 'BUY':
    case 'RIGHTS_ISSUE':
      return negate(add(paid, charges));
    case 'SELL':
    case 'RETURN_OF_CAPITAL':
    case 'MERGER':
      return subtract(paid, charges);
    case 'DIVIDEND':
    case 'INTEREST':
      return subtract(receivedIncome(row), charges);
    case 'EQUALISATION':
      return subtract(isAccumulating(row.isin) ? zero() : exact(row.consideration), charges);
    case 'TRANSFER_IN':
    case 'TRANSFER_OUT':
      return negate(charges);
    // Reinvested and notional income is never paid out, and shares for shares are no money.
    case 'DIVIDEND_REINVESTED':
    case 'ACCUMULATION':
    case 'SPLIT':
    case 'BONUS_ISSUE':
    case 'DEMERGER':
    case 'ISIN_CHANGE':
      return zero();
  }
}

/** What arrived of income: gross less tax where both are stated, else the consideration. */
function receivedIncome({ consideration, grossIncome, taxWithheld }: Transaction): Exact<'pounds'> {
  return grossIncome === undefined || taxWithheld === undefined
    ? exact(consideration)
    : subtract(exact(grossIncome), exact(taxWithheld));
}
