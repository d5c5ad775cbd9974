/** A tax year of one account holder in full, as JSON numbers for screens and exports: totals, losses, exempt amount, rates, boxes. */
import { checkAmount, isAmount, type Pounds } from '../../values/amount.ts';
import type { IsoDate } from '../../values/dates.ts';
import { exact, subtract, toAmount, type Exact } from '../../values/decimal.ts';
import type { ExtraValue } from '../../records/extra.ts';
import { parseTaxYear, type TaxYear } from '../../values/tax-year.ts';
import type { Reporting } from './reporting.ts';
import type { TaxRange, TaxYearComputation } from './tax-computation.ts';

/** A stretch of the year with rates of its own, in percent. */
interface RateStretchView {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly basicRate: number;
  readonly higherRate: number;
  readonly gains: Pounds;
  readonly taxable: Pounds;
}

type ReportingView = Omit<Reporting, 'proceedsLimit'> & { readonly proceedsLimit: Pounds };

export interface YearPanel {
  readonly accountId: string;
  readonly taxYear: TaxYear;
  readonly disposals: number;
  readonly proceeds: Pounds;
  readonly allowableCosts: Pounds;
  readonly gains: Pounds;
  /** A positive figure. */
  readonly losses: Pounds;
  readonly net: Pounds;
  readonly lossesBroughtForward: Pounds;
  readonly lossesBroughtForwardUsed: Pounds;
  readonly lossesCarriedForward: Pounds;
  readonly claimLossesBy: IsoDate | null;
  /** Null, like all that follows from the year's rules, for a year whose rules are not known. */
  readonly exemptAmount: Pounds | null;
  readonly exemptAmountUsed: Pounds | null;
  readonly exemptAmountLeft: Pounds | null;
  readonly taxable: Pounds | null;
  readonly stretches: readonly RateStretchView[];
  /** Null as long as it depends on income that was not stated. */
  readonly tax: Pounds | null;
  readonly taxAtBasicRate: Pounds | null;
  readonly taxAtHigherRate: Pounds | null;
  readonly taxAdjustment: Pounds | null;
  readonly reporting: ReportingView | null;
  /** False while the losses brought forward come from a year that is not final. */
  readonly broughtForwardFinal: boolean;
  readonly final: boolean;
}

export function toYearPanel(year: TaxYearComputation, accountId: string): YearPanel {
  const { rules, reporting } = year;
  const known = (figure: Exact<'pounds'>): Pounds | null => (rules === null ? null : toAmount(figure));
  const exempt = exact((rules?.annualExemptAmount ?? 0) as Pounds);
  return {
    accountId,
    taxYear: year.taxYear,
    disposals: year.disposals,
    proceeds: toAmount(year.proceeds),
    allowableCosts: toAmount(year.allowableCosts),
    gains: toAmount(year.gains),
    losses: toAmount(year.losses),
    net: toAmount(year.net),
    lossesBroughtForward: toAmount(year.lossesBroughtForward),
    lossesBroughtForwardUsed: toAmount(year.lossesBroughtForwardUsed),
    lossesCarriedForward: toAmount(year.lossesCarriedForward),
    claimLossesBy: year.claimLossesBy,
    exemptAmount: known(exempt),
    exemptAmountUsed: known(year.exemptAmountUsed),
    exemptAmountLeft: known(subtract(exempt, year.exemptAmountUsed)),
    taxable: known(year.taxable),
    stretches: year.segments.map((segment) => ({
      ...segment,
      gains: toAmount(segment.gains),
      taxable: toAmount(segment.taxable),
    })),
    tax: year.tax === null ? null : toAmount(year.tax),
    taxAtBasicRate: known(year.taxAtBasicRate),
    taxAtHigherRate: known(year.taxAtHigherRate),
    taxAdjustment: year.taxAdjustment === null ? null : toAmount(year.taxAdjustment),
    reporting: reporting === null ? null : { ...reporting, proceedsLimit: toAmount(reporting.proceedsLimit) },
    broughtForwardFinal: year.broughtForwardFinal,
    final: year.isFinal,
  };
}

/** The least and the most that the year's gains cost; null for a year whose rules are not known. */
export function estimatedTax({ tax, taxAtBasicRate, taxAtHigherRate }: YearPanel): TaxRange | null {
  if (tax !== null) return { low: tax, high: tax };
  return taxAtBasicRate === null || taxAtHigherRate === null ? null : { low: taxAtBasicRate, high: taxAtHigherRate };
}

/**
 * Reads amounts by tax year, `{"2023-24": 1234.5}`, as the extra `losses-brought-forward/{account id}` keeps them.
 * What is no tax year, or no amount of nil or more, does not count.
 */
export function readAmountsByYear(value: ExtraValue): ReadonlyMap<TaxYear, Exact<'pounds'>> {
  const amounts = new Map<TaxYear, Exact<'pounds'>>();
  for (const [year, stated] of Object.entries(value)) {
    const taxYear = parseTaxYear(year);
    const amount = typeof stated === 'number' ? checkAmount<'pounds'>(stated) : null;
    if (taxYear !== null && amount !== null && isAmount(amount) && amount >= 0) amounts.set(taxYear, exact(amount));
  }
  return amounts;
}
