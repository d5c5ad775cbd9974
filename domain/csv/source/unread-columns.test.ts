/** Columns that are not read may still say that a row is not what its other cells look like. */
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { IsoDate } from '../../values/dates.ts';
import { prepareImport, type PreparedImport } from '../import/prepare-import.ts';
import type { ImportOptions } from '../import/row-checker.ts';
import { unlistedAsset } from '../stored/directory.ts';
import { readTable } from './read-table.ts';

const assets = [
  {
    ...unlistedAsset('vod', 'GB00BH4HKS39', 'Vodafone Group plc'),
    priceSource: 'LSE' as const,
    sedol: 'BH4HKS3',
    fetchCode: 'VOD',
    denomination: 'GBX' as const,
  },
  {
    ...unlistedAsset('lloy', 'GB0008706128', 'Lloyds Banking Group plc'),
    priceSource: 'LSE' as const,
    sedol: '0870612',
    fetchCode: 'LLOY',
    denomination: 'GBX' as const,
  },
  { ...unlistedAsset('aapl', 'US0378331005', 'Apple Inc'), fetchCode: 'AAPL', denomination: 'USD' as const },
];
const RATES: Readonly<Record<string, string>> = { USD: '0.75', EUR: '0.85', CAD: '0.5', AUD: '0.4', HKD: '0.1' };

function read(...lines: readonly string[]): PreparedImport {
  return readWith({}, ...lines);
}

function readWith(options: Partial<ImportOptions>, ...lines: readonly string[]): PreparedImport {
  const table = readTable(new TextEncoder().encode(lines.join('\n')), {
    parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
  });
  if ('ok' in table) throw new Error(table.message);
  const prepared = prepareImport(
    table,
    { accounts: [{ id: 'a', name: 'Main' }], brokers: [{ id: 'other', name: 'Other' }], assets, transactions: [] },
    {
      today: '2026-11-21' as IsoDate,
      rate: (currency) => RATES[currency] ?? null,
      defaults: { taxWrapper: 'DEALING' },
      ...options,
    },
  );
  if (!prepared.ok) throw new Error(prepared.message);
  return prepared;
}
/** The lines that are selected beforehand. */
const chosen = ({ rows }: PreparedImport): readonly number[] =>
  rows.filter(({ status, notes }) => status === 'valid' && notes.length === 0).map(({ rowNumber }) => rowNumber);
const notes = ({ rows }: PreparedImport, line: number): readonly string[] =>
  rows.find(({ rowNumber }) => rowNumber === line)?.notes ?? [];

describe('a cell that says that there is no value', () => {
  it('is empty in every column, and None among tax wrappers names the account without one', () => {
    const { rows } = read(
      'Date,Type,ISIN,Name,Quantity,Price,Amount,Plan,Reference',
      '2025-05-06,Buy,GB00BH4HKS39,n/a,1000,0.7254,725.40,ISA,n/a',
      '2025-05-07,Buy,GB00BH4HKS39,-,2000,0.73,1460.00,None,None',
      '2025-05-08,Buy,GB00BH4HKS39,—,100,0.75,75.00,SIPP,–',
    );
    expect(
      rows.map(({ fields, reading }) => [fields?.taxWrapper, fields?.brokerDealReference, reading.assetName]),
    ).toEqual(['ISA', 'DEALING', 'SIPP'].map((wrapper) => [wrapper, '', '']));
  });

  it('is none in a row that is wider than its header, whose cells may have moved', () => {
    const { rows } = read(
      'Date,Type,ISIN,Quantity,Price,Amount,Reference',
      '2025-05-06,Buy,GB00BH4HKS39,1000,0.7254,725.40,A1',
      '2025-05-07,Buy,GB00BH4HKS39,1,000,0.73,730.00,n/a',
    );
    expect(rows.map(({ status }) => status)).toEqual(['valid', 'error']);
  });
});

describe('headings', () => {
  it.each([
    ['US$', 0.75],
    ['C$', 0.5],
    ['A$', 0.4],
    ['HK$', 0.1],
  ])('name a currency by the sign %s too', (sign, rate) => {
    const { rows } = read(
      `Date,Side,Symbol,Name,Units,Avg. Price (${sign}),Value in ${sign},Fees ${sign}`,
      '2025-05-22,Buy,AAPL,Apple Inc,10,201.36,2013.60,3.00',
      '2025-05-29,Sell,AAPL,Apple Inc,4,199.95,799.80,3.00',
    );
    expect(rows.map(({ fields, notes }) => [fields?.isin, fields?.consideration, notes])).toEqual(
      [2013.6, 799.8].map((amount) => ['US0378331005', Number((amount * rate).toFixed(2)), []]),
    );
    expect(rows[0]?.fields?.brokerCharge).toBeCloseTo(3 * rate);
  });

  it('and cells name dollars of several countries', () => {
    const { rows } = read(
      'Date,Type,ISIN,Quantity,Price,Amount,Currency',
      '2025-05-22,Buy,US0378331005,10,A$20.00,A$200.00,',
      '2025-05-23,Buy,US0378331005,10,20.00 HK$,HK$200.00,',
      '2025-05-24,Buy,US0378331005,10,20.00,200.00,C$',
    );
    expect(rows.map(({ fields }) => fields?.consideration)).toEqual([80, 20, 100]);
  });

  it('of levies are charges of a trade', () => {
    const prepared = read(
      'Trade date,Side,ISIN,Nominal,Price,Principal,Commission,Levies,Net',
      '22/05/2025,BUY,GB00BH4HKS39,1000,0.7254,725.40,5.95,3.63,734.98',
      '29/05/2025,BUY,GB0008706128,1500,0.7000,1050.00,5.95,5.25,1061.20',
    );
    expect(chosen(prepared)).toEqual([2, 3]);
    expect(prepared.rows.map(({ fields }) => fields?.brokerCharge)).toEqual([9.58, 11.2]);
  });
});

