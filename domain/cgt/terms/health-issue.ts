/** Something missing or contradictory in the data, as identification notes it (RULES 10). */
import type { Exact } from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';

export type HealthCode =
  | 'unmatched'
  | 'soldMoreThanHeld'
  | 'ratioUnknown'
  | 'ratioAssumed'
  | 'ratiosDiffer'
  | 'ratioTooFine'
  | 'nothingHeld'
  | 'equalisationExceedsCost'
  | 'nothingToReorganise'
  | 'receivedForNothing'
  | 'valueNeeded'
  | 'fractionNeeded'
  | 'fractionsDiffer'
  | 'considerationMoved'
  | 'treatmentsDiffer'
  | 'chargesNotCounted'
  | 'reorganisedIntoItself'
  | 'transferHalfMissing'
  | 'transferQuantitiesDiffer'
  | 'transferAcrossTaxStatus'
  | 'transferMayBeMove'
  | 'transferWithoutCost'
  | 'passedCostIncomplete'
  | 'circularTransfer'
  | 'matchAcrossReorganisation'
  | 'mayBeQualifyingBond'
  | 'beforePresentRules';

/** A finding on a class of an account, with the transaction and quantity concerned where there is one. */
export interface HealthIssue {
  readonly code: HealthCode;
  readonly accountId: string;
  readonly isin: string;
  readonly transaction: Transaction | null;
  readonly quantity: Exact<'quantity'> | null;
}
