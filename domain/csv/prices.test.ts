import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { Price } from '../amount.ts';
import type { IsoDate } from '../dates.ts';
import type { PricePoint } from '../records.ts';
import { readEntityFile } from './entity-file.ts';
import { PRICE_COLUMNS, preparePrices } from './prices.ts';

const tools = {
  parse: (text: string, delimiter: string) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
  decode: (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes),
};
const known: PricePoint = { isin: 'XAU', priceDate: '2024-06-13' as IsoDate, closePrice: 1800.5 as Price, currency: 'GBP', fetchedAt: '2024-06-13T17:00:00Z' };

describe('a file of prices', () => {
  it('takes days and prices, replaces a known day, and names what is wrong', () => {
    const text = 'Date,Close,ISIN\n12/06/2024,"1,799.25",XAU\n13/06/2024,1800.50,\n14/06/2024,1810,xau\n15/06/2024,1811,XAG\n17/06/2024,1812,\n,x,\n';
    const file = readEntityFile(new TextEncoder().encode(text), tools, PRICE_COLUMNS);
    if (!file.ok) throw new Error(file.message);
    const rows = preparePrices(file, { isin: 'XAU', stored: [known], today: '2024-06-16' as IsoDate });
    expect(rows.map(({ status, record }) => [status, record?.priceDate ?? null, record?.closePrice ?? null])).toEqual([
      ['valid', '2024-06-12', 1799.25], ['duplicate', '2024-06-13', 1800.5], ['valid', '2024-06-14', 1810], ['error', null, null], ['error', null, null], ['error', null, null],
    ]);
    expect(rows.slice(3).map((row) => row.errors.map(({ message }) => message))).toEqual([
      ['ISIN "XAG" is not valid: expected XAU, the asset whose prices these are.'],
      ['Date "2024-06-17" is not valid: expected a day up to today (2024-06-16).'],
      ['Date is required: expected a day as yyyy-MM-dd.', 'Price "x" is not valid: expected a number.'],
    ]);
  });
});