describe('a column of codes', () => {
  const rows = (codes: readonly string[], names: readonly string[] = ['', '', '']): PreparedImport =>
    read(
      'Date,Type,Code,Name,Quantity,Price,Amount,Currency',
      `2025-05-06,Buy,${codes[0] ?? ''},${names[0] ?? ''},10,201.50,2015.00,USD`,
      `2025-05-07,Sell,${codes[1] ?? ''},${names[1] ?? ''},5,202.00,1010.00,USD`,
      `2025-05-08,Buy,${codes[2] ?? ''},${names[2] ?? ''},2,200.00,400.00,USD`,
    );
  const read3 = (prepared: PreparedImport): readonly (string | undefined)[] =>
    prepared.rows.map(({ reading }) => reading.ticker);

  it('is one of tickers where each trade has one and each name has its own', () => {
    expect(rows(['AAPL', 'AAPL', 'AAPL']).rows.map(({ fields }) => fields?.isin)).toEqual(
      Array.from({ length: 3 }, () => 'US0378331005'),
    );
    expect(read3(rows(['AAPL', 'BT.A', 'BP.'], ['Apple Inc', 'BT', 'BP']))).toEqual(['AAPL', 'BT.A', 'BP.']);
  });

  it.each([
    ['a currency', ['USD', 'USD', 'USD']],
    ['a type', ['BUY', 'SELL', 'BUY']],
    ['a place of trading', ['XNAS', 'XLON', 'XNAS']],
    ['a number', ['1001', '1002', '1003']],
    ['a trade without one', ['AAPL', '', 'AAPL']],
  ])('is not where it holds %s', (_what, codes) => {
    expect(read3(rows(codes))).toEqual(['', '', '']);
  });

  it('is not where a name has several, or several names have the same', () => {
    const names = ['Apple Inc', 'Vodafone Group plc', 'Apple Inc'];
    expect(read3(rows(['LMT', 'LMT', 'MKT'], names))).toEqual(['', '', '']);
    expect(read3(rows(['LMT', 'LMT', 'LMT'], names))).toEqual(['', '', '']);
  });
});

describe('a status', () => {
  it('leaves out orders that were not executed, with the reason, and holds those whose status is not known', () => {
    const prepared = read(
      'Date,Side,ISIN,Quantity,Price,Value,Status',
      '2025-05-06,Buy,GB00BH4HKS39,1000,0.7254,725.40,Executed',
      '2025-05-07,Buy,GB00BH4HKS39,2000,0.73,1460.00,Cancelled',
      '2025-05-08,Sell,GB00BH4HKS39,100,0.75,75.00,Rejected',
      '2025-05-09,Buy,GB00BH4HKS39,100,0.75,75.00,Pending',
      '2025-05-12,Buy,GB00BH4HKS39,100,0.75,75.00,Partially filled',
    );
    expect(chosen(prepared)).toEqual([2]);
    expect(prepared.content.skipped.map(({ line, reason }) => [line, reason])).toEqual([
      [3, "Status is 'Cancelled': nothing was traded."],
      [4, "Status is 'Rejected': nothing was traded."],
      [5, "Status is 'Pending': nothing was traded."],
    ]);
    expect(prepared.content.notices).toContain(
      '3 orders were not executed by their status and were left out (lines 3, 4, 5).',
    );
    expect(notes(prepared, 6)).toEqual(["Status is 'Partially filled'. Check that the trade took place as stated."]);
  });
});

describe('an order', () => {
  it('that a column of yes and no says was cancelled is left out, and one that was filled in part is held', () => {
    const prepared = read(
      'Date,Type,ISIN,Quantity,Filled,Price,Amount,Cancelled',
      '2025-05-06,Buy,GB00BH4HKS39,1000,1000,0.7254,725.40,N',
      '2025-05-07,Sell,GB00BH4HKS39,500,500,0.74,370.00,Y',
      '2025-05-08,Sell,GB00BH4HKS39,500,200,0.74,370.00,N',
    );
    expect(chosen(prepared)).toEqual([2]);
    expect(prepared.content.skipped.map(({ reason }) => reason)).toEqual(["Cancelled is 'Y': nothing was traded."]);
    expect(notes(prepared, 4)).toEqual(['Filled is 200, but the quantity was read as 500. Check it.']);
  });
});

describe('words', () => {
  it('of a reversal or a correction in another column, or in the name, hold the row', () => {
    const prepared = read(
      'Date,Type,ISIN,Name,Quantity,Price,Amount,Comment',
      '2025-05-06,Buy,GB00BH4HKS39,Vodafone Group plc,1000,0.7254,725.40,',
      '2025-05-07,Buy,GB00BH4HKS39,Vodafone Group plc,1000,0.7254,725.40,Cancellation of 06/05',
      '2025-05-08,Sell,GB00BH4HKS39,REVERSED - Vodafone Group plc,100,0.7254,72.54,',
      '2025-05-09,Sell,GB00BH4HKS39,Vodafone Group plc,100,0.7254,72.54,Price corrected',
    );
    expect(chosen(prepared)).toEqual([2]);
    expect(notes(prepared, 3)).toEqual([
      "Comment is 'Cancellation of 06/05'. Check whether this row reverses or corrects another.",
    ]);
  });

  it('of another kind of instrument hold the row', () => {
    const prepared = read(
      'Date,Instrument Type,Type,ISIN,Quantity,Price,Amount',
      '2025-05-06,Equity,Buy,GB00BH4HKS39,1000,0.7254,725.40',
      '2025-05-07,CFD,Buy,GB00BH4HKS39,1000,0.7254,725.40',
      '2025-05-08,Equity option,Sell,GB00BH4HKS39,10,0.7254,7.25',
    );
    expect(chosen(prepared)).toEqual([2]);
    expect(notes(prepared, 3)).toEqual([
      "Instrument Type is 'CFD'. Only shares, funds and bonds are read. Check the row.",
    ]);
  });
});

