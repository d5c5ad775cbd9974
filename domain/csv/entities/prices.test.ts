import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { Price } from '../../values/amount.ts';
import type { IsoDate } from '../../values/dates.ts';
import type { PricePoint } from '../../records/records.ts';
import { readEntityFile } from './entity-file.ts';
import { PRICE_COLUMNS, preparePrices } from './prices.ts';

const tools = {
  parse: (text: string, delimiter: string) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
};
const known: PricePoint = {
  isin: 'XAU',
  priceDate: '2024-06-13' as IsoDate,
  closePrice: 1800.5 as Price,
  currency: 'GBP',
  fetchedAt: '2024-06-13T17:00:00Z',
};

describe('a file of prices', () => {
  it('takes days and prices, replaces the price of a known day, and names each error', () => {
    const text =
      'Date,Close,ISIN\n12/06/2024,"1,799.25",XAU\n13/06/2024,1800.50,\n14/06/2024,1810,xau\n15/06/2024,1811,XAG\n17/06/2024,1812,\n,x,\n';
    const file = readEntityFile(new TextEncoder().encode(text), tools, PRICE_COLUMNS);
    if (!file.ok) throw new Error(file.message);
    const rows = preparePrices(file, {
      isin: 'XAU',
      denomination: 'GBP',
      stored: [known],
      trades: [],
      today: '2024-06-16' as IsoDate,
    });
    expect(rows.map(({ status, record }) => [status, record?.priceDate ?? null, record?.closePrice ?? null])).toEqual([
      ['valid', '2024-06-12', 1799.25],
      ['duplicate', '2024-06-13', 1800.5],
      ['valid', '2024-06-14', 1810],
      ['error', null, null],
      ['error', null, null],
      ['error', null, null],
    ]);
    expect(rows.slice(3).map((row) => row.errors.map(({ message }) => message))).toEqual([
      ['ISIN "XAG" is not valid: expected XAU, the asset whose prices these are.'],
      ['Date "2024-06-17" is not valid: expected a date up to today (2024-06-16).'],
      ['Date is required: expected a date as yyyy-MM-dd.', 'Price "x" is not valid: expected a number.'],
    ]);
  });

  it("converts prices to the asset's denomination: pounds and pence are 100 apart, and another currency is an error", () => {
    const read = (denomination: 'GBX' | 'GBP', text: string) => {
      const file = readEntityFile(new TextEncoder().encode(text), tools, PRICE_COLUMNS);
      if (!file.ok) throw new Error(file.message);
      return preparePrices(file, {
        isin: 'GB00BH4HKS39',
        denomination,
        stored: [],
        trades: [],
        today: '2024-06-16' as IsoDate,
      }).map(({ record, errors }) => record?.closePrice ?? errors[0]?.message);
    };
    const days = ['12/06/2024', '13/06/2024', '14/06/2024'];
    const file = (currency: string): string => `Date,Price,Currency\n${days[0] ?? ''},71.54,${currency}\n`;
    expect([
      read('GBX', file('GBX')),
      read('GBX', file('')),
      read('GBX', file('GBp')),
      read('GBX', file('GBP')),
      read('GBP', file('GBX')),
      read('GBP', file('GBP')),
    ]).toEqual([[71.54], [71.54], [71.54], [7154], [0.7154], [71.54]]);
    expect(
      read('GBX', `Date,Price\n${days[0] ?? ''},71.54p\n${days[1] ?? ''},£0.7154\n${days[2] ?? ''},71.54`),
    ).toEqual([71.54, 71.54, 71.54]);
    expect([read('GBX', file('USD')), read('GBP', `Date,Price\n${days[0] ?? ''},$71.54`)]).toEqual([
      ['Currency "USD" is not valid: expected GBX, in which the prices of this asset are stated.'],
      ['Currency "USD" is not valid: expected GBP, in which the prices of this asset are stated.'],
    ]);
  });

  it('says so when nothing tells day and month apart', () => {
    const file = readEntityFile(
      new TextEncoder().encode('Date,Price\n03/04/2024,1\n05/04/2024,2\n'),
      tools,
      PRICE_COLUMNS,
    );
    expect(file.ok && file.notices).toEqual([
      '03/04/2024 could be 3 April or 4 March. Read as day/month/year. Check the dates before you import.',
    ]);
  });
});
