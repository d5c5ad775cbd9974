/** Tax that a broker's file states beside the net income; both together are the gross income. */
import { add, parseExact, toAmount } from '../../values/decimal.ts';
import type { TransactionType } from '../../fields/enums.ts';
import { readNumber } from '../cells/numbers.ts';
import type { RowFigures } from './row-figures.ts';

/** Both amounts are in pounds. */
export interface WithheldTax {
  readonly grossIncome: number;
  readonly taxWithheld: number;
  readonly taxCountry?: string;
}

/** A row's tax as its profile reads it, in the row's currency where the tax names none. */
interface StatedTax {
  readonly tax: string;
  readonly country: string;
  readonly currency: string;
}

/**
 * Gross income and tax at the rate of the row's other amounts; null where the row has no tax, or no rate to pounds is
 * known.
 */
export function withheldTax(
  { tax: cell, country, currency }: StatedTax,
  type: TransactionType | null,
  figures: RowFigures,
): WithheldTax | null {
  if (type !== 'DIVIDEND' && type !== 'INTEREST') return null;
  const read = readNumber(cell, 'point');
  const received = parseExact<'pounds'>(figures.textOf('consideration') ?? '');
  if (read.kind !== 'number' || received === null || received <= 0n) return null;
  const tax = figures.inPounds(read.text.replace(/^-/u, ''), read.currency ?? currency);
  if (tax === null || tax === 0n) return null;
  return {
    grossIncome: toAmount(add(received, tax)),
    taxWithheld: toAmount(tax),
    ...(country !== '' && { taxCountry: country }),
  };
}