describe('charges', () => {
  it('in several columns are added', () => {
    const prepared = read(
      'Date,Type,ISIN,Quantity,Price,Consideration,Commission,Stamp Duty,PTM Levy,Total',
      '2025-05-06,Buy,GB00BH4HKS39,20000,0.7254,14508.00,5.00,72.54,1.50,14587.04',
      '2025-05-20,Sell,GB00BH4HKS39,20000,0.74,14800.00,5.00,0,1.50,14793.50',
    );
    expect(chosen(prepared)).toEqual([2, 3]);
    expect(prepared.rows.map(({ fields }) => [fields?.brokerCharge, fields?.stampDuty])).toEqual([
      [6.5, 72.54],
      [6.5, 0],
    ]);
  });

  it('in total are read only where no column has one of them', () => {
    const total = read(
      'Date,Type,ISIN,Quantity,Price,Value,Total charges,Net',
      '2025-05-06,Buy,GB00BH4HKS39,1000,0.7254,725.40,8.63,734.03',
    );
    expect([chosen(total), total.rows[0]?.fields?.brokerCharge]).toEqual([[2], 8.63]);
    const both = read(
      'Date,Type,ISIN,Quantity,Price,Value,Stamp duty,Commission,Total charges',
      '2025-05-06,Buy,GB00BH4HKS39,1000,0.7254,725.40,3.63,5.00,8.63',
    );
    expect(both.rows[0]?.fields).toMatchObject({ brokerCharge: 5, stampDuty: 3.63 });
  });

  it('have the currency of their own column', () => {
    const prepared = read(
      'Date,Type,ISIN,Quantity,Price,Currency,Amount,Amount Currency,Fee,Fee Currency',
      '2025-05-06,Buy,US0378331005,10,198.40,USD,1984.00,USD,1.50,GBP',
      '2025-05-07,Buy,US0378331005,10,198.40,USD,1986.00,USD,1.50,GBP',
      '2025-05-08,Buy,US0378331005,10,198.40,USD,1984.00,USD,150.00,GBP',
      '2025-05-09,Buy,US0378331005,10,198.40,USD,1984.00,USD,-1.50,GBP',
    );
    // In pounds where quantity x price shows that the amount does not include them.
    expect(chosen(prepared)).toEqual([2]);
    expect(prepared.rows[0]?.fields).toMatchObject({ consideration: 1488, brokerCharge: 1.5 });
    expect(prepared.rows.slice(1).map(({ errors }) => errors.map(({ message }) => message))).toEqual(
      Array.from({ length: 3 }, () => [
        'Amounts on this line are in more than one currency (USD and GBP): expected one.',
      ]),
    );
  });
});

describe('a net amount', () => {
  it('that fits other trades holds those that it contradicts', () => {
    const prepared = read(
      'Date,Type,ISIN,Quantity,Price,Gross Amount,Commission,Net Amount',
      '2025-05-06,Buy,GB00BH4HKS39,1000,0.7254,725.40,5.00,730.40',
      '2025-05-20,Sell,GB00BH4HKS39,500,0.74,370.00,5.00,365.00',
      '2025-05-21,Buy,GB0008706128,500,0.74,370.00,50.0,375.00',
    );
    expect(chosen(prepared)).toEqual([2, 3]);
    expect(notes(prepared, 4)).toEqual([
      'Net Amount is 375.00, which the amount and its charges do not make. Check them.',
    ]);
  });

  it('that exceeds the amount by as much as a charge shows that a charge was not read', () => {
    const prepared = read(
      'Date,Type,ISIN,Quantity,Price,Gross Amount,Expenses,Net Amount',
      '2025-05-06,Buy,GB00BH4HKS39,1000,0.7254,725.40,4.00,730.40',
      '2025-05-20,Sell,GB00BH4HKS39,500,0.74,370.00,0.00,370.00',
      '2025-05-21,Dividend,GB00BH4HKS39,,,45.00,,38.25',
    );
    expect(chosen(prepared)).toEqual([3]);
    expect(notes(prepared, 4)).toEqual([
      'Net Amount is 38.25, but the amount was read as 45.00. Check which was received.',
    ]);
  });

  it('in pounds is read where the file has no other amount, and its charges are deducted once it is proved', () => {
    const prepared = read(
      'Date,Action,ISIN,Shares,Price (USD),FX rate GBP/USD,Total (GBP),Commission (GBP)',
      '2025-05-06,Buy,US0378331005,10,198.40,1.33,1512.60,20.87',
    );
    expect(prepared.rows[0]?.fields).toMatchObject({ consideration: 1491.73, brokerCharge: 20.87 });
    expect(prepared.rows[0]?.remarks).toEqual([
      'The amount of 1,512.60 includes the charges of 20.87: the consideration is 1,491.73.',
    ]);
  });

  it('that no trade proves holds the trade', () => {
    const prepared = read(
      'Date,Type,ISIN,Quantity,Price,Gross Amount,Commission,Total',
      '2025-05-06,Buy,GB00BH4HKS39,1000,0.7254,725.40,5.00,9000.00',
    );
    expect(chosen(prepared)).toEqual([]);
  });
});

describe('tax', () => {
  it('is read where gross and net amount prove it', () => {
    const prepared = read(
      'Date,Type,ISIN,Gross Amount,Withholding Tax,Net Amount,Currency',
      '2025-06-06,Dividend,US0378331005,100.00,15.00,85.00,USD',
      '2025-09-06,Dividend,US0378331005,100.00,15.00,95.00,USD',
    );
    expect(chosen(prepared)).toEqual([2]);
    expect(prepared.rows[0]?.fields).toMatchObject({ consideration: 63.75, grossIncome: 75, taxWithheld: 11.25 });
  });

  it('that is not read holds the income', () => {
    const prepared = read(
      'Date,Type,ISIN,Amount,Withholding Tax',
      '2025-06-06,Dividend,GB00BH4HKS39,45.00,6.75',
      '2025-07-06,Dividend,GB00BH4HKS39,45.00,0.00',
    );
    expect(chosen(prepared)).toEqual([3]);
    expect(notes(prepared, 2)).toEqual([
      'Withholding Tax of 6.75 was not read. Check that the amount is what was paid or received.',
    ]);
  });
});

