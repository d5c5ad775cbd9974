/** A tax year's totals of chargeable disposals (RULES 2.5, 4.7; 001 §9). */
import { add, subtract, type Exact } from '../decimal.ts';
import { isTaxableWrapper } from '../enums.ts';
import type { TaxYear } from '../tax-year.ts';
import { leavesOpen, type HealthIssue } from './data-health.ts';
import type { ClassGains, Disposal, GainsResult } from './gains.ts';
import { NO_POUNDS } from './section-104.ts';
import { provisionalUntil } from './tax-year-view.ts';

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

const NO_DISPOSALS: YearTotals = { disposals: 0, proceeds: NO_POUNDS, allowableCosts: NO_POUNDS, gains: NO_POUNDS, losses: NO_POUNDS, net: NO_POUNDS };

/** Adds up the chargeable ones of some disposals. */
export function totalsOf(disposals: Iterable<Disposal>): YearTotals {
  let count = 0;
  let [proceeds, allowableCosts, gains, losses] = [NO_POUNDS, NO_POUNDS, NO_POUNDS, NO_POUNDS];
  for (const disposal of disposals) {
    if (disposal.exempt !== null) continue;
    count += 1;
    proceeds = add(proceeds, disposal.proceeds);
    allowableCosts = add(allowableCosts, disposal.allowableCost);
    if (disposal.gain > 0n) gains = add(gains, disposal.gain);
    else losses = subtract(losses, disposal.gain);
  }
  return { disposals: count, proceeds, allowableCosts, gains, losses, net: subtract(gains, losses) };
}

function plus(a: YearTotals, b: YearTotals): YearTotals {
  return {
    disposals: a.disposals + b.disposals,
    proceeds: add(a.proceeds, b.proceeds),
    allowableCosts: add(a.allowableCosts, b.allowableCosts),
    gains: add(a.gains, b.gains),
    losses: add(a.losses, b.losses),
    net: add(a.net, b.net),
  };
}

/** Totals by class, kept with the class: a class that is not identified anew is not added up anew. */
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
  const accounts = new Map<string, Map<TaxYear, YearTotals>>();
  for (const gains of result.classes) {
    const ofClass = classTotals(gains);
    if (ofClass.size === 0) continue;
    const years = accounts.get(gains.accountId) ?? new Map<TaxYear, YearTotals>();
    accounts.set(gains.accountId, years);
    for (const [taxYear, totals] of ofClass) {
      const before = years.get(taxYear);
      years.set(taxYear, before === undefined ? totals : plus(before, totals));
    }
  }
  return accounts;
}

/** Totals of a tax year, of one account or of all together. */
export function summariseTaxYear(result: GainsResult, taxYear: TaxYear, accountId?: string): YearTotals {
  let totals = NO_DISPOSALS;
  for (const gains of result.classes) {
    if (accountId !== undefined && gains.accountId !== accountId) continue;
    totals = plus(totals, classTotals(gains).get(taxYear) ?? NO_DISPOSALS);
  }
  return totals;
}

/** RULES 3.8, 3.10: false while a chargeable disposal of the year can still change or rests on incomplete data. */
export function isFinal(result: GainsResult, taxYear: TaxYear, accountId?: string): boolean {
  for (const gains of result.classes) {
    if (accountId !== undefined && gains.accountId !== accountId) continue;
    const disposals = gains.disposals.filter((disposal) => disposal.taxYear === taxYear && disposal.exempt === null);
    if (disposals.length === 0) continue;
    if (gains.issues.some((issue) => concernsTaxable(issue) && leavesOpen(issue, taxYear))) return false;
    if (disposals.some((disposal) => provisionalUntil(disposal, result.asOf) !== null)) return false;
  }
  return true;
}

/** What is missing in an exempt wrapper leaves chargeable figures as they are; a split concerns every wrapper. */
function concernsTaxable({ code, transaction }: HealthIssue): boolean {
  return transaction === null || code === 'ratioUnknown' || code === 'ratiosDiffer' || isTaxableWrapper(transaction.taxWrapper);
}
