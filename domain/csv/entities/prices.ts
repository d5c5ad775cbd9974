/**
 * CSV of one security's closing prices, a day and a price in each row: our export, and the import of it or of another
 * file.
 */
import { dayMonthYear, type IsoDate } from '../../values/dates.ts';
import { DENOMINATIONS, type Denomination } from '../../fields/enums.ts';
import type { Issue } from '../../fields/issue.ts';
import { checkPrice, type PriceFields } from '../../records/price.ts';
import type { PricePoint, Transaction } from '../../records/records.ts';
import { penceToPounds, poundsToPence } from '../cells/numbers.ts';
import { currencyNamed } from '../cells/words.ts';
import { csvFile, numberCell, textCell } from '../cells/write-csv.ts';
import type { EntityColumns, EntityFile, EntityRow } from './entity-file.ts';
import { holdFarPrices, knownPrices } from './far-prices.ts';
import { judgeRows, type EntityImportRow, type RowReading } from './entity-import.ts';

type PriceField = 'id' | 'isin' | 'priceDate' | 'closePrice' | 'currency';

export const PRICE_COLUMNS: EntityColumns<PriceField> = {
  labels: { id: 'Id', isin: 'ISIN', priceDate: 'Date', closePrice: 'Price', currency: 'Currency' },
  synonyms: {
    priceDate: ['price date', 'day', 'time', 'period'],
    closePrice: ['close', 'close price', 'closing price', 'last', 'nav', 'value'],
    currency: ['ccy', 'currency code', 'price currency', 'denomination'],
  },
  required: ['priceDate', 'closePrice'],
  days: ['priceDate'],
  figures: ['closePrice'],
};

/** `prices-export-{ISIN}-{yyyy-MM-dd}.csv` */
export function pricesFileName(isin: string, day: string): string {
  return `prices-export-${isin}-${day}.csv`;
}

/** CSV text (with byte order mark) of closing prices in the given order. */
export function pricesCsv(prices: Iterable<PricePoint>): string {
  const {
    isin: isinLabel,
    priceDate: dateLabel,
    closePrice: priceLabel,
    currency: currencyLabel,
  } = PRICE_COLUMNS.labels;
  return csvFile(
    [isinLabel, dateLabel, priceLabel, currencyLabel],
    Array.from(prices, ({ isin, priceDate, closePrice, currency }) => [
      textCell(isin),
      textCell(priceDate),
      numberCell(closePrice),
      textCell(currency),
    ]),
  );
}

/** What a preview shows of a row; the text of the file where a cell could not be read. */
export interface PriceShown {
  readonly priceDate: string;
  readonly closePrice: number | null;
}

export type PriceImportRow = EntityImportRow<PriceFields, PriceShown>;

export interface PriceImportOptions {
  /** The security that the prices belong to. */
  readonly isin: string;
  /** The unit of the security's prices, and of rows that name none. */
  readonly denomination: Denomination;
  /** The security's known prices. */
  readonly stored: readonly PricePoint[];
  /** The user's transactions in the security. */
  readonly trades: readonly Transaction[];
  readonly today: IsoDate;
}

/** Reads the rows of a file as prices; a known price is a duplicate, a different price for a known day replaces it. */
export function preparePrices(file: EntityFile<PriceField>, options: PriceImportOptions): readonly PriceImportRow[] {
  const { isin, denomination, stored, trades } = options;
  const rows = judgeRows(file, {
    read: (row) => readRow(row, options),
    stored: stored.map(({ priceDate, closePrice }) => ({ id: priceDate, priceDate, closePrice })),
    keyOf: ({ priceDate }) => priceDate,
    isSame: (a, b) => a.closePrice === b.closePrice,
    contradiction: otherPrice,
    storedDetails: ({ priceDate }) => `The price of ${dayMonthYear(priceDate)} is already known.`,
    fileDetails: (row) => `The same price as row ${row} of this file.`,
  });
  return holdFarPrices(
    rows,
    ({ priceDate, closePrice }) => ({ key: isin, day: priceDate, price: closePrice, unit: denomination }),
    () => knownPrices(stored, trades, denomination),
  );
}