describe('a heading', () => {
  it.each(['€', '(EUR)', 'EUR'])('names the currency of its amounts: %s', (currency) => {
    const prepared = read(
      `Date,Type,ISIN,Quantity,Price ${currency},Amount ${currency},Fees ${currency}`,
      '2025-05-06,Buy,GB00BH4HKS39,10,120.00,1200.00,2.00',
    );
    expect(prepared.rows[0]?.fields).toMatchObject({ consideration: 1020, brokerCharge: 1.7, localPrice: 102 });
  });

  it('of pence is not one of pounds', () => {
    const prepared = read('Date,Type,ISIN,Quantity,Price (GBp)', '2025-05-06,Buy,GB00BH4HKS39,1000,72.54');
    expect(prepared.rows[0]?.fields).toMatchObject({ consideration: 725.4, localPrice: 0.7254 });
  });

  it('of times in UTC gives the day in London', () => {
    const prepared = read(
      'Date/Time (UTC),Type,ISIN,Quantity,Price,Amount',
      '2025-04-05 23:30:00,Buy,GB00BH4HKS39,1000,0.7254,725.40',
      '2025-01-05 23:30:00,Sell,GB00BH4HKS39,500,0.74,370.00',
    );
    expect(prepared.rows.map(({ fields }) => fields?.transactionDate)).toEqual(['2025-04-06', '2025-01-05']);
  });

  it('of a trade date has the day before one of a date', () => {
    const prepared = read(
      'Date,Trade Date,Type,ISIN,Quantity,Price,Amount',
      '28/05/2025,26/05/2025,Buy,GB00BH4HKS39,1000,0.7254,725.40',
    );
    expect(prepared.rows.map(({ fields }) => fields?.transactionDate)).toEqual(['2025-05-26']);
  });

  it('of a date has the day before one of a time', () => {
    const prepared = read(
      'Time,Date,Type,ISIN,Quantity,Price,Amount',
      '09:30:12,06/05/2025,Buy,GB00BH4HKS39,1000,0.7254,725.40',
      '14:30:12,26/05/2025,Sell,GB00BH4HKS39,500,0.74,370.00',
    );
    expect(prepared.rows.map(({ fields }) => fields?.transactionDate)).toEqual(['2025-05-06', '2025-05-26']);
  });
});

describe('a settlement day', () => {
  const SETTLED = 'Trade Date,Settlement Date,Type,ISIN,Quantity,Price,Amount';

  it('proves the order of day and month by a number above 12', () => {
    const prepared = read(
      SETTLED,
      '05/12/2025,05/13/2025,Buy,GB00BH4HKS39,1000,0.7254,725.40',
      '04/07/2025,04/09/2025,Sell,GB00BH4HKS39,500,0.74,370.00',
    );
    expect(prepared.content.datesAmbiguous).toBe(false);
    expect(prepared.rows.map(({ fields }) => fields?.transactionDate)).toEqual(['2025-05-12', '2025-04-07']);
  });

  it('proves it where a trade would settle long after its day in the other order', () => {
    const prepared = read(SETTLED, '05/06/2025,05/08/2025,Buy,GB00BH4HKS39,1000,0.7254,725.40');
    expect(prepared.content.datesAmbiguous).toBe(false);
    expect(prepared.rows[0]?.fields?.transactionDate).toBe('2025-05-06');
    const dayFirst = read(SETTLED, '06/05/2025,08/05/2025,Buy,GB00BH4HKS39,1000,0.7254,725.40');
    expect(dayFirst.rows[0]?.fields?.transactionDate).toBe('2025-05-06');
  });

  it('proves nothing where both orders are possible', () => {
    const prepared = read(SETTLED, '05/05/2025,05/05/2025,Buy,GB00BH4HKS39,1000,0.7254,725.40');
    expect(prepared.content.datesAmbiguous).toBe(true);
  });
});

describe('a tax wrapper', () => {
  it('is read from a column that names nothing else', () => {
    const prepared = read(
      'Date,Product,Type,ISIN,Name,Quantity,Price,Amount',
      '2025-05-06,ISA,Buy,GB00BH4HKS39,Vodafone Group plc,1000,0.7254,725.40',
      '2025-05-07,SIPP,Buy,GB00BH4HKS39,Vodafone Group plc,1000,0.7254,725.40',
    );
    expect(prepared.rows.map(({ fields }) => fields?.taxWrapper)).toEqual(['ISA', 'SIPP']);
  });

  it('is not read from the name of a person', () => {
    const prepared = read(
      'Date,Account,Type,ISIN,Quantity,Price,Amount',
      '2025-05-06,Lisa,Buy,GB00BH4HKS39,1000,0.7254,725.40',
    );
    expect(prepared.rows[0]).toMatchObject({ newAccount: 'Lisa', fields: { taxWrapper: 'DEALING' } });
  });
});

describe('an exchange rate', () => {
  const RATED = 'Date,Type,ISIN,Quantity,Price,Currency,FX Rate,FX Fee,Amount (GBP)';

  it('shows whether an amount in pounds includes the charges', () => {
    const included = read(
      RATED,
      '2025-05-06,Buy,US0378331005,10,198.40,USD,1.33,14.92,1506.65',
      '2025-05-20,Sell,US0378331005,4,205.00,USD,1.34,6.12,605.82',
    );
    expect(included.rows.map(({ fields }) => [fields?.consideration, fields?.fxCharge])).toEqual([
      [1491.73, 14.92],
      [611.94, 6.12],
    ]);
    const excluded = read(
      RATED,
      '2025-05-06,Buy,US0378331005,10,198.40,USD,1.33,14.92,1491.73',
      '2025-05-20,Sell,US0378331005,4,205.00,USD,1.34,6.12,611.94',
    );
    expect(excluded.rows.map(({ fields }) => fields?.consideration)).toEqual([1491.73, 611.94]);
  });
});

