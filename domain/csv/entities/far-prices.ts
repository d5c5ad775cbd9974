/**
 * Prices in a file that are far from those known before: pounds for pence, or a figure without its decimal point. They
 * are not selected beforehand, with the reason beside them.
 */
import type { PricePoint, Transaction } from '../../records/records.ts';
import type { Denomination } from '../../fields/enums.ts';
import { dayMonthYear, type IsoDate } from '../../values/dates.ts';
import { groupBy } from '../../values/group-by.ts';
import { isFar, unitPrice } from '../import/price-outliers.ts';
import type { EntityImportRow } from './entity-import.ts';

/** A price of a day, and how a sentence names it. */
export interface NamedPrice {
  readonly day: IsoDate;
  readonly price: number;
  readonly name: string;
}

interface Point extends NamedPrice {
  /** Null for a known price. */
  readonly stated: { readonly row: EntityImportRow<unknown, unknown>; readonly text: string } | null;
}

/** The price in a row; those with one key are of the same thing. */
export interface PriceInRow {
  readonly key: string;
  readonly day: IsoDate;
  readonly price: number;
  /** Its currency, or GBX for pence. */
  readonly unit: string;
}

/** A stored price as a sentence names it. */
export function storedPrice(day: IsoDate, price: number, unit: string): NamedPrice {
  return { day, price, name: `the ${price} ${unit} of ${dayMonthYear(day)}` };
}

/**
 * What a unit cost in each purchase and sale of a security, in pence where its prices are. Dollars and euros are compared
 * with pounds: they differ by far less than a wrong unit does.
 */
function tradePrices(trades: Iterable<Transaction>, denomination: Denomination): readonly NamedPrice[] {
  const found: NamedPrice[] = [];
  for (const trade of trades) {
    const pounds = unitPrice(trade);
    if (pounds === null) continue;
    const day = trade.transactionDate;
    found.push({
      day,
      price: denomination === 'GBX' ? pounds * 100 : pounds,
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
): readonly NamedPrice[] {
  return [
    ...stored
      .filter(({ currency }) => currency === denomination)
      .map(({ priceDate, closePrice }) => storedPrice(priceDate, closePrice, denomination)),
    ...tradePrices(trades, denomination),
  ];
}

/**
 * Prices of one key that follow each other by day and are not far from each other make a level. Where there are several,
 * those with a known price are right; where no price is known, the one with more than half of the file's prices.
 */
export function holdFarPrices<R, S>(
  rows: readonly EntityImportRow<R, S>[],
  priceIn: (record: R) => PriceInRow,
  known: (key: string) => readonly NamedPrice[],
): readonly EntityImportRow<R, S>[] {
  const priced = rows.flatMap((row) =>
    row.status === 'valid' && row.record !== null ? [{ row, ...priceIn(row.record) }] : [],
  );
  const notes = new Map<EntityImportRow<unknown, unknown>, string>();
  for (const [key, ofKey] of groupBy(priced, (each) => each.key)) {
    const points: Point[] = [
      ...known(key).map((each) => ({ ...each, stated: null })),
      ...ofKey.map(({ row, day, price, unit }) => {
        const text = `${price} ${unit}`;
        return { day, price, name: `the ${text} in row ${row.rowNumber}`, stated: { row, text } };
      }),
    ].filter(({ price }) => price > 0);
    for (const [row, note] of farNotes(points.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))))
      notes.set(row, note);
  }
  return notes.size === 0
    ? rows
    : rows.map((row) => {
        const note = notes.get(row);
        return note === undefined ? row : { ...row, selected: false, note };
      });
}

/** A note for each price of the file that is far from the right ones; the points are in the order of their days. */
function farNotes(points: readonly Point[]): ReadonlyMap<EntityImportRow<unknown, unknown>, string> {
  const notes = new Map<EntityImportRow<unknown, unknown>, string>();
  const levels = levelsOf(points);
  if (levels.length < 2) return notes;
  const isAnyKnown = points.some(({ stated }) => stated === null);
  const right = new Set(
    levels
      .filter((level) => (isAnyKnown ? level.some(({ stated }) => stated === null) : level.length * 2 > points.length))
      .flat(),
  );
  const note = (point: Point, other: Point | undefined): void => {
    if (point.stated !== null && other !== undefined)
      notes.set(
        point.stated.row,
        `${point.stated.text} is far from ${other.name}. Check its unit and its decimal point.`,
      );
  };
  let nearest = points.find((point) => right.has(point));
  if (nearest === undefined)
    for (const level of levels) {
      const other = points.find((point) => !level.includes(point));
      for (const point of level) note(point, other);
    }
  else
    for (const point of points)
      if (right.has(point)) nearest = point;
      else note(point, nearest);
  return notes;
}

/** The points in groups: each is not far from the point of its group before it. */
function levelsOf(points: readonly Point[]): readonly (readonly Point[])[] {
  const levels: Point[][] = [];
  let current: Point[] | undefined;
  for (const point of points) {
    const isNear = (level: readonly Point[]): boolean => !isFar(point.price, level.at(-1)?.price ?? 0);
    if (current === undefined || !isNear(current)) current = levels.find(isNear);
    if (current === undefined) levels.push((current = [point]));
    else current.push(point);
  }
  return levels;
}
