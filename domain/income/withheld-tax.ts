/** Withheld tax that is stated afterwards for income recorded without it (RULES 1.5). */
import type { Pounds } from '../values/amount.ts';
import { add, divide, exact, multiply, ONE, subtract, toAmount, type Exact } from '../values/decimal.ts';
import type { Transaction } from '../records/records.ts';
import { toPennies } from '../values/round-parts.ts';

/** Whether the recorded amount is before or after the tax. */
export type RecordedAs = 'gross' | 'net';

/**
 * Percentage that a treaty leaves to the country on dividends from shares: UK/USA Convention 2001, article 10(2)(b).
 */
export const TREATY_RATES: Readonly<Partial<Record<string, number>>> = { US: 15 };

/** Whether a row's recorded amount is before or after tax; after tax where both are equal, as without any tax. */
export function recordedAs({
  consideration,
  grossIncome,
  taxWithheld,
}: Pick<Transaction, 'consideration' | 'grossIncome' | 'taxWithheld'>): RecordedAs {
  return grossIncome === consideration && taxWithheld !== undefined && taxWithheld > 0 ? 'gross' : 'net';
}

/** The tax at a percentage of the gross, where the recorded amount is the gross or the net; to the penny. */
export function taxAtRate(recorded: Pounds, percent: number, as: RecordedAs): Pounds {
  const rate = divide<'rate'>(exact(percent as Pounds), exact(100 as Pounds));
  const amount = exact(recorded);
  if (as === 'gross') return toPennies(multiply(amount, rate));
  const gross = divide<'pounds'>(amount, subtract(ONE as Exact<'rate'>, rate));
  return toPennies(subtract(gross, amount));
}

/**
 * The row with its gross income and the withheld tax, or without both where the tax is zero; its consideration is
 * unchanged.
 */
export function withTaxWithheld<Row extends Transaction>(row: Row, tax: Pounds, as: RecordedAs): Row {
  const { grossIncome: _gross, taxWithheld: _tax, taxCountry: _country, ...bare } = row;
  if (tax === 0) return bare as unknown as Row;
  const grossIncome = as === 'gross' ? row.consideration : toAmount(add(exact(row.consideration), exact(tax)));
  return { ...row, grossIncome, taxWithheld: tax };
}
