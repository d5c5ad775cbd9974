/** Layouts that brokers, trackers and spreadsheets publish: what their figures prove is read, anything else is held. */
import { describe, expect, it } from 'vitest';
import type { PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import { readLines as read, selectedLines as chosen } from './read-lines.ts';

const VOD = 'GB00BH4HKS39';
const AAPL = 'US0378331005';

const figures = ({ rows }: PreparedImport): readonly unknown[] =>
  rows.map(({ fields }) => [fields?.consideration, (fields?.brokerCharge ?? 0) + (fields?.stampDuty ?? 0)]);

describe('figures in pence', () => {
  it('are named by a capital P in brackets', () => {
    const prepared = read(
      'DATE,TYPE,ISIN,QUANTITY,PRICE (P),AMOUNT (P)',
      `2024-03-05,Buy,${VOD},1000,72.00,72000.00`,
      `2024-08-02,Dividend,${VOD},1000,3.75,3750.00`,
    );
    expect(figures(prepared)).toEqual([
      [720, 0],
      [37.5, 0],
    ]);
    expect(chosen(prepared)).toEqual([2, 3]);
  });

  it('may be those of an income of a pound or more for a unit quoted in pence', () => {
    const header = 'Date,Type,ISIN,Shares,Rate per share,Amount';
    expect(chosen(read(header, `2024-08-02,Dividend,${VOD},600,3.75,2250.00`))).toEqual([]);
    expect(chosen(read(header, `2024-08-02,Dividend,${VOD},600,0.0375,22.50`))).toEqual([2]);
    expect(chosen(read(header, `2024-08-02,Dividend,${VOD},600,£3.75,£2250.00`))).toEqual([2]);
    expect(chosen(read(header.replace('Amount', 'Amount (£)'), `2024-08-02,Dividend,${VOD},600,3.75,2250.00`))).toEqual(
      [2],
    );
  });

  it('are those of a rate which makes the income in pounds to the penny', () => {
    const header = 'Date,Type,ISIN,Shares,Rate,Amount';
    const prepared = read(
      header,
      `2024-08-02,Dividend,${VOD},600,3.75,22.50`,
      `2025-02-14,Dividend,${VOD},600,1.90,11.40`,
      `2025-08-01,Dividend,${VOD},600,2.25,13.60`,
    );
    expect(figures(prepared)).toEqual([
      [22.5, 0],
      [11.4, 0],
      [13.6, 0],
    ]);
    expect(chosen(prepared)).toEqual([2, 3]);
  });
});

it('a charge whose heading runs its words together holds a trade, however small its amount', () => {
  const prepared = read(
    'EVENT,DATE,SYMBOL,PRICE,QUANTITY,CURRENCY,FEETAX,EXCHANGE',
    'Buy,2024-03-05,VOD,0.72,1000,GBP,9.95,LSE',
    'Sell,2024-06-04,VOD,0.70,400,GBP,9.95,LSE',
    'Sell,2024-06-14,VOD,0.70,400,GBP,0,LSE',
  );
  expect(chosen(prepared)).toEqual([4]);
});

it('a purchase at a value that no price proves is held beside another cost', () => {
  const prepared = read(
    'Date,Type,ISIN,Quantity,Cost,Value',
    `2024-03-05,Buy,${VOD},1000,729.95,705.00`,
    '2024-03-14,Buy,GB0008706128,2000,1009.95,1180.00',
    '2024-03-15,Buy,GB00B10RZP78,2000,70009.95,160000.00',
    '2024-03-18,Buy,GB0008706128,2000,1009.95,1009.95',
    '2024-06-14,Sell,GB0008706128,1000,504.97,590.00',
  );
  expect(chosen(prepared)).toEqual([5, 6]);
});
