/** Whether a tax year must be reported, and the boxes of SA108 for listed shares (RULES 11.4, 11.5). */
import type { Pounds } from '../../values/amount.ts';
import { exact, type Exact } from '../../values/decimal.ts';
import { wholePoundsDown, wholePoundsUp } from '../../values/round-parts.ts';
import type { GainsRules } from '../../tax-years/tax-year-rules.ts';
import type { YearTotals } from './year-totals.ts';

/**
 * The boxes of SA108 that these figures fill, whole pounds (count in box 23): 'Listed shares and securities' and, of 'Losses', 45 and 47.
 * Sources: acowtancy.com D5 and taxbull.co.uk 2026 for the sections' numbers, HMRC's community forum for 24 to 27, gosimpletax.com for 45 and 47.
 */
interface Sa108Boxes {
  /** Number of disposals. */
  readonly 23: number;
  /** Disposal proceeds, rounded down. */
  readonly 24: number;
  /** Allowable costs, including purchase price, rounded up. */
  readonly 25: number;
  /** Gains in the year before losses, rounded down. */
  readonly 26: number;
  /** Losses in the year, rounded up. */
  readonly 27: number;
  /** Losses brought forward and used in the year, rounded up. */
  readonly 45: number;
  /** Losses available to be carried forward, rounded up. */
  readonly 47: number;
}

/** What a return rests on beside the year's totals. */
export interface TaxedYear {
  readonly taxable: Exact<'pounds'>;
  readonly lossesBroughtForwardUsed: Exact<'pounds'>;
  readonly lossesCarriedForward: Exact<'pounds'>;
}

export interface Reporting {
  readonly proceedsLimit: Exact<'pounds'>;
  /** More than the limit; equal is not over. */
  readonly overProceedsLimit: boolean;
  /** Gains before losses above the annual exempt amount. */
  readonly gainsOverExempt: boolean;
  readonly taxable: boolean;
  /** Losses count only when they are claimed. */
  readonly lossesToClaim: boolean;
  /** One of the first three: for those in Self Assessment a return of the gains is needed. */
  readonly returnNeeded: boolean;
  readonly sa108: Sa108Boxes;
  /** False for a year for which only the labels of the boxes are known (RULES 11.5). */
  readonly boxNumbersKnown: boolean;
}

export function reportingOf(
  totals: YearTotals,
  rules: GainsRules,
  { taxable, lossesBroughtForwardUsed, lossesCarriedForward }: TaxedYear,
): Reporting {
  const proceedsLimit = exact(rules.proceedsLimit as Pounds);
  const overProceedsLimit = totals.proceeds > proceedsLimit;
  const gainsOverExempt = totals.gains > exact(rules.annualExemptAmount as Pounds);
  return {
    proceedsLimit,
    overProceedsLimit,
    gainsOverExempt,
    taxable: taxable > 0n,
    lossesToClaim: totals.losses > 0n,
    returnNeeded: overProceedsLimit || gainsOverExempt || taxable > 0n,
    // RULES 11.5: year totals alone are rounded, in the taxpayer's favour.
    sa108: {
      23: totals.disposals,
      24: wholePoundsDown(totals.proceeds),
      25: wholePoundsUp(totals.allowableCosts),
      26: wholePoundsDown(totals.gains),
      27: wholePoundsUp(totals.losses),
      45: wholePoundsUp(lossesBroughtForwardUsed),
      47: wholePoundsUp(lossesCarriedForward),
    },
    boxNumbersKnown: rules.boxNumbersKnown,
  };
}