describe('other figures', () => {
  it("with another sign than the file's other purchases or sales hold the trade", () => {
    const prepared = read(
      'Date,Type,ISIN,Quantity,Price,Amount',
      '2025-05-06,Buy,GB00BH4HKS39,1000,0.7254,-725.40',
      '2025-05-07,Buy,GB00BH4HKS39,100,0.74,-74.00',
      '2025-05-08,Buy,GB0008706128,100,0.74,74.00',
      '2025-05-09,Sell,GB00BH4HKS39,100,0.74,74.00',
    );
    expect(chosen(prepared)).toEqual([2, 3, 5]);
    expect(notes(prepared, 4)).toEqual([
      'The amount 74.00 does not have the sign of other purchases. Is this row a reversal?',
    ]);
  });

  it('of nothing hold a trade', () => {
    const prepared = read(
      'Date,Type,ISIN,Quantity,Price,Amount',
      '2025-05-06,Buy,GB00BH4HKS39,100,0,0',
      '2025-05-07,Buy,GB00BH4HKS39,100,0,72.54',
    );
    expect(chosen(prepared)).toEqual([]);
    expect(notes(prepared, 3)).toEqual(['The price is 0, but the amount is 72.54. Check both.']);
  });

  it('of a transfer in, rights or a reinvestment must agree with each other', () => {
    const prepared = read(
      'Date,Type,ISIN,Quantity,Price,Amount',
      '2025-05-06,Transfer In,GB00BH4HKS39,1000,0.72,72.00',
      '2025-05-07,Transfer In,GB00BH4HKS39,1000,0.72,0',
      '2025-05-08,Rights Issue,GB00BH4HKS39,100,0.50,500.00',
      '2025-05-09,Dividend Reinvestment,GB00BH4HKS39,100,0.50,50.00',
    );
    expect(chosen(prepared)).toEqual([5]);
  });

  it('of a hundredfold quantity are not taken for a price of less than five pence', () => {
    const prepared = read(
      'Date,Type,ISIN,Quantity,Price,Amount',
      '2025-05-06,Buy,GB00BH4HKS39,100000,0.7254,725.40',
      '2025-05-07,Buy,GB0008706128,1000,72.54,725.40',
    );
    expect(chosen(prepared)).toEqual([3]);
  });

  it('of a split may be its change, the new holding or the ratio, so it is held', () => {
    const prepared = read('Date,Type,ISIN,Quantity,Price,Amount', '2024-06-10,Split,GB00BH4HKS39,10,,');
    expect(notes(prepared, 2)).toEqual([
      '10 was read as the change in units, not as the new holding or the ratio. Check it.',
    ]);
  });
});

describe('a security', () => {
  it('of another country with dollars is held where only a sign names them', () => {
    const prepared = read(
      'Date,Type,ISIN,Quantity,Price,Amount',
      '2025-05-06,Buy,CA0641491075,10,$70.00,$700.00',
      '2025-05-07,Buy,US0378331005,10,$70.00,$700.00',
      '2025-05-08,Buy,CA0641491075,10,70.00 USD,700.00 USD',
    );
    expect(chosen(prepared)).toEqual([3, 4]);
    expect(notes(prepared, 2)).toEqual([
      '$ was read as US dollars, but this security may be quoted in CAD. Check the currency.',
    ]);
    const headed = read('Date,Type,ISIN,Quantity,Price ($),Amount ($)', '2025-05-06,Buy,CA0641491075,10,70.00,700.00');
    expect([chosen(headed), headed.rows[0]?.fields?.consideration]).toEqual([[], 525]);
  });

  it("is not known by the beginning of an option's or another class's ticker", () => {
    const prepared = read(
      'Date,Type,Ticker,Currency,Quantity,Price,Amount',
      '2025-05-06,Buy,AAPL 250620C00200000,USD,1,5,5',
      '2025-05-07,Buy,AAPL.B,USD,1,5,5',
      '2025-05-08,Buy,AAPL US,USD,1,5,5',
    );
    expect(chosen(prepared)).toEqual([4]);
    expect(prepared.rows.map(({ status }) => status)).toEqual(['question', 'question', 'valid']);
  });

  it('whose ISIN, name, ticker or SEDOL belong to two assets is held', () => {
    const prepared = read(
      'Date,Type,ISIN,SEDOL,Ticker,Name,Quantity,Price,Amount',
      '2025-05-06,Buy,GB00BH4HKS39,BH4HKS3,VOD,Vodafone Group plc,1000,0.7254,725.40',
      '2025-05-07,Buy,GB00BH4HKS39,,,Lloyds Banking Group plc,1000,0.7254,725.40',
      '2025-05-08,Buy,GB00BH4HKS39,,LLOY,,1000,0.7254,725.40',
      '2025-05-09,Buy,GB00BH4HKS39,0870612,,,1000,0.7254,725.40',
    );
    expect(chosen(prepared)).toEqual([2]);
    expect(notes(prepared, 3)).toEqual([
      "The ISIN belongs to Vodafone Group plc, but the name 'Lloyds Banking Group plc' belongs to Lloyds Banking Group plc. Check which is right.",
    ]);
  });
});

describe('columns of payments and receipts', () => {
  it('state what was paid or received, and what became of it against the type', () => {
    const prepared = read(
      'Date,Type,ISIN,Units,Price (p),Charges,Debit,Credit',
      '22/05/2025,Buy,GB00BH4HKS39,1000,72.54,15.58,740.98,',
      '29/05/2025,Sell,GB0008706128,1500,70.00,10.95,,1039.05',
      '30/05/2025,Sell,GB0008706128,1500,70.00,10.95,1039.05,',
      '02/06/2025,Dividend,GB00BH4HKS39,,,,,45.00',
      '03/06/2025,Deposit,,,,,,500.00',
      '04/06/2025,Withdrawal,,,,,,500.00',
      '05/06/2025,Withdrawal,,,,,20.00,',
    );
    expect(chosen(prepared)).toEqual([2, 3, 5, 6, 8]);
    expect(prepared.rows.map(({ fields }) => [fields?.consideration, fields?.cashAmount ?? 0])).toMatchObject([
      [725.4, 0],
      [1050, 0],
      [1050, 0],
      [45, 0],
      [0, 500],
      [0, 500],
      [0, 20],
    ]);
    expect(notes(prepared, 7)).toEqual(['The file says that the amount 500.00 was received. Check the type.']);
  });

  it('name the only sale that was paid', () => {
    const prepared = read(
      'Date,Type,ISIN,Units,Amount,DR/CR',
      '22/05/2025,Buy,GB00BH4HKS39,1000,740.98,DR',
      '30/05/2025,Sell,GB0008706128,1500,1039.05,DR',
    );
    expect(notes(prepared, 3)).toEqual(['The file says that the amount 1039.05 was paid. Is this sale a reversal?']);
  });
});

