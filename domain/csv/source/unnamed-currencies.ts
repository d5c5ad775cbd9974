/** Columns of currencies without a heading, which belong to the figures at their left. */
import { currencyOfWord, isCommonCurrency } from '../cells/words.ts';
import { lastFilled } from '../profiles/source-row.ts';
import type { Table } from '../tables/table.ts';

/**
 * The table with the currency beside each figure: where all cells below an empty heading are currencies or blank, they
 * are written behind the cells at their left, which must be figures.
 */
export function withCurrenciesBeside(table: Table, positions: readonly number[]): Table {
  const header = table.rows[table.headerIndex] ?? [];
  const first = table.rows[positions[0] ?? -1] ?? [];
  const columns = first.flatMap((cell, at) =>
    at > 0 &&
    (header[at] ?? '').trim() === '' &&
    (header[at - 1] ?? '').trim() !== '' &&
    isCurrency(cell) &&
    positions.every((position) => isBesideFigure(table.rows[position] ?? [], at))
      ? [at]
      : [],
  );
  if (columns.length === 0) return table;
  const body = new Set(positions);
  const rows = table.rows.map((row, position) => {
    if (!body.has(position)) return row;
    const cells = [...row];
    for (const at of columns) {
      const figure = (row[at - 1] ?? '').trim();
      if (figure !== '') cells[at - 1] = `${figure} ${codeOf(row[at] ?? '')}`.trim();
      if (at < cells.length) cells[at] = '';
    }
    return cells.slice(0, Math.max(lastFilled(cells) + 1, Math.min(cells.length, header.length)));
  });
  return { ...table, rows };
}

function isCurrency(cell: string): boolean {
  return isCommonCurrency(cell.trim()) || cell.trim() === 'GBp';
}

function isBesideFigure(row: readonly string[], at: number): boolean {
  const [figure, currency] = [(row[at - 1] ?? '').trim(), (row[at] ?? '').trim()];
  return (
    (figure === '' || /^[-(+]?[\d.,' ]+\)?$/u.test(figure.slice(0, 40))) && (currency === '' || isCurrency(currency))
  );
}

function codeOf(cell: string): string {
  const named = currencyOfWord(cell);
  return named === null ? '' : named.pence ? 'GBX' : named.code;
}
