import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { buy, sell } from '../../../tests/cgt/rows.ts';
import type { Price } from '../../values/amount.ts';
import type { IsoDate } from '../../values/dates.ts';
import type { Denomination } from '../../fields/enums.ts';
import type { PricePoint, Transaction } from '../../records/records.ts';
import { readEntityFile } from './entity-file.ts';
import { PRICE_COLUMNS, preparePrices } from './prices.ts';

const tools = {
  parse: (text: string, delimiter: string) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
};
const ISIN = 'GB00BH4HKS39';

interface Known {
  readonly denomination?: Denomination;
  readonly stored?: Readonly<Record<string, number>>;
  readonly trades?: readonly Transaction[];
}

/** The note of each row of a file of days and prices; false for a row that is not selected without one. */
function notesOf(prices: Readonly<Record<string, number>>, { denomination = 'GBP', stored = {}, trades = [] }: Known) {
  const text = `Date,Price\n${Object.entries(prices)
    .map((cells) => cells.join(','))
    .join('\n')}\n`;
  const file = readEntityFile(new TextEncoder().encode(text), tools, PRICE_COLUMNS);
  if (!file.ok) throw new Error(file.message);
  return preparePrices(file, {
    isin: ISIN,
    denomination,
    stored: Object.entries(stored).map(([day, price]): PricePoint => ({
      isin: ISIN,
      priceDate: day as IsoDate,
      closePrice: price as Price,
      currency: denomination,
      fetchedAt: '',
    })),
    trades,
    today: '2026-06-30' as IsoDate,
  }).map(({ selected, note }) => (note !== null && selected ? 'selected with a note' : (note ?? selected)));
}

const CHECK = 'Check its unit and its decimal point.';

describe('prices in a file that are far from known ones', () => {
  it('holds a file in pounds back where the prices are in pence, and the other way round', () => {
    const stored = { '2026-01-05': 1234, '2026-01-06': 1240 };
    expect(notesOf({ '2026-01-07': 12.5, '2026-01-08': 12.6 }, { denomination: 'GBX', stored })).toEqual([
      `12.5 GBX is far from the 1240 GBX of 06/01/2026. ${CHECK}`,
      `12.6 GBX is far from the 1240 GBX of 06/01/2026. ${CHECK}`,
    ]);
    expect(notesOf({ '2026-01-04': 1250 }, { stored: { '2026-01-05': 12.34 } })).toEqual([
      `1250 GBP is far from the 12.34 GBP of 05/01/2026. ${CHECK}`,
    ]);
  });

  it('compares with what a unit cost where no price is known, in pence where prices are', () => {
    const trades = [buy('2026-01-05', 100, 1234.56), sell('2026-02-05', 50, 700)];
    expect(notesOf({ '2026-01-07': 1250 }, { trades })).toEqual([
      `1250 GBP is far from the £12.35 that a unit cost on 05/01/2026. ${CHECK}`,
    ]);
    expect(notesOf({ '2026-01-07': 1250 }, { trades, denomination: 'GBX' })).toEqual([true]);
    expect(notesOf({ '2026-01-07': 12.5 }, { trades, denomination: 'GBX' })).toEqual([
      `12.5 GBX is far from the £12.35 that a unit cost on 05/01/2026. ${CHECK}`,
    ]);
    // A dollar and a euro are near enough to a pound.
    expect(notesOf({ '2026-01-07': 15.7 }, { trades, denomination: 'USD' })).toEqual([true]);
  });

  it('finds one price without its decimal point among right ones, known or not', () => {
    const prices = { '2026-01-05': 12.34, '2026-01-06': 1240, '2026-01-07': 12.5 };
    const held = [true, `1240 GBP is far from the 12.34 GBP in row 2. ${CHECK}`, true];
    expect(notesOf(prices, {})).toEqual(held);
    expect(notesOf(prices, { stored: { '2026-01-04': 12.3, '2026-01-08': 12.6 } })).toEqual(held);
  });

  it('holds both back where nothing tells which is right', () => {
    expect(notesOf({ '2026-01-05': 12.34, '2026-01-06': 1240 }, {})).toEqual([
      `12.34 GBP is far from the 1240 GBP in row 3. ${CHECK}`,
      `1240 GBP is far from the 12.34 GBP in row 2. ${CHECK}`,
    ]);
  });

  it('takes a price that rose over years and one that really crashed between known ones', () => {
    const years = { '2006-01-05': 1, '2011-01-05': 8, '2016-01-05': 30, '2021-01-05': 120 };
    expect(notesOf(years, { stored: { '2026-01-05': 400 } })).toEqual([true, true, true, true]);
    expect(
      notesOf({ '2026-01-06': 0.2, '2026-01-07': 0.1 }, { stored: { '2026-01-05': 400, '2026-01-08': 0.1 } }),
    ).toEqual([true, true]);
  });

  it('takes the right price of a day whose known one is wrong', () => {
    expect(
      notesOf({ '2026-01-06': 12.4 }, { stored: { '2026-01-05': 12.3, '2026-01-06': 1240, '2026-01-07': 12.5 } }),
    ).toEqual([true]);
  });
});
