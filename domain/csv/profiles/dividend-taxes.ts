/** Which rows of tax belong to which dividend, where a broker writes the tax withheld in rows of its own. */
import { absolute, add, multiply, subtract } from '../../values/decimal.ts';
import { groupBy } from '../../values/group-by.ts';
import { cellOf, taxCells, taxNote, type Figure } from './figures.ts';
import type { ProfileCells } from './profile.ts';

/** How a file's dividends and taxes are told, and what they have in common. */
export interface TaxedRows<T> {
  readonly isDividend: (row: T) => boolean;
  readonly isTax: (row: T) => boolean;
  /** The same for a dividend and its tax, such as day and security. */
  readonly keyOf: (row: T) => string;
  readonly amountOf: (row: T) => Figure | null;
}

/** The tax rows of a dividend. */
export interface DividendTaxes<T> {
  readonly taxes: readonly T[];
  /** What to check, where another dividend of the key may have them. */
  readonly note?: string;
}

/** The fault of a tax whose dividend the file does not have. */
export const TAX_WITHOUT_DIVIDEND =
  'Withholding tax without its dividend in this file. Leave it out, or reduce the dividend by it.';

const NO_TAXES: DividendTaxes<never> = { taxes: [] };

/**
 * The taxes of each dividend that has any: all of its key, where it is the only one, else those that are the same part
 * of each. Where no part fits all, the first dividend gets them and each of them a note.
 */
export function taxesOfDividends<T>(
  rows: readonly T[],
  { isDividend, isTax, keyOf, amountOf }: TaxedRows<T>,
): ReadonlyMap<T, DividendTaxes<T>> {
  const taxes = groupBy(rows.filter(isTax), keyOf);
  if (taxes.size === 0) return new Map();
  const found = new Map<T, DividendTaxes<T>>();
  for (const [key, dividends] of groupBy(rows.filter(isDividend), keyOf)) {
    const withheld = taxes.get(key);
    const [first] = dividends;
    if (withheld === undefined || first === undefined) continue;
    if (dividends.length === 1) {
      found.set(first, { taxes: withheld });
      continue;
    }
    const pairs = pairsOf(dividends, withheld, amountOf);
    dividends.forEach((dividend, at) => {
      const own = pairs?.get(dividend);
      if (own !== undefined) found.set(dividend, { taxes: [own] });
      else if (pairs === null) found.set(dividend, { taxes: at === 0 ? withheld : [], note: SHARED_TAX });
    });
  }
  return found;
}

/** The warning on dividends whose taxes cannot be told apart. */
export const SHARED_TAX =
  'The day has several dividends of this security, and their tax cannot be told apart. Check each.';

/** One tax for each dividend, in order of size and all the same part of it; null where they are not. */
function pairsOf<T>(
  dividends: readonly T[],
  taxes: readonly T[],
  amountOf: (row: T) => Figure | null,
): ReadonlyMap<T, T> | null {
  const [gross, withheld] = [bySize(dividends, amountOf), bySize(taxes, amountOf).toReversed()];
  const [largest, tax] = [gross.at(-1), withheld.at(-1)];
  if (gross.length !== dividends.length || gross.length !== withheld.length) return null;
  if (largest === undefined || tax === undefined) return null;
  const pairs = gross.map((dividend, at) => [dividend, withheld[at] ?? tax] as const);
  return pairs.every((pair) => isSamePart(pair, [largest, tax]))
    ? new Map(pairs.map(([dividend, own]) => [dividend.row, own.row]))
    : null;
}

interface Sized<T> {
  readonly row: T;
  readonly amount: Figure;
}

/** The rows with a figure, in order of their signed amounts. */
function bySize<T>(rows: readonly T[], amountOf: (row: T) => Figure | null): readonly Sized<T>[] {
  return rows
    .flatMap((row): readonly Sized<T>[] => {
      const amount = amountOf(row);
      return amount === null ? [] : [{ row, amount }];
    })
    .toSorted((a, b) => (a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0));
}

type Pair<T> = readonly [Sized<T>, Sized<T>];

/** Whether a tax is the same part of its dividend as another one of its own, within half a penny of each. */
function isSamePart<T>([dividend, tax]: Pair<T>, [other, ofOther]: Pair<T>): boolean {
  if (dividend.amount > 0n === tax.amount > 0n) return false;
  const difference = subtract(multiply(tax.amount, other.amount), multiply(ofOther.amount, dividend.amount));
  return absolute(difference) * 200n <= add(absolute(dividend.amount), absolute(other.amount));
}

/** The currency of an amount and the country of a tax, where a file states them. */
interface TaxWords<T> {
  readonly currencyOf: (row: T) => string;
  /** The country of these taxes; empty where none is named. */
  readonly countryOf?: (taxes: readonly T[]) => string;
}

/** A dividend with its taxes: what was received and what was withheld as cells, and what to check. */
export function taxedDividend<T>(
  dividend: T,
  found: DividendTaxes<T> | undefined,
  amountOf: (row: T) => Figure | null,
  { currencyOf, countryOf = () => '' }: TaxWords<T>,
): { readonly taxes: readonly T[]; readonly cells: ProfileCells; readonly notes: readonly (string | undefined)[] } {
  const { taxes, note } = found ?? NO_TAXES;
  const [gross, currency] = [amountOf(dividend), currencyOf(dividend)];
  const withheld = taxes.map(amountOf);
  const net = withheld.reduce<Figure | null>(
    (total, tax) => (total === null ? null : add(total, tax ?? (0n as Figure))),
    gross,
  );
  return {
    taxes,
    cells: { consideration: cellOf(net), ...taxCells(withheld, currency, countryOf(taxes)) },
    notes: [
      note,
      taxes.some((tax) => currencyOf(tax) !== currency)
        ? 'The dividend and its tax are in different currencies. Check both.'
        : undefined,
      taxNote(gross, withheld).note,
    ],
  };
}
