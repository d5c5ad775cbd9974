/**
 * Published excess reportable income: the income per unit beyond distributions, by fund and reporting period. The
 * shipped file and a user's own lines have the same columns; a user's line takes precedence (income/RULES.md 4.9).
 */
import { isAmount, parseAmount, type Amount } from '../values/amount.ts';
import { parseIsoDate, type IsoDate } from '../values/dates.ts';
import { isValidIsin } from '../values/isin.ts';
import { readFactRows, type FactFault, type FactRows, type FactRow } from './fact-rows.ts';

export interface ExcessIncome {
  readonly isin: string;
  /** Last day of the reporting period. */
  readonly periodEnd: IsoDate;
  readonly currency: string;
  /** In `currency`; 0 is also a fact: nothing to report. */
  readonly excessPerUnit: Amount<'money'>;
  readonly provider: string;
  /**
   * The day on which it counts as income, where the fund names an earlier one than six months after the period's end.
   */
  readonly distributionDate?: IsoDate;
}

export const EXCESS_INCOME_HEADER = ['isin', 'periodEnd', 'currency', 'excessPerUnit', 'provider'] as const;

/** Currencies of HMRC's monthly table, sterling, and the offshore yuan in which some classes report. */
export const EXCESS_CURRENCIES: readonly string[] =
  'GBP USD EUR CHF JPY CAD AUD NZD SEK NOK DKK HKD SGD ZAR INR CNY CNH PLN CZK HUF ILS KRW TWD MXN BRL TRY THB AED'.split(
    ' ',
  );

/** Published figures that cannot be correct: they are shown, and only proposed after asking (README.md there). */
const DOUBTED: ReadonlySet<string> = new Set(['LU1423753034 2021-05-31 19726.5429']);

export function isImplausible({ isin, periodEnd, excessPerUnit }: ExcessIncome): boolean {
  return DOUBTED.has(`${isin} ${periodEnd} ${excessPerUnit}`);
}

/** Reads the rows of a file of figures, all or nothing. A repeated period must have the same figure. */
export function readExcessIncome(cells: readonly (readonly string[])[]): FactRows<ExcessIncome> {
  const read = readFactRows(cells, EXCESS_INCOME_HEADER, readExcessLine);
  if (!read.ok) return read;
  const faults = conflicts(read.rows, new Map());
  return faults.length === 0 ? read : { ok: false, faults };
}

/** The lines that contradict figures which the user added before. */
export function conflictsWithOwn(rows: readonly ExcessIncome[], own: readonly ExcessIncome[]): readonly FactFault[] {
  return conflicts(rows, new Map(own.map((row) => [excessKey(row), row])));
}

/** Identifies a figure: its fund and period. */
export function excessKey({ isin, periodEnd }: Pick<ExcessIncome, 'isin' | 'periodEnd'>): string {
  return `${isin} ${periodEnd}`;
}

/** The rows are on the lines after the header, one each. */
function conflicts(rows: readonly ExcessIncome[], known: Map<string, ExcessIncome>): readonly FactFault[] {
  const faults: FactFault[] = [];
  rows.forEach((row, index) => {
    const before = known.get(excessKey(row));
    if (before === undefined) known.set(excessKey(row), row);
    else if (before.excessPerUnit !== row.excessPerUnit || before.currency !== row.currency)
      faults.push({
        line: index + 2,
        field: 'excessPerUnit',
        value: `${row.excessPerUnit} ${row.currency}`,
        expected: `${before.excessPerUnit} ${before.currency}, already stored for ${row.isin} ${row.periodEnd}`,
      });
  });
  return faults;
}

/** Reads one figure from its cells, in the order of the header. */
export function readExcessLine([
  isin = '',
  period = '',
  currency = '',
  excess = '',
  provider = '',
]: readonly string[]): FactRow<ExcessIncome> {
  if (!isValidIsin(isin)) return { field: 'isin', value: isin, expected: 'an ISIN with a correct check digit' };
  const periodEnd = parseIsoDate(period);
  if (periodEnd === null) return { field: 'periodEnd', value: period, expected: 'a date as yyyy-mm-dd' };
  if (!EXCESS_CURRENCIES.includes(currency))
    return { field: 'currency', value: currency, expected: 'a currency code such as USD, EUR or GBP' };
  const excessPerUnit = parseAmount<'money'>(excess);
  if (!isAmount(excessPerUnit) || excessPerUnit < 0)
    return { field: 'excessPerUnit', value: excess, expected: 'an amount of 0 or more' };
  return { row: { isin, periodEnd, currency, excessPerUnit, provider } };
}

/** A figure with its origin. */
export interface KnownExcess extends ExcessIncome {
  readonly origin: 'shipped' | 'operator' | 'own';
  /** Where the operator of the server got it. */
  readonly source?: string;
}

/**
 * By ISIN, each fund's periods oldest first; a user's own lines take precedence over the operator's, and those over
 * shipped ones.
 */
export type ExcessIncomeTable = ReadonlyMap<string, readonly KnownExcess[]>;

export function excessIncomeTable(
  shipped: readonly ExcessIncome[],
  own: readonly ExcessIncome[],
  operator: readonly (ExcessIncome & { readonly source: string })[] = [],
): ExcessIncomeTable {
  const byKey = new Map<string, KnownExcess>();
  for (const row of shipped) byKey.set(excessKey(row), { ...row, origin: 'shipped' });
  for (const row of operator) byKey.set(excessKey(row), { ...row, origin: 'operator' });
  for (const row of own) byKey.set(excessKey(row), { ...row, origin: 'own' });
  const table = new Map<string, KnownExcess[]>();
  for (const row of byKey.values()) {
    const periods = table.get(row.isin);
    if (periods === undefined) table.set(row.isin, [row]);
    else periods.push(row);
  }
  for (const periods of table.values()) periods.sort((a, b) => (a.periodEnd < b.periodEnd ? -1 : 1));
  return table;
}
