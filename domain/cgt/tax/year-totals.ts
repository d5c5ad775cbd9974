/** A tax year's totals of chargeable disposals (RULES 2.5, 4.7; 001 §9). */
import { add, subtract, type Exact } from '../../values/decimal.ts';
import { daysBetween, type IsoDate } from '../../values/dates.ts';
import { taxYearBounds, type TaxYear } from '../../values/tax-year.ts';
import { concernsTaxable, leavesOpen, yearOfHiddenDisposal } from '../matching/data-health.ts';
import type { ClassGains, Disposal, GainsResult } from '../terms/gains.ts';
import { WINDOW_DAYS } from '../matching/identify.ts';
import { NO_POUNDS } from '../pool/section-104.ts';
import { shownResult } from '../views/shown-figures.ts';
import { disposalsOfYear, provisionalUntil } from '../views/tax-year-view.ts';

/** In whole pennies: sums of the disposals' shown figures. */
export interface YearTotals {
  /** After same-day aggregation; exempt disposals and transfers are not counted. */
  readonly disposals: number;
  readonly proceeds: Exact<'pounds'>;
  readonly allowableCosts: Exact<'pounds'>;
  readonly gains: Exact<'pounds'>;
  /** A positive figure. */
  readonly losses: Exact<'pounds'>;
  readonly net: Exact<'pounds'>;
}

/** Adds up disposals, or totals of disposals. Costs and net follow from the rest: each gain is proceeds less cost. */
class RunningTotals {
  private disposals = 0;
  private proceeds = NO_POUNDS;
  private gains = NO_POUNDS;
  private losses = NO_POUNDS;

  count(disposal: Disposal): void {
    if (disposal.exempt !== null) return;
    const { proceeds, gain } = shownResult(disposal);
    this.disposals += 1;
    this.proceeds = add(this.proceeds, proceeds);
    if (gain > 0n) this.gains = add(this.gains, gain);
    else this.losses = subtract(this.losses, gain);
  }

  add(totals: YearTotals): void {
    this.disposals += totals.disposals;
    this.proceeds = add(this.proceeds, totals.proceeds);
    this.gains = add(this.gains, totals.gains);
    this.losses = add(this.losses, totals.losses);
  }

  result(): YearTotals {
    const { disposals, proceeds, gains, losses } = this;
    const net = subtract(gains, losses);
    return { disposals, proceeds, allowableCosts: subtract(proceeds, net), gains, losses, net };
  }
}

/** Adds up the chargeable ones of some disposals. */
export function totalsOf(disposals: Iterable<Disposal>): YearTotals {
  const totals = new RunningTotals();
  for (const disposal of disposals) totals.count(disposal);
  return totals.result();
}

/** Totals by class, kept with the class: a class that is not identified again is not added up again. */
const totalsByClass = new WeakMap<ClassGains, ReadonlyMap<TaxYear, YearTotals>>();

function classTotals(gains: ClassGains): ReadonlyMap<TaxYear, YearTotals> {
  const known = totalsByClass.get(gains);
  if (known !== undefined) return known;
  const totals = new Map<TaxYear, YearTotals>();
  const { disposals } = gains;
  for (let start = 0; start < disposals.length;) {
    const taxYear = disposals[start]?.taxYear;
    let end = start + 1;
    while (end < disposals.length && disposals[end]?.taxYear === taxYear) end += 1;
    const ofYear = totalsOf(disposals.slice(start, end));
    if (taxYear !== undefined && ofYear.disposals > 0) totals.set(taxYear, ofYear);
    start = end;
  }
  totalsByClass.set(gains, totals);
  return totals;
}

/** Totals of every tax year that has a chargeable disposal, by account id and then by year. */
export function totalsByAccount(result: GainsResult): Map<string, Map<TaxYear, YearTotals>> {
  const running = new Map<string, Map<TaxYear, RunningTotals>>();
  for (const gains of result.classes) {
    for (const [taxYear, totals] of classTotals(gains)) {
      let years = running.get(gains.accountId);
      if (years === undefined) running.set(gains.accountId, (years = new Map<TaxYear, RunningTotals>()));
      let year = years.get(taxYear);
      if (year === undefined) years.set(taxYear, (year = new RunningTotals()));
      year.add(totals);
    }
  }
  return new Map(
    [...running].map(([accountId, years]) => [
      accountId,
      new Map([...years].map(([taxYear, year]) => [taxYear, year.result()])),
    ]),
  );
}

/** Totals of a tax year, of one account or of all together. */
export function summariseTaxYear(result: GainsResult, taxYear: TaxYear, accountId?: string): YearTotals {
  const running = new RunningTotals();
  for (const gains of result.classes) {
    if (accountId !== undefined && gains.accountId !== accountId) continue;
    const totals = classTotals(gains).get(taxYear);
    if (totals !== undefined) running.add(totals);
  }
  return running.result();
}

/** RULES 3.8, 3.10, 7.3: false while a chargeable disposal of the year can still change, rests on incomplete data, or may have been left out. */
export function isFinal(result: GainsResult, taxYear: TaxYear, accountId?: string): boolean {
  const { classes, asOf } = result;
  // No purchase can change a disposal of a year that has long ended, so its disposals need not be looked at.
  const hasLongEnded = daysBetween(taxYearBounds(taxYear).last, asOf) > WINDOW_DAYS;
  return classes.every(
    (gains) =>
      (accountId !== undefined && gains.accountId !== accountId) ||
      isClassFinal(gains, taxYear, { asOf, hasLongEnded }),
  );
}

function isClassFinal(
  gains: ClassGains,
  taxYear: TaxYear,
  { asOf, hasLongEnded }: { readonly asOf: IsoDate; readonly hasLongEnded: boolean },
): boolean {
  if (gains.issues.some((issue) => yearOfHiddenDisposal(issue, gains) === taxYear)) return false;
  const isLeftOpen = gains.issues.some((issue) => concernsTaxable(issue) && leavesOpen(issue, taxYear));
  if (!isLeftOpen && hasLongEnded) return true;
  const disposals = disposalsOfYear(gains.disposals, taxYear).filter((disposal) => disposal.exempt === null);
  if (disposals.length === 0) return true;
  if (isLeftOpen) return false;
  return disposals.every((disposal) => provisionalUntil(disposal, asOf) === null);
}
