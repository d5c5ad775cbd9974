/** The annual allowance of pensions, tapered, with what earlier years left of theirs (RULES 3; FA 2004 s228 to s228ZA). */
import type { Pounds } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { add, exact, subtract, sum, toAmount, type Exact } from '../values/decimal.ts';
import { taxYearBounds, taxYearOf, taxYearStarting, type TaxYear } from '../values/tax-year.ts';
import type { PensionRules } from '../tax-years/tax-year-rules.ts';
import { rulesOf } from '../tax-years/tax-years.ts';
import {
  allowanceOf,
  sumOf,
  type Allowance,
  type AllowanceGap,
  type AllowanceRow,
  type RowSource,
} from './allowance.ts';

/** A contribution by whomever, gross of relief. */
export interface PensionContribution {
  readonly date: IsoDate;
  readonly gross: Pounds;
  readonly source: RowSource;
}

/** What a holder states of a year for the taper. */
export interface PensionIncome {
  readonly threshold: Pounds;
  readonly adjusted: Pounds;
}

export interface PensionInput {
  readonly accountId: string;
  readonly taxYear: TaxYear;
  readonly today: IsoDate;
  readonly contributions: readonly PensionContribution[];
  /** By year; a year that is not here is taken to bear no taper, which is said. */
  readonly incomes: ReadonlyMap<TaxYear, PensionIncome>;
  /** The first year in which the holder was a member of a scheme and whose contributions are all here; null when nobody said. */
  readonly knownFrom: TaxYear | null;
  /** The day on which benefits were first drawn flexibly; null for never. */
  readonly flexiblyAccessedOn: IsoDate | null;
}

/** What a year left, and what this year takes of it. */
export interface CarriedForward {
  readonly taxYear: TaxYear;
  readonly unused: Pounds;
  readonly used: Pounds;
}

export interface PensionAllowances {
  /** The year's own allowance with what is carried into it; the reduced one where it applies. */
  readonly allowances: readonly Allowance[];
  /** The year's own allowance after the taper. */
  readonly ownAllowance: Pounds;
  /** The three years before, oldest first; those without figures are not here. */
  readonly carriedForward: readonly CarriedForward[];
}

const NOTHING = 0n as Exact<'pounds'>;

function least(a: Exact<'pounds'>, b: Exact<'pounds'>): Exact<'pounds'> {
  return a < b ? a : b;
}

/** RULES 3.2: the allowance falls by a pound for each two of adjusted income above its limit, where threshold income is above its own. */
function taperedAllowance(rules: PensionRules, income: PensionIncome | undefined): Exact<'pounds'> {
  const full = exact(rules.annualAllowance as Pounds);
  const { thresholdIncome, adjustedIncome, minimum } = rules.taper;
  if (income === undefined || income.threshold <= thresholdIncome || income.adjusted <= adjustedIncome) return full;
  const above = subtract(exact(income.adjusted), exact(adjustedIncome as Pounds));
  // Rounded down to whole pounds in the holder's favour (FA 2004 s228ZA(3)).
  const pound = exact(1 as Pounds);
  const reduction = ((above / 2n / pound) * pound) as Exact<'pounds'>;
  const left = subtract(full, reduction);
  const floor = exact(minimum as Pounds);
  return left < floor ? floor : left;
}

function yearsFrom(first: TaxYear, last: TaxYear): TaxYear[] {
  const [from, to] = [first, last].map((year) => Number(year.slice(0, 4)));
  return Array.from({ length: Math.max(0, (to ?? 0) - (from ?? 0) + 1) }, (_, index) =>
    taxYearStarting((from ?? 0) + index),
  );
}

interface Standing {
  readonly unused: Map<TaxYear, Exact<'pounds'>>;
  readonly taken: Map<TaxYear, Exact<'pounds'>>;
}

/** RULES 3.3: a year uses its own allowance first, then what the three before it left, the oldest first. */
function useYear(
  standing: Standing,
  taxYear: TaxYear,
  own: Exact<'pounds'>,
  paid: Exact<'pounds'>,
  years: number,
): void {
  standing.taken.clear();
  let beyond = paid > own ? subtract(paid, own) : NOTHING;
  const start = Number(taxYear.slice(0, 4));
  for (let back = years; back >= 1; back -= 1) {
    const earlier = taxYearStarting(start - back);
    const unused = standing.unused.get(earlier);
    if (unused === undefined) continue;
    const used = least(unused, beyond);
    standing.taken.set(earlier, used);
    standing.unused.set(earlier, subtract(unused, used));
    beyond = subtract(beyond, used);
  }
  standing.unused.set(taxYear, paid < own ? subtract(own, paid) : NOTHING);
}