describe('lines that are no rows', () => {
  it('do not hide what a column holds', () => {
    const prepared = read(
      'Plan,Date,Action,Product,ISIN,Quantity,Price,Amount',
      'x,22/05/2025,Buy,S&S ISA,GB00BH4HKS39,1000,0.7254,725.40',
      'x,29/05/2025,Buy,SIPP,GB0008706128,1500,0.7000,1050.00',
      'Plan,Date,Action,Product,ISIN,Quantity,Price,Amount',
      'x,30/05/2025,Sell,SIPP,GB0008706128,500,0.7000,350.00',
      'Total,,,,,,,2125.40',
      'Prices are indicative,,,,,,,',
    );
    expect(chosen(prepared)).toEqual([2, 3, 5]);
    expect(prepared.rows.map(({ fields }) => fields?.taxWrapper)).toEqual(['ISA', 'SIPP', 'SIPP']);
  });

  it('are no table that is read instead of the first, whose dates have an unknown heading', () => {
    const table = readTable(
      new TextEncoder().encode(
        [
          'Processed,Type,ISIN,Quantity,Price,Amount',
          '22/05/2025,Buy,GB00BH4HKS39,100,0.72,72.00',
          '',
          'Date,Security,Units held,Value',
          '01/06/2025,Vodafone Group plc,100,73.00',
        ].join('\n'),
      ),
      { parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }) },
    );
    expect('ok' in table || table.headerIndex).toBe(-1);
  });

  it('do not hide what a column holds where a second table has its dates elsewhere', () => {
    const prepared = read(
      'Product,Type,ISIN,Quantity,Price,Amount,Date',
      'ISA,Buy,GB00BH4HKS39,100,0.72,72.00,22/05/2025',
      'SIPP,Buy,GB00BH4HKS39,100,0.72,72.00,23/05/2025',
      '',
      'Date,Security,Units held',
      '01/06/2025,Vodafone Group plc,200',
    );
    expect(prepared.rows.map(({ fields }) => fields?.taxWrapper)).toEqual(['ISA', 'SIPP']);
    expect(prepared.content.notices).toContain('A second table starts on line 5. Its 1 row was not read.');
  });

  it('repeat a header of payments and receipts', () => {
    const prepared = read(
      'Date,Type,ISIN,Units,Debit,Credit',
      '22/05/2025,Buy,GB00BH4HKS39,1000,740.98,',
      'Date,Type,ISIN,Units,Debit,Credit',
      '29/05/2025,Sell,GB0008706128,1500,,1039.05',
    );
    expect(chosen(prepared)).toEqual([2, 4]);
  });
});

describe('charges that only the amounts show', () => {
  const trades = [
    '22/05/2025,Buy,GB00BH4HKS39,1000,72.54,740.98',
    '29/05/2025,Buy,GB0008706128,1500,70.00,1067.20',
    '02/06/2025,Sell,GB0008706128,500,71.00,343.05',
  ];
  const header = 'Date,Type,ISIN,Quantity,Price (p),Total';

  it('are read where another row has the same, with stamp duty or without', () => {
    const prepared = read(header, ...trades);
    expect(chosen(prepared)).toEqual([2, 3, 4]);
    expect(prepared.rows.map(({ fields }) => [fields?.consideration, fields?.brokerCharge])).toEqual([
      [725.4, 15.58],
      [1050, 17.2],
      [355, 11.95],
    ]);
  });

  it('are not where only one row has it, or a purchase costs less than its units', () => {
    expect(chosen(read(header, ...trades.slice(0, 1)))).toEqual([]);
    expect(chosen(read(header, ...trades, '03/06/2025,Buy,GB0008706128,500,71.00,350.00'))).toEqual([]);
    expect(chosen(read(header, ...trades, '03/06/2025,Buy,GB0008706128,500,71.00,395.00'))).toEqual([2, 3, 4]);
  });

  it('may be in a column whose heading says nothing', () => {
    const prepared = read(
      'Date,Type,ISIN,Quantity,Price,Amount,Sundry,Yield',
      '22/05/2025,Buy,GB00BH4HKS39,1000,0.7254,725.40,3.63,4.52',
      '29/05/2025,Buy,GB0008706128,1500,0.7000,1050.00,0.00,4.52',
    );
    expect(chosen(prepared)).toEqual([3]);
    expect(notes(prepared, 2)).toEqual(['Sundry of 3.63 was not read. It may be a charge. Check it.']);
  });
});

