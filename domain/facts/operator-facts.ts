/**
 * Facts that the operator of a server has added for all its users. They are kept separate from the shipped ones and
 * take precedence over them; a user's own figure takes precedence over both (income/RULES.md 4.9).
 */
import type { Amount } from '../values/amount.ts';
import {
  conflictsWithOwn,
  EXCESS_CURRENCIES,
  EXCESS_INCOME_HEADER,
  excessKey,
  readExcessIncome,
  type ExcessIncome,
} from './excess-income.ts';
import type { FactFault } from './fact-rows.ts';
import { readMonthlyRates, type MonthlyRateLookup } from './monthly-rates.ts';

/** Where the operator got a fact, in the operator's own words. */
interface WithSource {
  readonly source: string;
}

export type OperatorExcess = Omit<ExcessIncome, 'distributionDate'> & WithSource;

/** A monthly rate of one currency, as HMRC publishes it. */
export interface OperatorRate extends WithSource {
  /** `2026-12`. */
  readonly month: string;
  readonly currency: string;
  /** Units of the currency for one pound. */
  readonly perPound: Amount<'rate'>;
}

export interface OperatorFacts {
  readonly excessIncome: readonly OperatorExcess[];
  readonly monthlyRates: readonly OperatorRate[];
}

export const NO_OPERATOR_FACTS: OperatorFacts = { excessIncome: [], monthlyRates: [] };

export type OperatorReading =
  | { readonly ok: true; readonly added: OperatorFacts }
  | { readonly ok: false; readonly faults: readonly FactFault[] };

/** The first heading of a file of monthly rates; the currency after it distinguishes it from other tables by month. */
const MONTH = 'month';

/**
 * Reads the rows of a file with the columns of a shipped one, all or nothing; a figure that differs from the `known`
 * one is a fault.
 */
export function readOperatorFile(
  cells: readonly (readonly string[])[],
  source: string,
  known: OperatorFacts,
): OperatorReading {
  const header = (cells[0] ?? []).map((cell) => cell.trim());
  if (header[0] === MONTH) return readRates(cells, header, source, known.monthlyRates);
  if (header.join(',') !== EXCESS_INCOME_HEADER.join(','))
    return refuse({
      line: 1,
      field: 'header',
      value: header.join(','),
      expected: `${EXCESS_INCOME_HEADER.join(',')}, or month and currencies`,
    });
  const read = readExcessIncome(cells);
  if (!read.ok) return read;
  const faults = conflictsWithOwn(read.rows, known.excessIncome);
  if (faults.length > 0) return { ok: false, faults };
  const isKnown = new Set(known.excessIncome.map(excessKey));
  const added = new Map(read.rows.map((row) => [excessKey(row), { ...row, source }]));
  return {
    ok: true,
    added: { ...NO_OPERATOR_FACTS, excessIncome: [...added.values()].filter((row) => !isKnown.has(excessKey(row))) },
  };
}

const refuse = (fault: FactFault): OperatorReading => ({ ok: false, faults: [fault] });

/** Identifies a rate: its month and currency. */
export const rateKey = ({ month, currency }: Pick<OperatorRate, 'month' | 'currency'>): string =>
  `${month} ${currency}`;

function readRates(
  cells: readonly (readonly string[])[],
  header: readonly string[],
  source: string,
  known: readonly OperatorRate[],
): OperatorReading {
  const currencies = header.slice(1);
  const wrong = currencies.find(
    (code, index) => code === 'GBP' || !EXCESS_CURRENCIES.includes(code) || currencies.indexOf(code) !== index,
  );
  if (wrong !== undefined || currencies.length === 0)
    return refuse({
      line: 1,
      field: 'header',
      value: wrong ?? header.join(','),
      expected: 'month, and currency codes such as USD or EUR, each once',
    });
  const read = readMonthlyRates(cells);
  if (!read.ok) return read;
  const before = new Map(known.map((rate) => [rateKey(rate), rate.perPound]));
  const faults: FactFault[] = [];
  const added: OperatorRate[] = [];
  read.rows.forEach(({ month, rates }, index) => {
    for (const [currency, perPound] of rates) {
      const there = before.get(rateKey({ month, currency }));
      if (there === undefined) added.push({ month, currency, perPound, source });
      else if (there !== perPound)
        faults.push({
          line: index + 2,
          field: currency,
          value: String(perPound),
          expected: `${there}, already stored for ${month}`,
        });
    }
  });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, added: { ...NO_OPERATOR_FACTS, monthlyRates: added } };
}

/** The operator's rates take precedence over the shipped ones. */
export function withOperatorRates(shipped: MonthlyRateLookup, added: readonly OperatorRate[]): MonthlyRateLookup {
  if (added.length === 0) return shipped;
  const own = new Map(added.map((rate) => [rateKey(rate), { perPound: rate.perPound, operatorSource: rate.source }]));
  return (currency, date) => own.get(rateKey({ month: date.slice(0, 7), currency })) ?? shipped(currency, date);
}

/** The sources of the facts, each text once. */
export function factSources({ excessIncome, monthlyRates }: OperatorFacts): readonly string[] {
  return [...new Set([...excessIncome, ...monthlyRates].map(({ source }) => source))].toSorted();
}