function readRow(
  row: EntityRow<PriceField>,
  { isin, denomination, today }: PriceImportOptions,
): RowReading<PriceFields, PriceShown> {
  const [priceDate, named] = [row.day('priceDate'), row.text('isin').toUpperCase()];
  const issues: Issue[] =
    named === '' || named === isin
      ? []
      : [{ field: 'isin', code: 'notAllowed', value: named, expected: `${isin}, the asset whose prices these are` }];
  const { closePrice, issues: unitIssues } = priceInDenomination(row, denomination);
  issues.push(...unitIssues);
  const shown: PriceShown = {
    priceDate: priceDate ?? '',
    closePrice: typeof closePrice === 'number' ? closePrice : null,
  };
  const checked = checkPrice({ priceDate, closePrice: closePrice ?? null }, today);
  if (checked.ok && issues.length === 0) return { ok: true, fields: checked.value, shown };
  return { ok: false, issues: [...issues, ...(checked.ok || closePrice === undefined ? [] : checked.issues)], shown };
}

/** A security has one closing price a day. */
export function otherPrice(
  row: EntityRow<'closePrice'>,
  { closePrice }: Pick<PriceFields, 'closePrice'>,
  earlierRow: number,
): Issue {
  const expected = `${closePrice}, as row ${earlierRow} states for the same day`;
  return { field: 'closePrice', code: 'notAllowed', value: row.text('closePrice'), expected };
}

/** The row's price and the currency, which it must name; an issue where it names none of ours. */
export function priceInOwnCurrency(row: EntityRow<'closePrice' | 'currency'>): {
  readonly closePrice: number | string | null;
  readonly currency: Denomination | null;
  readonly issues: readonly Issue[];
} {
  const unit = unitOf(row) ?? '';
  const closePrice = row.figure('closePrice');
  const currency = DENOMINATIONS.find(({ value }) => value === unit)?.value ?? null;
  if (currency !== null) return { closePrice, currency, issues: [] };
  const expected = `one of ${DENOMINATIONS.map(({ value }) => value).join(', ')}, because the security is not yet in the catalogue`;
  const code = unit === '' ? 'required' : 'notAllowed';
  return { closePrice, currency, issues: [{ field: 'currency', code, value: unit, expected }] };
}

/** The row's price in the asset's denomination; undefined, with an issue, where the row names another currency. */
export function priceInDenomination(
  row: EntityRow<'closePrice' | 'currency'>,
  denomination: Denomination,
): { readonly closePrice: number | string | null | undefined; readonly issues: readonly Issue[] } {
  const unit = unitOf(row) ?? denomination;
  const closePrice = inDenomination(row.figure('closePrice'), unit, denomination);
  if (closePrice !== undefined) return { closePrice, issues: [] };
  const expected = `${denomination}, in which the prices of this asset are stated`;
  return { closePrice, issues: [{ field: 'currency', code: 'notAllowed', value: unit, expected }] };
}

/** The unit of the row's price: beside the price, where pence are already pounds, or in a column of its own. */
function unitOf(row: EntityRow<'closePrice' | 'currency'>): string | null {
  const beside = row.currency('closePrice');
  if (beside !== null) return beside;
  return currencyNamed(row.text('currency')) || null;
}

/** A price in the asset's denomination: pounds and pence differ by 100. Undefined for another currency. */
function inDenomination(
  price: number | string | null,
  unit: string,
  denomination: Denomination,
): number | string | null | undefined {
  if (unit === denomination) return price;
  const change =
    unit === 'GBP' && denomination === 'GBX'
      ? poundsToPence
      : unit === 'GBX' && denomination === 'GBP'
        ? penceToPounds
        : null;
  if (change === null) return undefined;
  const changed = typeof price === 'number' ? change(String(price)) : null;
  return changed === null ? price : Number(changed);
}
