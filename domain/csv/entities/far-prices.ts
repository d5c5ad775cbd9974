/**
 * Prices in a file that are far from those known before: pounds for pence, or a figure without its decimal point. They
 * are not selected beforehand, with the reason beside them; a price that is typed gets the same sentence.
 */
import type { PricePoint, Transaction } from '../../records/records.ts';
import type { Denomination } from '../../fields/enums.ts';
import { dayMonthYear, daysBetween, type IsoDate } from '../../values/dates.ts';
import { groupBy } from '../../values/group-by.ts';
import { isFar, unitPrice } from '../import/price-outliers.ts';
import type { EntityImportRow } from './entity-import.ts';
import { farNotes, type FarRules, type NamedFigure, type StatedFigure } from './far-figures.ts';

/** In a longer time a price that was right may rise by more, as houses and shares did. */
const LONGEST_DAYS = 30 * 365;

const PRICE_RULES: FarRules = {
  isFar: ({ figure, day }, other) =>
    isFar(figure, other.figure) && Math.abs(daysBetween(day, other.day)) <= LONGEST_DAYS,
  note: ({ text }, { name }) => `${text} is far from ${name}. Check its unit and its decimal point.`,
};

/** The price in a row; those with one key are of the same thing. */
export interface PriceInRow {
  readonly key: string;
  readonly day: IsoDate;
  readonly price: number;
  /** Its currency, or GBX for pence. */
  readonly unit: string;
}

/** A stored price as a sentence names it. */
export function storedPrice(day: IsoDate, price: number, unit: string): NamedFigure {
  return { day, figure: price, name: `the ${price} ${unit} of ${dayMonthYear(day)}` };
}

/**
 * What a unit cost in each purchase and sale of a security, in pence where its prices are. Dollars and euros are compared
 * with pounds: they differ by far less than a wrong unit does.
 */
function tradePrices(trades: Iterable<Transaction>, denomination: Denomination): readonly NamedFigure[] {
  const found: NamedFigure[] = [];
  for (const trade of trades) {
    const pounds = unitPrice(trade);
    if (pounds === null) continue;
    const day = trade.transactionDate;
    found.push({
      day,
      figure: denomination === 'GBX' ? pounds * 100 : pounds,
      name: `the £${Number(pounds.toPrecision(4))} that a unit cost on ${dayMonthYear(day)}`,
    });
  }
  return found;
}

/** A security's stored prices in its denomination, and what a unit cost in each trade. */
export function knownPrices(
  stored: readonly PricePoint[],
  trades: readonly Transaction[],
  denomination: Denomination,
): readonly NamedFigure[] {
  return [
    ...stored
      .filter(({ currency }) => currency === denomination)
      .map(({ priceDate, closePrice }) => storedPrice(priceDate, closePrice, denomination)),
    ...tradePrices(trades, denomination),
  ];
}

/** The sentence about a typed price that is far from those known, which does not state them if they are hidden; else null. */
export function farPriceNote(
  { day, price, unit }: Omit<PriceInRow, 'key'>,
  known: readonly NamedFigure[],
  isKnownHidden: boolean,
): string | null {
  const text = `${price} ${unit}`;
  const named = isKnownHidden
    ? known.map((figure) => ({ ...figure, name: `what is known of ${dayMonthYear(figure.day)}` }))
    : known;
  return farNotes([{ key: text, day, figure: price, text, name: text }], named, PRICE_RULES).get(text) ?? null;
}

/** Holds the rows of prices back that are far from the known ones of their key, or from most of the file's. */
export function holdFarPrices<R, S>(
  rows: readonly EntityImportRow<R, S>[],
  priceIn: (record: R) => PriceInRow,
  known: (key: string) => readonly NamedFigure[],
): readonly EntityImportRow<R, S>[] {
  const priced = rows.flatMap((row) =>
    row.status === 'valid' && row.record !== null ? [{ row, ...priceIn(row.record) }] : [],
  );
  const notes = new Map<EntityImportRow<R, S>, string>();
  for (const [key, ofKey] of groupBy(priced, (each) => each.key)) {
    const stated = ofKey.map(({ row, day, price, unit }): StatedFigure<EntityImportRow<R, S>> => {
      const text = `${price} ${unit}`;
      return { key: row, day, figure: price, text, name: `the ${text} in row ${row.rowNumber}` };
    });
    for (const [row, note] of farNotes(stated, known(key), PRICE_RULES)) notes.set(row, note);
  }
  return holdRows(rows, notes);
}

/** The rows; those with a note have it and are not selected. */
export function holdRows<R, S>(
  rows: readonly EntityImportRow<R, S>[],
  notes: ReadonlyMap<EntityImportRow<R, S>, string>,
): readonly EntityImportRow<R, S>[] {
  if (notes.size === 0) return rows;
  return rows.map((row) => {
    const note = notes.get(row);
    return note === undefined ? row : { ...row, selected: false, note };
  });
}
