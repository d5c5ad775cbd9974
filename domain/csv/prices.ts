/** CSV of closing prices of one security, a day and a price in each row: our export, and reading it or another file. */
import type { IsoDate } from '../dates.ts';
import type { Issue } from '../issue.ts';
import { checkPrice, type PriceFields } from '../price.ts';
import type { PricePoint } from '../records.ts';
import type { EntityColumns, EntityFile, EntityRow } from './entity-file.ts';
import { judgeRows, type EntityImportRow, type RowReading } from './entity-import.ts';
import { csvFile, numberCell, textCell } from './write-csv.ts';

type PriceField = 'id' | 'isin' | 'priceDate' | 'closePrice';

export const PRICE_COLUMNS: EntityColumns<PriceField> = {
  labels: { id: 'Id', isin: 'ISIN', priceDate: 'Date', closePrice: 'Price' },
  synonyms: { priceDate: ['price date', 'day', 'time', 'period'], closePrice: ['close', 'close price', 'closing price', 'last', 'nav', 'value'] },
  required: ['priceDate', 'closePrice'],
  days: ['priceDate'],
  figures: ['closePrice'],
};

/** `prices-export-{ISIN}-{yyyy-MM-dd}.csv` */
export function pricesFileName(isin: string, day: string): string {
  return `prices-export-${isin}-${day}.csv`;
}

/** CSV text (with byte order mark) of closing prices in the given order; the currency is for the reader, an asset has but one. */
export function pricesCsv(prices: Iterable<PricePoint>): string {
  const { isin: isinLabel, priceDate: dateLabel, closePrice: priceLabel } = PRICE_COLUMNS.labels;
  return csvFile([isinLabel, dateLabel, priceLabel, 'Currency'], Array.from(prices, ({ isin, priceDate, closePrice, currency }) => [textCell(isin), textCell(priceDate), numberCell(closePrice), textCell(currency)]));
}

/** What a preview shows of a row; text is as the file gave it where it could not be read. */
export interface PriceShown {
  readonly priceDate: string;
  readonly closePrice: number | null;
}

export type PriceImportRow = EntityImportRow<PriceFields, PriceShown>;

export interface PriceImportOptions {
  /** The security whose prices they are. */
  readonly isin: string;
  /** Its prices that are known. */
  readonly stored: readonly PricePoint[];
  readonly today: IsoDate;
}

/** Reads the rows of a file as prices; one that says what is known already is a duplicate, another price of a known day replaces it. */
export function preparePrices(file: EntityFile<PriceField>, { isin, stored, today }: PriceImportOptions): readonly PriceImportRow[] {
  return judgeRows(file, {
    read: (row) => readRow(row, isin, today),
    stored: stored.map(({ priceDate, closePrice }) => ({ id: priceDate, priceDate, closePrice })),
    keyOf: ({ priceDate }) => priceDate,
    isSame: (a, b) => a.closePrice === b.closePrice,
    storedDetails: ({ priceDate }) => `The price of ${priceDate} is known already.`,
    fileDetails: (row) => `The same price as row ${row} of this file.`,
  });
}

function readRow(row: EntityRow<PriceField>, isin: string, today: IsoDate): RowReading<PriceFields, PriceShown> {
  const [priceDate, closePrice, named] = [row.day('priceDate'), row.figure('closePrice'), row.text('isin').toUpperCase()];
  const issues: Issue[] = named === '' || named === isin ? [] : [{ field: 'isin', code: 'notAllowed', value: named, expected: `${isin}, the asset whose prices these are` }];
  const shown: PriceShown = { priceDate: priceDate ?? '', closePrice: typeof closePrice === 'number' ? closePrice : null };
  const checked = checkPrice({ priceDate, closePrice }, today);
  if (checked.ok && issues.length === 0) return { ok: true, fields: checked.value, shown };
  return { ok: false, issues: [...issues, ...(checked.ok ? [] : checked.issues)], shown };
}