describe('movements of cash', () => {
  it('are in the currency that the file names elsewhere, or in that of its trades, by the answer to one question', () => {
    const answered = (lines: readonly string[]): readonly unknown[] =>
      ['', 'USD', 'EUR', 'GBP'].map((answer) => {
        const [question] = readWith({}, ...lines).content.questions;
        const { rows, content } = readWith({ answers: { [question?.key ?? '']: answer } }, ...lines);
        expect(content.questions).toHaveLength(1);
        return rows.map(({ status, fields }) => fields?.cashCurrency ?? fields?.consideration ?? status);
      });
    const titled = ['Account currency: EUR', 'Date,Type,Name,Amount', '03/06/2025,Deposit,,500.00'];
    expect(answered(titled)).toEqual([['question'], ['question'], ['EUR'], ['GBP']]);
    const beside = [
      'Date,Type,ISIN,Quantity,Price,Amount',
      '22/05/2025,Buy,US0378331005,10,201.36,2013.60',
      '03/06/2025,Deposit,,,,500.00',
      '04/06/2025,Deposit,,,,£500.00',
    ];
    expect(answered(beside)).toEqual([
      ['question', 'question', 'GBP'],
      [1510.2, 'USD', 'GBP'],
      ['question', 'question', 'GBP'],
      [2013.6, 'GBP', 'GBP'],
    ]);
  });

  it('and capital that is returned get a note where another column states another net amount', () => {
    const prepared = read(
      'Date,Type,ISIN,Gross amount,Net amount',
      '22/05/2025,Return of capital,GB00BH4HKS39,£72.00,£72.00',
      '23/05/2025,Return of capital,GB00BH4HKS39,£72.00,£27.00',
      '24/05/2025,Deposit,,£500.00,£500.00',
      '25/05/2025,Deposit,,£500.00,£600.00',
    );
    expect(chosen(prepared)).toEqual([2, 4]);
  });

  it('get a note where trades are in several currencies, and say that they were read as pounds where none is named', () => {
    const mixed = read(
      'Date,Type,ISIN,Quantity,Price,Amount',
      '22/05/2025,Buy,US0378331005,10,201.36,2013.60',
      '23/05/2025,Buy,GB00BH4HKS39,100,0.72,72.00',
      '03/06/2025,Deposit,,,,500.00',
    );
    expect(notes(mixed, 4)).toEqual([
      'The file names no currency, and other rows may be in USD. Check the currency of this amount.',
    ]);
    const plain = read('Date,Type,Name,Amount', '03/06/2025,Deposit,,500.00', '04/06/2025,Deposit,,£500.00');
    expect(chosen(plain)).toEqual([2, 3]);
    expect(plain.content.notices).toContain('1 row that moves cash names no currency: it was read as pounds.');
    const half = read('Date,Type,Amount,Currency', '03/06/2025,Deposit,500.00,', '04/06/2025,Deposit,500.00,USD');
    expect(notes(half, 2)).toEqual([
      'The row names no currency, unlike others of the file: its amount was read as pounds. Check it.',
    ]);
  });

  it('are interest that names no security', () => {
    const { rows } = read(
      'Date,Type,Name,ISIN,Quantity,Amount',
      '03/06/2025,Interest,,,,1.50',
      '04/06/2025,Interest,Interest,,0,2.50',
      '05/06/2025,Interest,Vodafone Group plc,GB00BH4HKS39,,3.50',
    );
    expect(rows.map(({ fields }) => [fields?.transactionType, fields?.cashAmount ?? 0])).toEqual([
      ['CASH_INTEREST', 1.5],
      ['CASH_INTEREST', 2.5],
      ['INTEREST', 0],
    ]);
  });
});

it('amounts whose heading names pence are in pence', () => {
  const lines = ['22/05/2025,Buy,GB00BH4HKS39,100,72.00,7200,595', '23/05/2025,Deposit,,,,100000,'];
  for (const price of ['Price (p)', 'Price']) {
    const { rows } = read(`Date,Type,ISIN,Quantity,${price},Amount (p),Fee (pence)`, ...lines);
    expect(
      rows.map(({ fields, notes: said }) => [fields?.consideration, fields?.brokerCharge, fields?.cashAmount, said]),
    ).toEqual([
      [72, 5.95, undefined, []],
      [0, 0, 1000, []],
    ]);
  }
});

it('the currency of settlement is that of amounts where no other is named', () => {
  const { rows } = read(
    'Date,Type,ISIN,Quantity,Price,Amount,Settlement currency',
    '22/05/2025,Buy,US0378331005,10,201.36,2013.60,USD',
  );
  expect(rows.map(({ fields, notes: said }) => [fields?.consideration, said])).toEqual([[1510.2, []]]);
});

it('a row without a tax wrapper in a file that names it for others gets a note, whatever the default is', () => {
  const prepared = read(
    'Date,Type,ISIN,Quantity,Price,Amount,Wrapper',
    '22/05/2025,Buy,GB00BH4HKS39,100,0.72,72.00,ISA',
    '23/05/2025,Buy,GB00BH4HKS39,100,0.73,73.00,',
  );
  expect([chosen(prepared), notes(prepared, 3)]).toEqual([
    [2],
    ['The row names no tax wrapper, unlike others of the file: DEALING was used. Check it.'],
  ]);
});

describe('a file that names no security', () => {
  const lines = [
    'Date,Type,Plan,Shares,Price,Gross value,Fees (£),Dealing costs (£),Net proceeds',
    '22 May 2025,Purchase,Partnership Shares,41.00,£3.6500,£149.65,0.00,0.00,£149.65',
    '29 May 2025,Sale,Sharesave 2022,500.00,£3.7200,"£1,860.00",£10.00,£5.00,"£1,845.00"',
  ];

  it('is asked about once, and its answer holds for all rows', () => {
    const asked = read(...lines);
    expect(asked.content.questions.map(({ key, rowNumbers }) => [key, rowNumbers])).toEqual([['security:', [2, 3]]]);
    const { rows } = readWith({ answers: { 'security:': 'GB00BH4HKS39' } }, ...lines);
    expect(
      rows.map(({ fields, notes: said }) => [fields?.isin, fields?.consideration, fields?.brokerCharge, said]),
    ).toEqual([
      ['GB00BH4HKS39', 149.65, 0, []],
      ['GB00BH4HKS39', 1860, 15, []],
    ]);
  });

  it('is not, where a column may name one', () => {
    const named = lines.map((line, index) => `${line},${['Line', 'Vodafone Group', 'Lloyds'][index] ?? ''}`);
    expect(read(...named).rows.map(({ status }) => status)).toEqual(['error', 'error']);
  });
});

describe('columns with headings that say nothing', () => {
  it('may be the price, the amount or the status of a trade', () => {
    const rows = ['22/05/2025,Buy,GB00BH4HKS39,1000', '29/05/2025,Sell,GB0008706128,1500'] as const;
    const said = (header: string, ...cells: readonly string[]) => {
      const prepared = read(
        `Date,Type,ISIN,Units,${header}`,
        ...rows.map((row, index) => `${row},${cells[index] ?? ''}`),
      );
      return prepared.rows.map(({ notes: [note = ''] }) => note);
    };
    expect(said('Cash amount,X', '731.35,0.7254', '1050.00,0.7000')).toEqual([
      'X of 0.7254 was not read. It may be the price. Check the amount and its charges.',
      'X of 0.7000 was not read. It may be the price. Check the amount and its charges.',
    ]);
    expect(said('Price,', '0.7254,731.35', '0.7000,1050.00')[0]).toBe(
      'Column 6 is 731.35, which the amount and its charges do not make. Check them.',
    );
    expect(said('Price,Amount,', '0.7254,725.40,Filled', '0.7000,1050.00,Rejected')[1]).toBe(
      "Column 7 is 'Rejected'. Check that the transaction took place as stated.",
    );
  });

  it('say nothing where they repeat another with the same heading', () => {
    const { rows } = read(
      'Date,Type,ISIN,Units,Price,Amount,Fee,Fee',
      '22/05/2025,Buy,GB00BH4HKS39,1000,0.7254,725.40,5.95,5.95',
      '29/05/2025,Sell,GB0008706128,1500,0.7000,1050.00,5.95,5.95',
    );
    expect(rows.map(({ fields }) => fields?.brokerCharge)).toEqual([5.95, 5.95]);
  });
});

