import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { Percent, Price } from '../../values/amount.ts';
import type { IsoDate } from '../../values/dates.ts';
import type { Asset } from '../../records/records.ts';
import { unlistedAsset } from '../stored/directory.ts';
import { readEntityFile } from './entity-file.ts';
import { pastedPrices, prepareSecurityPrices, SECURITY_PRICE_COLUMNS } from './security-prices.ts';

const tools = {
  parse: (text: string, delimiter: string) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
};
const asset = (isin: string, name: string, changes: Partial<Asset> = {}): Asset => ({
  id: isin,
  name,
  type: 'EQUITY',
  category: 'UK_TSM',
  incomeTreatment: 'NA',
  totalExpenseRatio: 0 as Percent,
  isin,
  sedol: null,
  priceSource: 'LSE',
  fetchCode: '',
  denomination: 'GBP',
  excludeFromPriceUpdates: false,
  cgtExempt: null,
  ...changes,
});
const ASSETS = [
  asset('GB00BH4HKS39', 'Vodafone Group plc', { sedol: 'BH4HKS3', fetchCode: 'VOD.L', denomination: 'GBX' }),
  asset('US0378331005', 'Apple Inc.', { denomination: 'USD' }),
  asset('GB0000000001', 'Twin Fund'),
  asset('GB0000000002', 'Twin Fund'),
];

function prepare(text: string, assets: readonly Asset[] = ASSETS) {
  const file = readEntityFile(new TextEncoder().encode(text), tools, SECURITY_PRICE_COLUMNS);
  if (!file.ok) throw new Error(file.message);
  return prepareSecurityPrices(file, {
    assets,
    stored: [
      {
        isin: 'US0378331005',
        priceDate: '2024-06-13' as IsoDate,
        closePrice: 212.5 as Price,
        currency: 'USD',
        fetchedAt: '',
      },
    ],
    transactions: [],
    day: '2024-06-14' as IsoDate,
    today: '2024-06-16' as IsoDate,
  });
}

describe('a file of prices of many securities', () => {
  it('finds each security by ISIN, SEDOL, fetch code or full name, and asks where none or several match', () => {
    const rows = prepare(
      'Security,Date,Price\nUS0378331005,13/06/2024,212.5\napple inc.,12/06/2024,210\nBH4HKS3,,70.5\nVOD.L,15/06/2024,71\nTwin Fund,,3\nNobody,,4\n,,5\nApple Inc.,17/06/2024,213\n',
    );
    expect(
      rows.map(({ status, record }) => [
        status,
        record?.isin ?? null,
        record?.priceDate ?? null,
        record?.closePrice ?? null,
      ]),
    ).toEqual([
      ['duplicate', 'US0378331005', '2024-06-13', 212.5],
      ['valid', 'US0378331005', '2024-06-12', 210],
      ['valid', 'GB00BH4HKS39', '2024-06-14', 70.5],
      ['valid', 'GB00BH4HKS39', '2024-06-15', 71],
      ['error', null, null, null],
      ['error', null, null, null],
      ['error', null, null, null],
      ['error', null, null, null],
    ]);
    expect(rows.slice(4).map(({ errors }) => errors.map(({ field }) => field))).toEqual([
      ['security'],
      ['security'],
      ['security'],
      ['priceDate'],
    ]);
  });

  it('takes pounds for pence and pence for pounds where the cell says so, and no other currency', () => {
    const rows = prepare('ISIN,Price,Currency\nGB00BH4HKS39,0.705,GBP\nGB0000000001,250,GBX\nUS0378331005,200,GBP\n');
    expect(rows.map(({ status, record }) => [status, record?.closePrice ?? null])).toEqual([
      ['valid', 70.5],
      ['valid', 2.5],
      ['error', null],
    ]);
  });

  it('asks for the currency of a security that an import made and nobody has completed', () => {
    const unlisted = unlistedAsset('u1', 'US5949181045', 'Microsoft');
    const text =
      'ISIN,Date,Price,Currency\nUS5949181045,,400,\nUS5949181045,,400,USD\nUS5949181045,01/02/2024,$401,\nUS5949181045,,3,JPY\n';
    expect(
      prepare(text, [unlisted]).map(({ status, record, errors }) => [
        status,
        record?.currency ?? errors.map(({ field }) => field).join(),
      ]),
    ).toEqual([
      ['error', 'currency'],
      ['valid', 'USD'],
      ['valid', 'USD'],
      ['error', 'currency'],
    ]);
  });

  it('reads two pasted columns, with a header of their own or without', () => {
    for (const pasted of ['Apple Inc.\t212\r\nVOD.L\t70.5\r\n', 'Name\tClose\nApple Inc.\t212\nVOD.L\t70.5'])
      expect(prepare(pastedPrices(pasted)).map(({ status, record }) => [status, record?.closePrice])).toEqual([
        ['valid', 212],
        ['valid', 70.5],
      ]);
  });
});
