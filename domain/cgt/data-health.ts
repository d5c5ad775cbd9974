/** What is missing or contradictory in the data, found while identifying (RULES 10). Codes here, words at the edge. */
import type { Exact } from '../decimal.ts';

export type HealthCode =
  /** More was disposed of than any acquisition covers. */
  | 'unmatched'
  /** A sale was larger than the holding of its day; it was identified with acquisitions after it. */
  | 'soldMoreThanHeld'
  /** A split with no ratio and nothing held to derive it from; it was left out. */
  | 'ratioUnknown'
  /** Rows of one day state different ratios; the first was taken. */
  | 'ratiosDiffer'
  /** An adjustment of cost while nothing was in the pool; it was left out. */
  | 'nothingHeld'
  /** A distribution that is not known to be small and has no value after it; it was left out. */
  | 'valueNeeded'
  /** A demerger that says neither fraction, values nor cost; no cost moved. */
  | 'fractionNeeded'
  /** A transfer whose other half is not there. */
  | 'transferHalfMissing'
  /** A transfer whose halves differ in quantity. */
  | 'transferQuantitiesDiffer'
  /** A transfer between a taxable and an exempt wrapper: it needs a Sell and a Buy. */
  | 'transferAcrossTaxStatus'
  /** Costs that depend on each other in a circle; the figures are not final. */
  | 'circularTransfer'
  /** A sale shortly before a takeover or demerger, and a purchase after it: the law on matching across it is open. */
  | 'matchAcrossReorganisation'
  /** A sterling bond that nobody marked: it may be a qualifying corporate bond, and then exempt. */
  | 'mayBeQualifyingBond';

/** A finding, with the transaction and, where it has one, the quantity concerned. */
export interface HealthIssue {
  readonly code: HealthCode;
  readonly accountId: string;
  readonly isin: string;
  readonly transactionId: string | null;
  readonly quantity: Exact<'quantity'> | null;
}

const MAKES_NOT_FINAL: ReadonlySet<HealthCode> = new Set<HealthCode>([
  'unmatched', 'ratioUnknown', 'ratiosDiffer', 'nothingHeld', 'valueNeeded', 'fractionNeeded', 'transferHalfMissing',
  'transferQuantitiesDiffer', 'transferAcrossTaxStatus', 'circularTransfer',
]);

/** True when figures that rest on the class cannot be called final (RULES 3.8, 10). */
export function makesNotFinal(issue: HealthIssue): boolean {
  return MAKES_NOT_FINAL.has(issue.code);
}
