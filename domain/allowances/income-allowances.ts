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
 * interest first, where it saves most there; the rest fills the starting rate, then the savings allowance.
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
  const cover = (kind: RowSource['kind'], amount: Exact<'pounds'>): void => {
    if (amount > 0n) covered.push({ date: null, amount: toAmount(negate(amount)), source: { kind, id: taxYear } });
  };
  if (otherIncome !== null) {
    const parts = { other: exact(otherIncome), savings: sumOf(interest), dividends: sumOf(dividends) };
    const { taxableSavings } = incomeTax(rules, parts, givesMarriageAllowance ? 'given' : 'none');
    cover('personalAllowance', subtract(parts.savings, taxableSavings));
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
  if (starting !== null) cover('startingRate', exact(atStartingRate.used));
  return [
    allowanceOf(
      { ...common, kind: 'dividends', limit: rules.dividends.allowance as Pounds, rows: dividends, gaps: [] },
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
