/** Which of a row's figures are allowable (RULES 4.1 to 4.4; TCGA 1992 s38). */
import { add, exact, type Exact } from '../decimal.ts';
import type { Transaction } from '../records.ts';

/** Dealing costs of a row: broker charge, stamp duty and, only when the account's setting says so, the FX charge. Accrued interest never. */
export function incidentalCosts(row: Transaction, fxChargeAllowable: boolean): Exact<'pounds'> {
  let costs = row.brokerCharge === 0 ? (0n as Exact<'pounds'>) : exact(row.brokerCharge);
  if (row.stampDuty !== 0) costs = add(costs, exact(row.stampDuty));
  if (fxChargeAllowable && row.fxCharge !== 0) costs = add(costs, exact(row.fxCharge));
  return costs;
}

/** Allowable cost of an acquisition: the consideration stated and its dealing costs. */
export function acquisitionCost(row: Transaction, fxChargeAllowable: boolean): Exact<'pounds'> {
  return add(exact(row.consideration), incidentalCosts(row, fxChargeAllowable));
}
