/** The likely fields of columns without known headings; the user checks them before a row is read. */
import { isIsinShaped } from '../../values/isin.ts';
import { readDay } from '../cells/day-text.ts';
import { readNumber } from '../cells/numbers.ts';
import { currencyOfWord, typeOfWord } from '../cells/words.ts';
import { isPaidHeader, isReceivedHeader, type TransactionField } from './columns.ts';
import { readHeader } from './read-header.ts';
import { isBlankRow, type Table } from './table.ts';

/** The most rows that are examined. */
const SAMPLE_ROWS = 50;
/** The share of a column's cells that must be of a kind. */
const MOST = 0.8;

/** The table with the row of words above its data as header, where no known header was found; else the table itself. */
export function withLikelyHeader(table: Table): Table {
  if (table.headerIndex >= 0) return table;
  const index = table.rows.findIndex((row) => row.filter((cell) => cell.trim() !== '').length > 2);
  const [header = [], next = []] = [table.rows[index], table.rows.slice(index + 1).find((row) => !isBlankRow(row))];
  const words = header.filter((cell) => cell.trim() !== '');
  if (index === -1 || words.some((cell) => !/^\p{L}/u.test(cell.trim()) || (!isMovedHeader(cell) && isData(cell))))
    return table;
  if (!next.some((cell) => /\d/u.test(cell))) return table;
  return {
    ...table,
    headerIndex: index,
    preamble: table.rows.slice(0, index).filter((row) => !isBlankRow(row)).length,
  };
}

/** `Money in` is a heading too, and not only a type. */
function isMovedHeader(cell: string): boolean {
  return isPaidHeader(cell) || isReceivedHeader(cell);
}

function isData(cell: string): boolean {
  const text = cell.trim();
  return typeOfWord(text) !== null || isIsinShaped(text.toUpperCase()) || readDay(text, 'dmy') !== null;
}

/** The field of each column by its heading, else by the kind of its cells. */
export function likelyFields(table: Table): readonly (TransactionField | null)[] {
  const header = table.rows[table.headerIndex] ?? [];
  const rows = table.rows
    .slice(table.headerIndex + 1)
    .filter((row) => !isBlankRow(row))
    .slice(0, SAMPLE_ROWS);
  const fields = [...readHeader(header)];
  const give = (field: TransactionField, position: number): void => {
    if (position !== -1 && (fields[position] ?? null) === null && !fields.includes(field)) fields[position] = field;
  };
  const columnOf = (fits: (cell: string) => boolean): number =>
    header.findIndex((_cell, position) => {
      const cells = rows.map((row) => (row[position] ?? '').trim()).filter((cell) => cell !== '');
      return (
        (fields[position] ?? null) === null && cells.length > 0 && cells.filter(fits).length >= cells.length * MOST
      );
    });
  give(
    'isin',
    columnOf((cell) => isIsinShaped(cell.toUpperCase()) && cell.length === 12),
  );
  give(
    'transactionDate',
    columnOf((cell) => /\d\D+\d/u.test(cell) && readDay(cell, 'dmy') !== null),
  );
  give(
    'transactionType',
    columnOf((cell) => typeOfWord(cell) !== null),
  );
  give(
    'currency',
    columnOf((cell) => /^[A-Z]{3}$/iu.test(cell) && currencyOfWord(cell) !== null),
  );
  const product = productColumns(rows, header.length);
  if (product !== null) {
    give('quantity', product.quantity);
    give('price', product.price);
    give('consideration', product.consideration);
  }
  if (!fields.includes('isin'))
    give(
      'assetName',
      columnOf((cell) => /\p{L}{3,}/u.test(cell) && cell.includes(' ')),
    );
  return fields;
}

/** Three columns of which the third is the product of the other two in most rows; whole numbers are the quantity. */
function productColumns(
  rows: readonly (readonly string[])[],
  width: number,
): { readonly quantity: number; readonly price: number; readonly consideration: number } | null {
  const valueAt = (row: readonly string[], position: number): number => {
    const read = readNumber((row[position] ?? '').trim(), 'point');
    return read.kind === 'number' ? Math.abs(Number(read.text)) : Number.NaN;
  };
  const numeric = Array.from({ length: Math.min(width, 30) }, (_column, position) => position).filter(
    (position) => rows.filter((row) => valueAt(row, position) > 0).length >= rows.length * MOST,
  );
  for (const quantity of numeric) {
    for (const price of numeric) {
      for (const consideration of numeric) {
        if (new Set([quantity, price, consideration]).size < 3) continue;
        const fits = rows.filter((row) => {
          const [units, each, amount] = [valueAt(row, quantity), valueAt(row, price), valueAt(row, consideration)];
          return Math.abs(units * each - amount) <= Math.max(0.01, amount * 0.001);
        });
        if (rows.length > 0 && fits.length >= rows.length * MOST) return { quantity, price, consideration };
      }
    }
  }
  return null;
}
