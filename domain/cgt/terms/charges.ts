/** Which of a row's figures are allowable (RULES 4.2 to 4.4; TCGA 1992 s38). Accrued interest never is. */
import type { Pounds } from '../../values/amount.ts';
import { add, exact, exactSum, type Exact } from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';

const NIL = 0 as Pounds;

/** Dealing costs of a row: broker charge, stamp duty and, only when the account's setting says so, the FX charge. */
export function incidentalCosts(row: Transaction, fxChargeAllowable: boolean): Exact<'pounds'> {
  return exactSum(row.brokerCharge, row.stampDuty, fxChargeAllowable ? row.fxCharge : NIL);
}

/** Allowable cost of an acquisition: the consideration stated and its dealing costs. */
export function acquisitionCost(row: Transaction, fxChargeAllowable: boolean): Exact<'pounds'> {
  const cost = exactSum(row.consideration, row.brokerCharge, row.stampDuty);
  return fxChargeAllowable ? add(cost, exact(row.fxCharge)) : cost;
}