/** RULES 3: the pension allowances of a holder in a year. Null for a year whose figures are not known. */
export function pensionAllowances(input: PensionInput): PensionAllowances | null {
  const { accountId, taxYear, today } = input;
  const rules = rulesOf(taxYear)?.pension ?? null;
  if (rules === null) return null;
  const contributionsOf = (year: TaxYear): PensionContribution[] =>
    input.contributions.filter(({ date }) => taxYearOf(date) === year);
  const afterAccess = (year: TaxYear): PensionContribution[] =>
    contributionsOf(year).filter(({ date }) => isReduced(date, input.flexiblyAccessedOn));
  /** RULES 3.5: what such a year leaves, and what is left for other pensions, follows other rules. */
  const isAboveReduced = (year: TaxYear): boolean => {
    const reduced = rulesOf(year)?.pension?.moneyPurchase;
    return reduced !== undefined && sum(afterAccess(year).map(({ gross }) => exact(gross))) > exact(reduced as Pounds);
  };
  const standing: Standing = { unused: new Map(), taken: new Map() };
  const own = taperedAllowance(rules, input.incomes.get(taxYear));
  const known = input.knownFrom === null || input.knownFrom > taxYear ? [] : yearsFrom(input.knownFrom, taxYear);
  let unusedBefore = new Map<TaxYear, Exact<'pounds'>>();
  for (const year of known.length === 0 ? [taxYear] : known) {
    const ofYear = rulesOf(year)?.pension ?? null;
    if (ofYear === null) continue;
    if (year === taxYear) unusedBefore = new Map(standing.unused);
    const paid = sum(contributionsOf(year).map(({ gross }) => exact(gross)));
    useYear(standing, year, taperedAllowance(ofYear, input.incomes.get(year)), paid, ofYear.carryForwardYears);
  }
  const isCarriedUnknown = [...standing.taken.keys()].some(isAboveReduced);
  const carriedForward = [...standing.taken].flatMap(([year, used]) =>
    isCarriedUnknown
      ? []
      : [{ taxYear: year, unused: toAmount(unusedBefore.get(year) ?? NOTHING), used: toAmount(used) }],
  );
  const carried = carriedForward.reduce((total, { unused }) => add(total, exact(unused)), NOTHING);
  const rows = rowsOf(contributionsOf(taxYear));
  const gaps: readonly AllowanceGap[] = [
    ...(input.knownFrom === null ? (['pensionMembership', 'pensionContributions'] as const) : []),
    ...([taxYear, ...standing.taken.keys()].every((year) => input.incomes.has(year)) ? [] : (['income'] as const)),
    ...(isAboveReduced(taxYear) || isCarriedUnknown ? (['alternativeAllowance'] as const) : []),
  ];
  const limit = isAboveReduced(taxYear) ? null : toAmount(add(own, carried));
  const whole = allowanceOf({ kind: 'pension', accountId, taxYear, limit, rows, gaps }, today, 'taxed');
  return {
    allowances: [{ ...whole, used: toAmount(sumOf(rows)) }, ...moneyPurchase(input, rules, afterAccess(taxYear))],
    ownAllowance: toAmount(own),
    carriedForward,
  };
}

function rowsOf(contributions: readonly PensionContribution[]): AllowanceRow[] {
  return contributions.map(({ date, gross, source }) => ({ date, amount: gross, source }));
}

/** RULES 3.4: from the day after flexible access on. */
function isReduced(date: IsoDate, flexiblyAccessedOn: IsoDate | null): boolean {
  return flexiblyAccessedOn !== null && date > flexiblyAccessedOn;
}

/** RULES 3.4: nothing is carried forward against the reduced allowance. */
function moneyPurchase(
  { accountId, taxYear, today, flexiblyAccessedOn }: PensionInput,
  rules: PensionRules,
  after: readonly PensionContribution[],
): Allowance[] {
  if (flexiblyAccessedOn === null || flexiblyAccessedOn > taxYearBounds(taxYear).last) return [];
  const limit = rules.moneyPurchase as Pounds;
  const gaps = after.some(({ source }) => source.kind === 'stated') ? (['definedBenefits'] as const) : [];
  return [
    allowanceOf({ kind: 'pensionMoneyPurchase', accountId, taxYear, limit, rows: rowsOf(after), gaps }, today, 'over'),
  ];
}
