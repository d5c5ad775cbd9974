/** Excess reportable income in tests: published figures, rates, and what a holder's rows come to. */
import type { Amount, Rate } from '../../domain/values/amount.ts';
import { toText } from '../../domain/values/decimal.ts';
import { excessIncomeTable, type ExcessIncome } from '../../domain/facts/excess-income.ts';
import { excessIncome, type ExcessIncomeResult } from '../../domain/income/excess-income.ts';
import type { RateSetting } from '../../domain/records/account-settings.ts';
import type { PayerFacts } from '../../domain/income/nature.ts';
import type { Rates } from '../../domain/income/pound-rate.ts';
import { proposedRecord } from '../../domain/income/proposed-record.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { day, gainsOf } from '../cgt/rows.ts';

export const FUND = 'IE00B3XXRP09';

export const fact = (periodEnd: string, excess: number, currency = 'USD', isin = FUND): ExcessIncome => ({
  isin,
  periodEnd: day(periodEnd),
  currency,
  excessPerUnit: excess as Amount<'money'>,
  provider: 'a provider',
});

/** 1.25 dollars for a pound in each month of 2020 on; 1.6 by the day. */
const RATES: Rates = {
  monthly: (currency, date) =>
    currency === 'USD' && date >= '2020' ? { perPound: 1.25 as Rate, operatorSource: null } : null,
  daily: (from, to, asOf) =>
    from === 'GBP' && to === 'USD' && asOf >= '2019' ? { rate: 1.6 as Rate, rateDate: asOf } : null,
};

export interface Options {
  readonly asOf?: string;
  readonly own?: readonly ExcessIncome[];
  readonly assets?: ReadonlyMap<string, PayerFacts>;
  readonly setting?: RateSetting;
}

export function resultOf(
  rows: readonly Transaction[],
  facts: readonly ExcessIncome[],
  { asOf = '2024-12-31', own = [], assets = new Map(), setting }: Options = {},
): ExcessIncomeResult {
  return excessIncome({
    classes: gainsOf(rows, { asOf }).classes,
    asOf: day(asOf),
    facts: excessIncomeTable(facts, own),
    assets,
    rates: RATES,
    settings: new Map(setting === undefined ? [] : [['ann', setting]]),
  });
}

export const inWords = ({ periods }: ExcessIncomeResult): string[] =>
  periods.map(
    ({ periodEnd, state, units, toAdd }) =>
      `${periodEnd} ${state} ${toText(units)}${toAdd === null ? '' : ` +${toText(toAdd)}`}`,
  );

/** The rows that accepting every proposal adds. */
export const accepted = ({ periods }: ExcessIncomeResult): Transaction[] =>
  periods.flatMap((period, index) => {
    const record = proposedRecord(period);
    return record === null ? [] : [{ ...record, id: `eri-${index}-${period.accountId}-${period.periodEnd}` }];
  });
