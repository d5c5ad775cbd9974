/** What income uses of the dividend allowance, the savings allowance and the starting rate for savings (RULES 4). */
import type { Pounds } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { exact, negate, subtract, toAmount, type Exact } from '../values/decimal.ts';
import { incomeTax, startingRateLeft } from '../income/income-tax.ts';
import type { TaxYear } from '../values/tax-year.ts';
import { rulesOf } from '../tax-years/tax-years.ts';
import { allowanceOf, sumOf, type Allowance, type AllowanceRow, type RowSource } from './allowance.ts';

export interface IncomeAllowancesInput {
  readonly accountId: string;
  readonly taxYear: TaxYear;
  readonly today: IsoDate;
  /** Outside ISAs and pensions. */
  readonly dividends: readonly AllowanceRow[];
  readonly interest: readonly AllowanceRow[];
  /** Pay, pensions and all other income that is neither; null when nobody stated it. */
  readonly otherIncome: Pounds | null;
  /** Part of the personal allowance is the spouse's. */
  readonly givesMarriageAllowance: boolean;
  /** The highest band that all of the income reaches; null when it is not known. */
  readonly band: 'basic' | 'higher' | 'additional' | null;
}

/**
 * Nothing for a year whose rules of income are not known. What other income leaves of the personal allowance covers
 * interest and dividends where it saves most, interest first where both save as much. The rest of the interest fills the
 * starting rate, then the savings allowance; the rest of the dividends uses the dividend allowance (ITA s12A, s13A, s25).
 */
export function incomeAllowances(input: IncomeAllowancesInput): Allowance[] {
  const { accountId, taxYear, today, dividends, interest, otherIncome, givesMarriageAllowance, band } = input;
  const rules = rulesOf(taxYear)?.income ?? null;
  if (rules === null) return [];
  const { savings } = rules;
  const allowance = band === null ? null : band === 'additional' ? 0 : savings.allowance[band];
  const starting =
    otherIncome === null ? null : toAmount(startingRateLeft(rules, exact(otherIncome), givesMarriageAllowance));
  const common = { accountId, taxYear };
  const covered: AllowanceRow[] = [];
  const coveredDividends: AllowanceRow[] = [];
  const cover = (rows: AllowanceRow[], kind: RowSource['kind'], amount: Exact<'pounds'>): void => {
    if (amount > 0n) rows.push({ date: null, amount: toAmount(negate(amount)), source: { kind, id: taxYear } });
  };
  if (otherIncome !== null) {
    const parts = { other: exact(otherIncome), savings: sumOf(interest), dividends: sumOf(dividends) };
    const { taxableSavings, taxableDividends } = incomeTax(rules, parts, givesMarriageAllowance ? 'given' : 'none');
    cover(covered, 'personalAllowance', subtract(parts.savings, taxableSavings));
    cover(coveredDividends, 'personalAllowance', subtract(parts.dividends, taxableDividends));
  }
  const atStartingRate = allowanceOf(
    {
      ...common,
      kind: 'startingRate',
      limit: starting,
      rows: [...interest, ...covered],
      gaps: starting === null ? ['income'] : [],
    },
    today,
    'taxed',
  );
  if (starting !== null) cover(covered, 'startingRate', exact(atStartingRate.used));
  return [
    allowanceOf(
      {
        ...common,
        kind: 'dividends',
        limit: rules.dividends.allowance as Pounds,
        rows: [...dividends, ...coveredDividends],
        gaps: otherIncome === null && dividends.length > 0 ? ['income'] : [],
      },
      today,
      'taxed',
    ),
    atStartingRate,
    allowanceOf(
      {
        ...common,
        kind: 'savings',
        limit: allowance as Pounds | null,
        rows: [...interest, ...covered],
        gaps: allowance === null ? ['income'] : [],
      },
      today,
      'taxed',
    ),
  ];
}
