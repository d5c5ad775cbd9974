/** What income uses of the dividend allowance, the savings allowance and the starting rate for savings (RULES 4). */
import type { Pounds } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { exact, subtract, toAmount, type Exact } from '../values/decimal.ts';
import { startingRateLeft } from '../income/income-tax.ts';
import type { TaxYear } from '../values/tax-year.ts';
import { rulesOf } from '../tax-years/tax-years.ts';
import { allowanceOf, type Allowance, type AllowanceRow } from './allowance.ts';

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

/** Nothing for a year whose rules of income are not known. Interest fills the starting rate first, then the savings allowance. */
export function incomeAllowances(input: IncomeAllowancesInput): Allowance[] {
  const { accountId, taxYear, today, dividends, interest, otherIncome, givesMarriageAllowance, band } = input;
  const rules = rulesOf(taxYear)?.income ?? null;
  if (rules === null) return [];
  const { savings } = rules;
  const allowance = band === null ? null : band === 'additional' ? 0 : savings.allowance[band];
  const starting =
    otherIncome === null ? null : toAmount(startingRateLeft(rules, exact(otherIncome), givesMarriageAllowance));
  const common = { accountId, taxYear };
  const atStartingRate = allowanceOf(
    { ...common, kind: 'startingRate', limit: starting, rows: interest, gaps: starting === null ? ['income'] : [] },
    today,
    'taxed',
  );
  const above: AllowanceRow[] =
    starting === null || atStartingRate.used === 0
      ? []
      : [
          {
            date: null,
            amount: toAmount(subtract(0n as Exact<'pounds'>, exact(atStartingRate.used))),
            source: { kind: 'taxYear', id: taxYear },
          },
        ];
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
        rows: [...interest, ...above],
        gaps: allowance === null ? ['income'] : [],
      },
      today,
      'taxed',
    ),
  ];
}
