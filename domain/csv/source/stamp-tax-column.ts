/** A column called Tax that holds stamp duty, in a file without a column of stamp duty. */
import { multiply, parseExact, type Exact } from '../../values/decimal.ts';
import { decimalMarkOf, penceToPounds, readNumber } from '../cells/numbers.ts';
import { typeOfWord } from '../cells/words.ts';
import { isStampDuty } from '../profiles/stamp-duty.ts';
import { normaliseHeader, priceColumn, withoutCurrency, type TransactionField } from '../tables/columns.ts';
import type { Table } from '../tables/table.ts';
import { isSomething } from './charge-columns.ts';

const TAX = /^(?:(?:transaction|trade|purchase|government|govt) )?tax(?:es)?(?: amount| paid)?$/u;

/** The only column of taxes, where each of them is stamp duty on a purchase at quantity x price; else null. */
export function stampTaxColumn(
  fields: readonly (TransactionField | null)[],
  { rows, headerIndex }: Table,
): number | null {
  const header = rows[headerIndex] ?? [];
  const found = header.flatMap((cell, position) =>
    (fields[position] ?? null) === null && TAX.test(withoutCurrency(normaliseHeader(cell))) ? [position] : [],
  );
  const [position] = found;
  const [type, quantity, price] = [
    fields.indexOf('transactionType'),
    fields.indexOf('quantity'),
    priceColumn(fields),
  ] as const;
  if (position === undefined || found.length > 1 || fields.includes('stampDuty')) return null;
  if (type === -1 || quantity === -1 || price === -1) return null;
  const taxed = rows.slice(headerIndex + 1).filter((row) => isSomething(row[position] ?? ''));
  const mark = decimalMarkOf(taxed.flatMap((row) => [row[position] ?? '', row[quantity] ?? '', row[price] ?? '']));
  const textAt = (row: readonly string[], at: number): string => {
    const read = readNumber(row[at] ?? '', mark);
    return read.kind === 'number' ? read.text.replace('-', '') : '';
  };
  const isDuty = (row: readonly string[]): boolean => {
    const [tax, units] = [parseExact<'pounds'>(textAt(row, position)), parseExact<'quantity'>(textAt(row, quantity))];
    const pounds = textAt(row, price);
    if (tax === null || units === null || typeOfWord(row[type] ?? '') !== 'BUY') return false;
    return [pounds, penceToPounds(pounds)].some((text) => {
      const each = parseExact<'pounds'>(text ?? '');
      return each !== null && isStampDuty(tax, multiply(each, units) as Exact<'pounds'>);
    });
  };
  return taxed.length > 0 && taxed.every(isDuty) ? position : null;
}