it('rows whose figures differ in kind from the others are pointed out', () => {
  const prepared = read(
    'Date,Settlement date,Type,ISIN,Units,Price,Amount,Charges,Net',
    '22/05/2025,27/05/2025,Buy,GB00BH4HKS39,1000,0.7254,725.40,5.95,731.35',
    '29/05/2025,28/05/2025,Buy,GB0008706128,1500,0.7000,1050.00,5.95,1055.95',
    '30/05/2025,02/06/2025,Buy,GB0008706128,1500,0.7000,,5.95,1055.95',
    '30/05/2025,02/06/2025,Buy,GB0008706128,1600,0.7000,1120.00,,5.95',
  );
  expect(chosen(prepared)).toEqual([2]);
  expect(notes(prepared, 3)).toEqual([
    'The day of settlement, 28 May 2025, is before the day of the trade. Check the date.',
  ]);
  expect(notes(prepared, 4)).toEqual([
    'The row states no amount, unlike others of the file: quantity x price was used. Check it.',
  ]);
  expect(notes(prepared, 5)).toEqual(['Net is 5.95, which the amount and its charges do not make. Check them.']);
});

describe('a file of dividends', () => {
  it('has the day of payment, and the tax that gross and net amount prove', () => {
    const prepared = read(
      'Ex date,Payment date,Type,ISIN,Name,Gross dividend,Tax withheld,Net payment,Currency',
      '23/04/2025,22/05/2025,Dividend,US0378331005,Apple Inc,10.00,1.50,8.50,USD',
      '24/07/2025,14/08/2025,Dividend,US0378331005,Apple Inc,10.00,-1.50,8.50,USD',
    );
    expect(chosen(prepared)).toEqual([2, 3]);
    expect(
      prepared.rows.map(({ fields }) => [fields?.transactionDate, fields?.consideration, fields?.taxWithheld]),
    ).toEqual([
      ['2025-05-22', 6.38, 1.13],
      ['2025-08-14', 6.38, 1.13],
    ]);
  });
});

it('the currency of settlement is that of amounts beside the currency of prices', () => {
  const prepared = read(
    'Date,Type,ISIN,Units,Price,Price currency,Amount,Settlement currency,Exchange rate',
    '22/05/2025,Buy,US0378331005,10,201.36,USD,-1510.20,GBP,1.33333',
    '29/05/2025,Sell,US0378331005,4,199.95,USD,599.85,GBP,1.33333',
  );
  expect(chosen(prepared)).toEqual([2, 3]);
  expect(prepared.rows.map(({ fields }) => [fields?.consideration, fields?.nativePrice])).toEqual([
    [1510.2, 201.36],
    [599.85, 199.95],
  ]);
});

it('an amount that is not read shows that the price is in pence', () => {
  const prepared = read(
    'Date,Type,ISIN,Units,Unit price,Currency,Cash',
    '22/05/2025,Sell,GB00BH4HKS39,560,464.25,GBP,2599.80',
    '29/05/2025,Sell,GB00BH4HKS39,100,464.25,GBP,454.25',
  );
  expect(notes(prepared, 2)).toEqual(['Cash is 2599.80, which is quantity x price in pence. Check the amount.']);
  expect(chosen(prepared)).toEqual([]);
});

it('stamp duty and the levy in one column are separated', () => {
  const prepared = read(
    'Trade Date,Type,ISIN,Quantity,Price (p),Consideration,Commission,Stamp/PTM',
    '14/05/2025,Buy,GB00BH4HKS39,20000,71.54,14308.00,8.00,73.04',
    '15/05/2025,Buy,GB00BH4HKS39,1000,71.54,715.40,8.00,3.58',
    '16/05/2025,Sell,GB00BH4HKS39,20000,71.54,14308.00,8.00,1.50',
    // The levy was £1 until December 2024.
    '29/11/2024,Sell,GB00BH4HKS39,20000,71.54,14308.00,8.00,1.00',
    '02/12/2024,Sell,GB00BH4HKS39,20000,71.54,14308.00,8.00,1.00',
  );
  expect(chosen(prepared)).toEqual([2, 3, 4, 5]);
  expect(prepared.rows.map(({ fields }) => [fields?.brokerCharge, fields?.stampDuty])).toEqual([
    [9.5, 71.54],
    [8, 3.58],
    [9.5, 0],
    [9, 0],
    [8, 1],
  ]);
});

it('an income in another currency agrees with its pounds at the rate of the row, and may not be the same figure', () => {
  const prepared = read(
    'Date,Transaction,ISIN,Local amount,Local currency,Exchange rate,Amount GBP',
    '14/05/2025,Dividend,US0378331005,25.00,USD,0.75,18.75',
    '15/05/2025,Dividend,US0378331005,26.00,USD,1.3333,19.50',
    '16/05/2025,Dividend,US0378331005,26.00,USD,0.75,26.00',
    '19/05/2025,Dividend,US0378331005,26.00,USD,0.75,18.50',
  );
  expect(chosen(prepared)).toEqual([2, 3]);
  expect(notes(prepared, 4)).toEqual([
    'Local amount is 26 in another currency, and the amount in pounds is the same. Check both.',
  ]);
});

it('a reinvested dividend is compared with the dividend of which it is a part', () => {
  const prepared = read(
    'Date,Type,ISIN,Dividend,Units bought,Price,Cost',
    '14/05/2025,Dividend reinvestment,GB0007980591,50.00,10,4.90,49.00',
    '15/08/2025,Dividend reinvestment,GB0007980591,53.90,11,4.90,53.90',
  );
  expect(chosen(prepared)).toEqual([3]);
  expect(notes(prepared, 2)).toEqual([
    'Dividend is 50, but 49 was reinvested. Check that all of the income is recorded.',
  ]);
});
