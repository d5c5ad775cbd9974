/** What the amounts of a whole file say about the prices of its securities. */
import type { TransactionType } from '../../fields/enums.ts';
import { readNumber, type DecimalMark } from '../cells/numbers.ts';
import { remembered } from '../cells/remembered.ts';
import { typeOfWord } from '../cells/words.ts';
import type { SourceRow, SourceRows } from '../profiles/source-row.ts';
import type { RowReading } from '../row-figures/row-reading.ts';
import { securityKey } from './security-finder.ts';

/** Most securities quoted in pence cost fewer pounds: a file without any of them may be in pence. */
const LEAST_PENCE_OF_FILE = 20;
/** Everybody's largest trade is larger, in pounds: amounts that would all be smaller in pence are in pounds. */
const LEAST_LARGEST_TRADE = 20;
/** A charge of a trade is a pound or more: from here on it may be in pence, as the amount that includes it. */
const LEAST_CHARGE_IN_PENCE = 100;
/** Prices of one security further apart are in different units. */
const FACTOR = 5;

/** The prices of one security within that factor of each other. */
interface PriceRange {
  readonly rows: number;
  readonly lowest: number;
  readonly highest: number;
}

function keyOf(row: SourceRow): string {
  return securityKey({
    isinText: row.get('isin').trim().toUpperCase(),
    sedolText: row.get('sedol').trim().toUpperCase(),
    ticker: row.get('ticker').trim(),
    assetName: row.get('assetName').trim(),
  });
}

function rangeOf(price: number): number {
  return Math.floor(Math.log(price) / Math.log(FACTOR));
}

export class FilePrices {
  private readonly source: SourceRows;
  private readonly mark: DecimalMark;
  private first: ReadonlyMap<string, number> | null = null;
  private ranges: ReadonlyMap<string, ReadonlyMap<number, PriceRange>> | null = null;
  private isHigh: boolean | null = null;

  constructor(source: SourceRows, mark: DecimalMark) {
    this.source = source;
    this.mark = mark;
  }

  /** A figure without its sign; not a number where the cell has none. */
  sizeOf(cell: string): number {
    const number = readNumber(cell, this.mark);
    return number.kind === 'number' ? Math.abs(Number(number.text)) : Number.NaN;
  }

  /** The price per unit in pounds by a row of the same security with an amount. */
  otherPrice(reading: RowReading): number | null {
    this.first ??= new Map([...this.unitPrices()].toReversed());
    return this.first.get(securityKey(reading)) ?? null;
  }

  /** Whether another row of the file has a price for one unit within a factor of 5. */
  isRepeated(reading: RowReading): boolean {
    const own = reading.figures.localPrice ?? 0;
    this.ranges ??= this.readRanges();
    const ranges = this.ranges.get(securityKey(reading));
    const [below, same, above] = [-1, 0, 1].map((step) => ranges?.get(rangeOf(own) + step));
    return (
      (same?.rows ?? 0) > 1 ||
      (below?.highest ?? 0) > own / FACTOR ||
      (above?.lowest ?? Number.POSITIVE_INFINITY) < own * FACTOR
    );
  }

  /**
   * Whether all prices of the file, read as pounds, are higher than those of most securities quoted in pence, and
   * neither a charge nor the size of its trades shows that they are in pounds.
   */
  areAllHigh(price: number): boolean {
    if (price < LEAST_PENCE_OF_FILE) return false;
    this.isHigh ??= this.readIsHigh();
    return this.isHigh;
  }

  /** Ends at the first trade that shows the answer, as in most files an early one does. */
  private readIsHigh(): boolean {
    const types = new Map<string, TransactionType | null>();
    let largestAmount = 0;
    for (const row of this.source.rows) {
      const type = remembered(types, row.get('transactionType'), typeOfWord);
      if (type !== 'BUY' && type !== 'SELL') continue;
      const price = this.unitPrice(row);
      if ((price > 0 && price < LEAST_PENCE_OF_FILE) || this.hasChargeInPounds(row)) return false;
      if (price > 0) largestAmount = Math.max(largestAmount, this.sizeOf(row.get('consideration')));
    }
    return largestAmount >= LEAST_LARGEST_TRADE * 100;
  }

  /** Charges are in pounds: stamp duty of 0.5 % of the amount, or an amount that includes them, is in pounds too. */
  private hasChargeInPounds(row: SourceRow): boolean {
    const [amount, duty, charge] = (['consideration', 'stampDuty', 'brokerCharge'] as const).map((field) =>
      this.sizeOf(row.get(field)),
    ) as [number, number, number];
    const product = this.sizeOf(row.get('quantity')) * this.sizeOf(row.get('localPrice') || row.get('price'));
    return (
      (duty >= 1 && Math.abs(duty - amount * 0.005) <= duty * 0.02) ||
      (charge >= 1 && charge < LEAST_CHARGE_IN_PENCE && Math.abs(Math.abs(amount - product) - charge) <= 0.0151)
    );
  }

  private readRanges() {
    const all = new Map<string, Map<number, PriceRange>>();
    for (const [key, price] of this.unitPrices()) {
      const ranges = all.get(key) ?? new Map<number, PriceRange>();
      const { rows, lowest, highest } = ranges.get(rangeOf(price)) ?? { rows: 0, lowest: price, highest: price };
      ranges.set(rangeOf(price), {
        rows: rows + 1,
        lowest: Math.min(lowest, price),
        highest: Math.max(highest, price),
      });
      all.set(key, ranges);
    }
    return all;
  }

  /** The security and amount for one unit of each trade that has one; that of a dividend is no price. */
  private *unitPrices(): Generator<readonly [string, number]> {
    const types = new Map<string, TransactionType | null>();
    for (const row of this.source.rows) {
      const type = remembered(types, row.get('transactionType'), typeOfWord);
      if (type !== 'BUY' && type !== 'SELL') continue;
      const price = this.unitPrice(row);
      if (price > 0 && Number.isFinite(price)) yield [keyOf(row), price];
    }
  }

  /** The amount of a row for one unit; not a number where it has none. */
  private unitPrice(row: SourceRow): number {
    return this.sizeOf(row.get('consideration')) / this.sizeOf(row.get('quantity'));
  }
}
