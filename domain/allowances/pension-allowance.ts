/** The annual allowance of pensions, tapered, with what earlier years left of theirs (RULES 3; FA 2004 s228 to s228ZA). */
import type { Pounds } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { add, exact, subtract, toAmount, type Exact } from '../values/decimal.ts';
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
  /** The year's own allowance with what is carried into it (RULES 3.5: the alternative one); the reduced one where it applies. */
  readonly allowances: readonly Allowance[];
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
  // Rounded down to whole pounds in the holder's favour (FA 2004 s228ZA(2)).
  const pound = exact(1 as Pounds);
  const reduction = ((above / 2n / pound) * pound) as Exact<'pounds'>;
  const left = subtract(full, reduction);
  const floor = exact(minimum as Pounds);
  return left < floor ? floor : left;
}

/** The years from the first on that end before a year. */
function yearsBefore(first: TaxYear, taxYear: TaxYear): TaxYear[] {
  const [from = 0, to = 0] = [first, taxYear].map((year) => Number(year.slice(0, 4)));
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => taxYearStarting(from + index));
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

/** The pension savings of a year that count against its annual allowance. */
interface YearSavings {
  readonly allowance: Exact<'pounds'>;
  readonly counted: readonly PensionContribution[];
  /** RULES 3.4: what was paid in from the day after flexible access on. */
  readonly moneyPurchase: readonly PensionContribution[];
  readonly isAlternative: boolean;
}

/** RULES 3.5: above the reduced allowance, all other savings have the annual allowance less the reduced one. */
function yearSavings(
  { contributions, flexiblyAccessedOn, incomes }: PensionInput,
  taxYear: TaxYear,
  rules: PensionRules,
): YearSavings {
  const ofYear = contributions.filter(({ date }) => taxYearOf(date) === taxYear);
  const isAfter = ({ date }: PensionContribution): boolean => flexiblyAccessedOn !== null && date > flexiblyAccessedOn;
  const after = ofYear.filter(isAfter);
  const reduced = exact(rules.moneyPurchase as Pounds);
  const allowance = taperedAllowance(rules, incomes.get(taxYear));
  return sumOf(rowsOf(after)) > reduced
    ? {
        allowance: subtract(allowance, reduced),
        counted: ofYear.filter((one) => !isAfter(one)),
        moneyPurchase: after,
        isAlternative: true,
      }
    : { allowance, counted: ofYear, moneyPurchase: after, isAlternative: false };
}

/** RULES 3: the pension allowances of a holder in a year. Null for a year whose figures are not known. */
export function pensionAllowances(input: PensionInput): PensionAllowances | null {
  const { accountId, taxYear, today } = input;
  const rules = rulesOf(taxYear)?.pension ?? null;
  if (rules === null) return null;
  const standing: Standing = { unused: new Map(), taken: new Map() };
  const useOf = (year: TaxYear, ofYear: PensionRules): YearSavings => {
    const savings = yearSavings(input, year, ofYear);
    useYear(standing, year, savings.allowance, sumOf(rowsOf(savings.counted)), ofYear.carryForwardYears);
    return savings;
  };
  for (const year of input.knownFrom === null ? [] : yearsBefore(input.knownFrom, taxYear)) {
    const ofYear = rulesOf(year)?.pension ?? null;
    if (ofYear !== null) useOf(year, ofYear);
  }
  const unusedBefore = new Map(standing.unused);
  const { allowance, counted, moneyPurchase, isAlternative } = useOf(taxYear, rules);
  const carriedForward = [...standing.taken].map(([year, used]) => ({
    taxYear: year,
    unused: toAmount(unusedBefore.get(year) ?? NOTHING),
    used: toAmount(used),
  }));
  const carried = carriedForward.reduce((total, { unused }) => add(total, exact(unused)), NOTHING);
  const rows = rowsOf(counted);
  const gaps: readonly AllowanceGap[] = [
    ...(input.knownFrom === null ? (['pensionMembership', 'pensionContributions'] as const) : []),
    ...([taxYear, ...standing.taken.keys()].every((year) => input.incomes.has(year)) ? [] : (['income'] as const)),
    ...(isAlternative ? (['alternativeAllowance'] as const) : []),
  ];
  const limit = toAmount(add(allowance, carried));
  const whole = allowanceOf({ kind: 'pension', accountId, taxYear, limit, rows, gaps }, today, 'taxed');
  return {
    allowances: [{ ...whole, used: toAmount(sumOf(rows)) }, ...reducedAllowance(input, rules, moneyPurchase)],
    carriedForward,
  };
}

function rowsOf(contributions: readonly PensionContribution[]): AllowanceRow[] {
  return contributions.map(({ date, gross, source }) => ({ date, amount: gross, source }));
}

/** RULES 3.4: nothing is carried forward against the reduced allowance. */
function reducedAllowance(
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
