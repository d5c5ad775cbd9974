/** The transaction that records a reporting period's excess income (RULES 4.3). */
import type { Pounds } from '../values/amount.ts';
import { toAmount } from '../values/decimal.ts';
import type { Transaction } from '../records/records.ts';
import type { FundPeriod } from './excess-income.ts';
import { excessReference } from './excess-record.ts';

const NIL = 0 as Pounds;

/**
 * A notional distribution that raises the cost at the period's end and is income on the distribution date; null where
 * there is nothing to add.
 */
export function proposedRecord(period: FundPeriod): Omit<Transaction, 'id'> | null {
  const { accountId, isin, recordDate, distributionDate, toAdd, figures, like } = period;
  if (toAdd === null || toAdd <= 0n || figures === null) return null;
  return {
    transactionType: 'ACCUMULATION',
    transactionDate: recordDate,
    incomeDate: distributionDate,
    brokerId: like.brokerId,
    brokerDealReference: excessReference(figures),
    accountId,
    taxWrapper: like.taxWrapper,
    isin,
    quantity: null,
    nativePrice: null,
    localPrice: null,
    consideration: toAmount(toAdd),
    brokerCharge: NIL,
    stampDuty: NIL,
    fxCharge: NIL,
    accruedInterest: NIL,
  };
}
