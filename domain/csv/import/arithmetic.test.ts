/** A file's own figures prove each row, or the row is asked about or left out. */
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { IsoDate } from '../../values/dates.ts';
import type { Asset, Transaction } from '../../records/records.ts';
import { readTable } from '../source/read-table.ts';
import { unlistedAsset } from '../stored/directory.ts';
import { acceptRows } from './accept-rows.ts';
import { previewRowOf, type PreparedRow } from './import-content.ts';
import { prepareImport, type PreparedImport } from './prepare-import.ts';
import type { ImportOptions } from './row-checker.ts';

const listed = (id: string, isin: string, name: string, rest: Partial<Asset>): Asset => ({
  ...unlistedAsset(id, isin, name),
  priceSource: 'LSE',
  ...rest,
});
const assets = [
  listed('vod', 'GB00BH4HKS39', 'Vodafone Group plc', { sedol: 'BH4HKS3', fetchCode: 'VOD', denomination: 'GBX' }),
  listed('aapl', 'US0378331005', 'Apple Inc', { fetchCode: 'AAPL', denomination: 'USD' }),
];

function read(
  lines: readonly string[],
  options: Partial<ImportOptions> = {},
  transactions: readonly Transaction[] = [],
): PreparedImport {
  const table = readTable(new TextEncoder().encode(lines.join('\n')), {
    parse: (text, delimiter) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
  });
  if ('ok' in table) throw new Error(table.message);
  const store = {
    accounts: [{ id: 'a', name: 'Main' }],
    brokers: [{ id: 'other', name: 'Other' }],
    assets,
    transactions,
  };
  const prepared = prepareImport(table, store, {
    today: '2026-11-21' as IsoDate,
    rate: () => '0.75',
    defaults: { accountId: 'a', brokerId: 'other', taxWrapper: 'DEALING' },
    ...options,
  });
  if (!prepared.ok) throw new Error(prepared.message);
  return prepared;
}
const preview = (row: PreparedRow | undefined): ReturnType<typeof previewRowOf> | undefined =>
  row === undefined ? undefined : previewRowOf(row, { account: () => null, broker: () => null });
const selected = (prepared: PreparedImport): readonly number[] =>
  prepared.rows.filter((row) => preview(row)?.selected === true).map((row) => row.rowNumber);
const TRADES = 'Date,Type,ISIN,Quantity,Price,Amount,Fees';

describe('amounts', () => {
  it('without pence beside prices with pence may be in pence, unless a heading names pounds', () => {
    const trades = ['Buy,1012,70.92,71771', 'Sell,1177,82.38,96961', 'Buy,1946,66.75,129896'].map((trade, index) => {
      const [type, ...figures] = trade.split(',');
      return `0${index + 1}/05/2025,${type},GB00BH4HKS39,${figures.join(',')},0`;
    });
    const prepared = read([TRADES, ...trades, '28/05/2025,Buy,GB00BH4HKS39,100,70.00,7000,0']);
    expect(selected(prepared)).toEqual([]);
    expect(prepared.rows[0]?.notes).toContain(
      'No amount of the file has pence, although quantity x price does: they may be in pence, or rounded. Check them.',
    );
    expect(selected(read([TRADES.replace('Amount', 'Amount (£)'), ...trades]))).toEqual([2, 3, 4]);
    expect(selected(read([TRADES, ...trades, '28/05/2025,Buy,GB00BH4HKS39,100,15.01,1501.00,0']))).toHaveLength(4);
  });

  it('are asked about where the price of a share quoted in pence would be more than £500', () => {
    const lines = [TRADES, '28/05/2025,Buy,GB00BH4HKS39,10,5141.00,51410.00,0'];
    const [row] = read(lines).rows;
    expect(row?.questions.map(({ kind }) => kind)).toEqual(['unit']);
    const key = row?.questions[0]?.key ?? '';
    expect(read(lines, { answers: { [key]: 'GBX' } }).rows[0]?.fields).toMatchObject({ consideration: 514.1 });
    expect(read(lines, { answers: { [key]: 'GBP' } }).rows[0]?.fields).toMatchObject({ consideration: 51410 });
  });

  it('are net where quantity x price and the charges prove it in two rows, also for rows that cannot tell', () => {
    const prepared = read([
      TRADES,
      '01/05/2025,Buy,GB00BH4HKS39,1500,0.7154,1085.05,11.95',
      '02/05/2025,Sell,GB00BH4HKS39,500,0.731,353.55,11.95',
      '28/05/2025,Buy,GB00BH4HKS39,1500,0.72,1085.05,11.95',
    ]);
    expect(prepared.rows.map((row) => row.fields?.consideration)).toEqual([1073.1, 365.5, 1073.1]);
    expect(selected(prepared)).toEqual([2, 3, 4]);
    expect(preview(prepared.rows[0])?.remarks).toEqual([
      'The amount of 1,085.05 includes the charges of 11.95: the consideration is 1,073.10.',
    ]);
  });

  it('are gross where the rows prove that, and a rounded price does not overrule them', () => {
    const prepared = read([
      TRADES,
      '01/05/2025,Buy,GB00BH4HKS39,1500,0.7154,1073.10,11.95',
      '02/05/2025,Buy,GB00BH4HKS39,500,0.731,365.50,11.95',
      '28/05/2025,Buy,GB00BH4HKS39,1500,0.72,1073.10,11.95',
    ]);
    expect(prepared.rows.map((row) => row.fields?.consideration)).toEqual([1073.1, 365.5, 1073.1]);
    expect(selected(prepared)).toEqual([2, 3, 4]);
  });

  it('of a single net row are net by its own figures, but rows that cannot tell are asked about', () => {
    const lines = [
      TRADES,
      '01/05/2025,Buy,GB00BH4HKS39,1500,0.7154,1085.05,11.95',
      '02/05/2025,Buy,GB00BH4HKS39,1000,,727.35,11.95',
    ];
    const asked = read(lines);
    expect(asked.rows[0]?.fields).toMatchObject({ consideration: 1073.1, brokerCharge: 11.95 });
    expect(selected(asked)).toEqual([2]);
    expect(asked.rows[1]?.status).toBe('question');
    expect(asked.content.questions).toMatchObject([{ key: 'amountReading:', kind: 'amountReading', rowNumbers: [3] }]);
    const answered = read(lines, { answers: { 'amountReading:': 'net' } });
    expect(answered.rows[1]?.fields).toMatchObject({ consideration: 715.4, brokerCharge: 11.95 });
    expect(selected(answered)).toEqual([2, 3]);
  });

  it('that are neither net nor gross show both figures, and the row is not selected', () => {
    const prepared = read([TRADES, '01/05/2025,Buy,GB00BH4HKS39,1500,0.7154,1373.10,11.95']);
    expect(preview(prepared.rows[0])?.note).toContain('1,500 x 0.7154 is 1,073.10, but the amount is 1,373.10');
    expect(selected(prepared)).toEqual([]);
  });

  it('in pounds win over those in another currency', () => {
    const lines = [
      'Date,Type,ISIN,Quantity,Amount,Currency,Amount (GBP),Fee (GBP)',
      '01/05/2025,Buy,US0378331005,10,2000.00,USD,1500.00,5.00',
    ];
    const prepared = read(lines, { answers: { 'amountReading:': 'gross' } });
    expect(prepared.rows[0]?.fields).toMatchObject({ consideration: 1500, brokerCharge: 5 });
  });

  it('use the rate that the file states, whichever way it is written', () => {
    const header = 'Date,Type,ISIN,Quantity,Price,Currency,Consideration,Exchange Rate';
    const prepared = read([
      header,
      '01/05/2025,Buy,US0378331005,10,200,USD,2000,0.78',
      '02/05/2025,Buy,US0378331005,10,200,USD,2000,1.25',
      '03/05/2025,Buy,US0378331005,10,200,USD,2000,9.5',
    ]);
    expect(prepared.rows.map((row) => row.fields?.consideration)).toEqual([1560, 1600, 1500]);
    expect(prepared.content.notices).toContain(
      'Amounts in USD were converted to pounds at the rates that the file states.',
    );
    expect(selected(prepared)).toEqual([2, 3]);
  });

  it('of dollar securities without a currency are asked about, never taken for pounds', () => {
    const lines = [TRADES, '01/05/2025,Buy,US0378331005,10,200,2000,0'];
    expect(read(lines).rows[0]?.status).toBe('question');
    expect(read(lines, { answers: { 'currency:USD': 'USD' } }).rows[0]?.fields?.consideration).toBe(1500);
    expect(read(lines, { answers: { 'currency:USD': 'GBP' } }).rows[0]?.fields?.consideration).toBe(2000);
  });

  it('without a unit are asked about, unless stamp duty or another row shows it', () => {
    const header = 'Date,Type,ISIN,Quantity,Price';
    const quoted = read([header, '01/05/2025,Buy,GB00BH4HKS39,1500,71.54']);
    expect(quoted.rows[0]?.status).toBe('question');
    const taxed = read([`${header},Stamp Duty`, '01/05/2025,Buy,GB00BH4HKS39,1500,71.54,5.37']);
    expect(taxed.rows[0]?.fields).toMatchObject({ consideration: 1073.1, localPrice: 0.7154 });
    expect(preview(taxed.rows[0])?.remarks).toContain('The price 71.54 was read as pence, which the stamp duty shows.');
    const unknown = read([header, '01/05/2025,Buy,GB00B63H8491,1500,71.54']);
    expect(unknown.rows[0]?.status).toBe('question');
    const other = read([
      'Date,Type,ISIN,Quantity,Price,Amount',
      '01/05/2025,Buy,GB00B63H8491,1500,,1073.10',
      '02/05/2025,Buy,GB00B63H8491,1500,71.54,',
    ]);
    expect(other.rows[1]?.fields?.consideration).toBe(1073.1);
  });
});

describe('reversed rows', () => {
  it.each([
    ['a negative quantity of a purchase', '02/05/2025,Buy,GB00BH4HKS39,-100,0.70,70.00,0'],
    ['a word', '02/05/2025,Cancelled buy,GB00BH4HKS39,100,0.70,70.00,0'],
    ['the mark of Interactive Brokers', '02/05/2025,BUY (Ca.),GB00BH4HKS39,100,0.70,70.00,0'],
  ])('by %s leaves out both rows of the pair', (_what, line) => {
    const prepared = read([TRADES, '01/05/2025,Buy,GB00BH4HKS39,100,0.70,70.00,0', line]);
    expect(selected(prepared)).toEqual([]);
    expect(prepared.rows.map(({ status, errors, notes }) => [status, errors, notes])).toEqual([
      ['cancelled', [], ['Reversed by row 3. Both rows are left out.']],
      ['cancelled', [], ['Reverses row 2. Both rows are left out.']],
    ]);
    expect(prepared.content.summary).toMatchObject({ totalRows: 2, validCount: 0, duplicateCount: 0, errorCount: 0 });
    const every = { selected: new Set([2, 3]), createAccounts: [], newId: () => 'id' };
    expect(acceptRows(prepared, every).transactions).toEqual([]);
  });

  it('as negative income is never counted as income, and says what it reverses where no such row is found', () => {
    const prepared = read(['Date,Type,ISIN,Amount', '02/05/2025,Dividend,GB00BH4HKS39,-29.25']);
    expect(prepared.rows[0]?.errors[0]?.message).toBe(
      'Reverses a Dividend GB00BH4HKS39 on 02/05/2025 for £29.25, or up to 10 days earlier, which is neither in this file nor stored.',
    );
    expect(prepared.rows[0]?.fields).toBeNull();
  });

  it('may match rows of several days: the user is asked which, and the answer settles it', () => {
    const lines = [
      'Date,Type,ISIN,Amount',
      '01/05/2025,Dividend,GB00BH4HKS39,29.25',
      '03/05/2025,Dividend,GB00BH4HKS39,29.25',
      '05/05/2025,Dividend,GB00BH4HKS39,-29.25',
    ];
    const prepared = read(lines);
    expect(selected(prepared)).toEqual([]);
    expect(prepared.rows.map(({ status }) => status)).toEqual(['valid', 'valid', 'question']);
    expect(prepared.content.questions).toMatchObject([
      {
        key: 'reversal:4',
        kind: 'reversal',
        text: 'Row 4 reverses a Dividend GB00BH4HKS39 on 05/05/2025 for £29.25, or up to 10 days earlier. Which transaction?',
        answer: null,
        rowNumbers: [4],
      },
    ]);
    expect(prepared.content.questions[0]?.proposals.map(({ value }) => value)).toEqual(['line:2', 'line:3', 'none']);

    const second = read(lines, { answers: { 'reversal:4': 'line:3' } });
    expect(selected(second)).toEqual([2]);
    expect(second.rows.map(({ status }) => status)).toEqual(['valid', 'cancelled', 'cancelled']);
    expect(second.rows[2]?.notes).toEqual(['Reverses row 3. Both rows are left out.']);
    expect(second.content.questions).toMatchObject([{ key: 'reversal:4', answer: 'line:3' }]);

    const none = read(lines, { answers: { 'reversal:4': 'none' } });
    expect(selected(none)).toEqual([2, 3]);
    expect(none.rows[2]?.errors[0]?.message).toBe('Reverses no known transaction, so this row is left out.');
    expect(selected(read(lines, { answers: { 'reversal:4': 'line:9' } }))).toEqual([]);
  });

  it('among stored transactions may match several, or one with another amount: the user is asked which', () => {
    const [row] = read([TRADES, '01/05/2025,Buy,GB00BH4HKS39,100,0.70,70.00,0']).rows;
    if (row?.fields === null || row === undefined) throw new Error('no trade');
    const first = { ...row.fields, id: 'first' };
    const second = { ...first, id: 'second', transactionDate: '2025-05-02' as IsoDate };
    const lines = [TRADES, '03/05/2025,Buy,GB00BH4HKS39,-100,0.70,70.00,0'];
    expect(read(lines, {}, [first, second]).content.questions[0]?.proposals.map(({ value }) => value)).toEqual([
      'stored:first',
      'stored:second',
      'none',
    ]);
    const answered = read(lines, { answers: { 'reversal:2': 'stored:second' } }, [first, second]);
    expect(answered.rows[0]?.reverses?.id).toBe('second');
    expect(selected(answered)).toEqual([]);
    const dearer = { ...first, consideration: 71.5 as Transaction['consideration'] };
    expect(read(lines, {}, [dearer]).rows[0]?.status).toBe('question');
  });

  it('is found among the stored transactions, and proposed for removal', () => {
    const [row] = read([TRADES, '01/05/2025,Buy,GB00BH4HKS39,100,0.70,70.00,0']).rows;
    if (row?.fields === null || row === undefined) throw new Error('no trade');
    const stored = { ...row.fields, id: 'stored-1' };
    const prepared = read([TRADES, '02/05/2025,Buy,GB00BH4HKS39,-100,0.70,70.00,0'], {}, [stored]);
    expect(prepared.rows[0]).toMatchObject({ status: 'valid', fields: null, reverses: { id: 'stored-1' } });
    expect(selected(prepared)).toEqual([]);
    expect(preview(prepared.rows[0])?.note).toBe(
      'Reverses the stored Buy of 100 GB00BH4HKS39 on 01/05/2025 for £70.00. Choose this row to remove it and its receipts; undoing the import restores both.',
    );
  });

  it('as a rebate lowers the charge', () => {
    const prepared = read([
      'Trade Date,CurrencyPrimary,ISIN,Quantity,TradePrice,TradeMoney,IBCommission,IBCommissionCurrency,NetCash,Buy/Sell,TradeDate,AssetClass',
      '2025-05-01,GBP,GB00BH4HKS39,100,0.70,70,-1.00,GBP,-71,BUY,20250501,STK',
      '2025-05-02,GBP,GB00BH4HKS39,100,0.70,70,0.20,GBP,-69.8,BUY,20250502,STK',
    ]);
    expect(prepared.rows.map((row) => [row.fields?.consideration, row.fields?.brokerCharge])).toEqual([
      [70, 1],
      [69.8, 0],
    ]);
    expect(selected(prepared)).toEqual([2, 3]);
  });
});

describe('corporate actions that a file shows as trades', () => {
  const header =
    'Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value,,Exchange rate,Transaction and/or third party fees,,Total,,Order ID';
  it('of DEGIRO are a split, not a sale and a purchase', () => {
    const prepared = read([
      header,
      '10-06-2024,09:00,APPLE INC,US0378331005,NDQ,,40,50.0000,GBP,-2000.00,GBP,-2000.00,GBP,,,,-2000.00,GBP,',
      '10-06-2024,09:00,APPLE INC,US0378331005,NDQ,,-10,200.0000,GBP,2000.00,GBP,2000.00,GBP,,,,2000.00,GBP,',
    ]);
    expect(prepared.rows.map((row) => row.fields)).toMatchObject([
      { transactionType: 'SPLIT', quantity: 30, ratioNew: 4, ratioOld: 1, consideration: 0 },
    ]);
  });

  it('plain splits and transfers out need no consideration', () => {
    const prepared = read([
      'Date,Type,ISIN,Quantity',
      '01/05/2025,Split,GB00BH4HKS39,100',
      '02/05/2025,Transfer out,GB00BH4HKS39,50',
    ]);
    expect(prepared.rows.map((row) => row.status)).toEqual(['valid', 'valid']);
  });

  it('a transfer in of interactive investor is no sale', () => {
    const prepared = read([
      'Date,Settlement Date,Symbol,Sedol,Quantity,Price,Description,Reference,Debit,Credit,Running Balance',
      '07/05/2025,09/05/2025,VOD,BH4HKS3,"1,000",n/a,TRANSFER IN VODAFONE GROUP,1,n/a,n/a,£10.00',
    ]);
    expect(prepared.rows[0]?.reading.type).toBe('TRANSFER_IN');
    expect(selected(prepared)).toEqual([]);
  });
});

describe('equal rows', () => {
  const line = '01/05/2025,Buy,GB00BH4HKS39,100,0.70,70.00,0,ORDER1';
  it('of one order are separate trades, and counted against what is stored', () => {
    const lines = [`${TRADES},Order ID`, line, line, line];
    const first = read(lines);
    expect(selected(first)).toEqual([2, 3, 4]);
    expect(preview(first.rows[1])?.remarks).toEqual(['Identical to row 2. Read as a separate transaction.']);
    const stored = first.rows.slice(0, 2).map((row, index) => ({ ...row.fields, id: `s${index}` }) as Transaction);
    expect(read(lines, {}, stored).rows.map((row) => row.status)).toEqual(['duplicate', 'duplicate', 'valid']);
  });

  it("that repeat a row's own reference are one trade", () => {
    expect(read([`${TRADES},Reference`, line, line]).rows.map((row) => row.status)).toEqual(['valid', 'duplicate']);
  });
});

describe('prices abroad beside amounts in pounds', () => {
  const columns = 'Date,Type,ISIN,Quantity,Price (USD),Fees (GBP),FX Rate,Amount (GBP)';
  const rate = { rate: () => '0.79' };

  it('are compared as closely as the rate is written: small charges are in the amount or not', () => {
    const gross = read([columns, '13/05/2024,Buy,US0378331005,10,183.38,1.00,1.2545,1461.78'], rate).rows[0];
    expect(preview(gross)).toMatchObject({ selected: true, questions: [] });
    expect(gross?.fields).toMatchObject({ consideration: 1461.78, brokerCharge: 1 });
    const net = read([columns, '13/05/2024,Buy,US0378331005,10,183.38,1.00,1.2545,1462.78'], rate).rows[0];
    expect(preview(net)).toMatchObject({ selected: true, questions: [] });
    expect(net?.fields).toMatchObject({ consideration: 1461.78, brokerCharge: 1 });
    // Half of the charge more is neither, and the rate is not exact enough for a charge of a few pence.
    for (const row of ['1.00,1.2545,1462.28', '0.05,1.2545,1461.83']) {
      const open = read([columns, `13/05/2024,Buy,US0378331005,10,183.38,${row}`], rate).rows[0];
      expect(preview(open)?.questions).not.toEqual([]);
    }
  });

  it('are in pounds at the rate of the row, which is not that of the day', () => {
    const [row] = read([columns, '13/05/2024,Buy,US0378331005,10,183.38,1.00,1.2545,1461.78'], rate).rows;
    expect(row?.fields?.localPrice).toBeCloseTo(146.17776, 5);
    // A rate of other currencies is far from the day's, which is used.
    const [far] = read([columns, '13/05/2024,Buy,US0378331005,10,183.38,0.00,150.2,1448.70'], rate).rows;
    expect(far?.fields?.localPrice).toBeCloseTo(144.8702, 5);
  });
});

describe('figures with thousands separators', () => {
  it('are compared with columns that are not read: the cost is not units x price', () => {
    for (const [units, price] of [
      ['"5,000"', '0.7012'],
      ['5000', '0.7012'],
    ]) {
      const [row] = read([
        'Date,Type,ISIN,Shares,Price (£),Cost (£)',
        `13/05/2024,Buy,GB00BH4HKS39,${units},${price},"3,511.99"`,
      ]).rows;
      expect(preview(row)).toMatchObject({
        selected: false,
        note: 'Cost (£) is 3,511.99, which the amount and its charges do not make. Check them.',
      });
    }
  });
});

describe('headings and words of other apps', () => {
  it('are read: what was filled, any price in pence, and switches between funds', () => {
    const filled = read([
      'Execution Time,Side,ISIN,Filled Quantity,Average Fill Price,Gross,Fee,Currency',
      '2024-05-13 09:31:02,Buy,GB00BH4HKS39,5000,0.7012,3506.00,5.99,GBP',
    ]);
    expect(filled.rows[0]?.fields).toMatchObject({ quantity: 5000, localPrice: 0.7012, brokerCharge: 5.99 });
    // Beside a date, the time of execution is none.
    const timed = read([
      'Execution Time,Date,Side,ISIN,Quantity,Price,Gross',
      '09:31:02,13/05/2024,Buy,GB00BH4HKS39,5000,0.7012,3506.00',
    ]);
    expect(timed.rows[0]?.fields?.transactionDate).toBe('2024-05-13');
    const pence = read([
      'Date,Transaction,ISIN,Shares,Price per share (p),Consideration (£)',
      '13/05/2024,Regular Investment,GB00BH4HKS39,5000,70.12,3506.00',
      '14/05/2024,Switch Out,GB00BH4HKS39,1000,70.12,701.20',
      '15/05/2024,Special Dividend,GB00BH4HKS39,4000,2.00,80.00',
    ]);
    expect(pence.rows.map((row) => [row.fields?.transactionType, row.fields?.localPrice])).toEqual([
      ['BUY', 0.7012],
      ['SELL', 0.7012],
      ['DIVIDEND', 0.02],
    ]);
    expect(selected(pence)).toEqual([2, 3, 4]);
  });
});

describe('a column called FX', () => {
  const file = (...rows: readonly string[]) =>
    read(['Date;Type;ISIN;Qty;Price;Ccy;Gross;Comm;FX', ...rows], { rate: () => '0.79' });

  it('with rates is no charge, and its rates are those of the amounts, also with decimal commas', () => {
    const commas = file('13.05.2024;Buy;US0378331005;10;183,38;USD;1.833,80;1,00;0,7971');
    const points = file('13/05/2024;Buy;US0378331005;10;183.38;USD;1,833.80;1.00;1.2545');
    expect(commas.rows[0]?.fields).toMatchObject({ consideration: 1461.72, brokerCharge: 0.8, localPrice: 146.172198 });
    expect(points.rows[0]?.fields).toMatchObject({ consideration: 1461.78, brokerCharge: 0.8 });
    for (const { rows } of [commas, points]) {
      expect(preview(rows[0])?.selected).toBe(true);
      expect(rows[0]?.fields?.fxCharge ?? 0).toBe(0);
    }
  });

  it('with amounts is a charge', () => {
    const [row] = file('13/05/2024;Buy;GB00BH4HKS39;100;0.70;GBP;70.00;1.00;0.35').rows;
    expect(row?.fields).toMatchObject({ consideration: 70, brokerCharge: 1, fxCharge: 0.35 });
  });
});

describe('figures damaged by a spreadsheet', () => {
  it('is taken where quantity x price proves it to the penny, and is an error where it does not', () => {
    const prepared = read([
      TRADES,
      '01/05/2025,Buy,GB00BH4HKS39,1.2E+05,0.70,84000.00,0',
      '02/05/2025,Buy,GB00BH4HKS39,1.2E+05,0.70,86419.20,0',
    ]);
    expect(prepared.rows.map((row) => row.status)).toEqual(['valid', 'error']);
    expect(preview(prepared.rows[0])?.remarks).toEqual([
      '1.2E+05 was read as a whole number, which quantity x price confirms.',
    ]);
    expect(prepared.rows[1]?.errors[0]?.message).toContain('may have lost digits');
  });

  it('two columns of one name that differ are asked about, and an unused net column is named', () => {
    const doubled = read([`${TRADES},Amount`, '01/05/2025,Buy,GB00BH4HKS39,100,0.70,70.00,0,75.00']);
    expect(preview(doubled.rows[0])?.note).toContain("Two columns are called 'Amount' and differ");
    const net = read([`${TRADES},Net Amount`, '01/05/2025,Buy,GB00BH4HKS39,100,0.70,70.00,0,70.00']);
    expect(net.content.notices).toContain("The column 'Net Amount' was not used.");
  });
});

describe('a column without a known heading', () => {
  const figuresOf = (...lines: string[]): readonly unknown[] =>
    read(lines).rows.map(({ fields, status }) => [status, fields?.quantity, fields?.consideration]);

  it('is the amount where it is quantity x price in each row, so that no price is taken for pence', () => {
    const header = 'Date,Type,ISIN,Quantity,Price,Kostenpunkt';
    const pounds = read([
      header,
      '01/05/2025,Buy,GB00BH4HKS39,190,46.20,8778.00',
      '02/05/2025,Buy,GB00BH4HKS39,85,44.10,3748.50',
    ]);
    expect(pounds.content.columns.at(-1)?.field).toBe('consideration');
    // A share that is quoted in pence: the figures show pounds, and the user is asked.
    expect(pounds.rows.map(({ status }) => status)).toEqual(['question', 'question']);
    expect(
      figuresOf(header, '01/05/2025,Buy,GB00BH4HKS39,190,46.20,87.78', '02/05/2025,Buy,GB00BH4HKS39,85,44.10,37.49'),
    ).toEqual([
      ['valid', 190, 87.78],
      ['valid', 85, 37.49],
    ]);
  });

  it('is the amount with the charges of the row or others, and of two amounts the one without', () => {
    const header = 'Date,Type,ISIN,Quantity,Price,Fees,Outgo,Kostenpunkt';
    const rows = [
      '01/05/2025,Buy,GB00BH4HKS39,190,0.70,5.95,138.95,133.00',
      '02/05/2025,Sell,GB00BH4HKS39,85,0.80,5.95,62.05,68.00',
    ];
    expect(
      read([header, ...rows])
        .content.columns.map(({ field }) => field)
        .slice(-2),
    ).toEqual([null, 'consideration']);
    expect(figuresOf(header, ...rows)).toEqual([
      ['valid', 190, 133],
      ['valid', 85, 68],
    ]);
  });

  it('is the amount although rows of other kinds have zeros', () => {
    const rows = ['01/05/2025,Buy,GB00BH4HKS39,190,46.20,8778.00', '02/05/2025,Buy,GB00BH4HKS39,85,44.10,3748.50'];
    const prepared = read([
      'Date,Type,ISIN,Quantity,Price,Kostenpunkt',
      ...rows,
      '03/05/2025,Dividend,GB00BH4HKS39,0,0.00,12.40',
    ]);
    expect(prepared.content.columns.at(-1)?.field).toBe('consideration');
  });

  it('is the amount with charges of several columns', () => {
    const prepared = read([
      'Date,Type,ISIN,Quantity,Price,Fees,PTM levy,Kostenpunkt',
      '01/05/2025,Buy,GB00BH4HKS39,190,46.20,5.95,1.00,8784.95',
      '02/05/2025,Buy,GB00BH4HKS39,85,44.10,5.95,1.00,3755.45',
    ]);
    expect(prepared.content.columns.at(-1)?.field).toBe('consideration');
  });

  it("is the quantity or the price where it is the missing factor, and an amount at the row's rate is in pounds", () => {
    expect(
      figuresOf(
        'Date,Type,ISIN,Lots,Price,Amount',
        '01/05/2025,Buy,GB00BH4HKS39,190,0.70,133.00',
        '02/05/2025,Buy,GB00BH4HKS39,85,0.80,68.00',
      ),
    ).toEqual([
      ['valid', 190, 133],
      ['valid', 85, 68],
    ]);
    expect(
      figuresOf(
        'Date,Type,ISIN,Quantity,Avg price,Currency,Rate,Amount',
        '01/05/2025,Buy,US0378331005,10,200.00,USD,0.7500,2000.00',
        '02/05/2025,Buy,US0378331005,20,210.00,USD,0.7600,4200.00',
      ),
    ).toEqual([
      ['valid', 10, 1500],
      ['valid', 20, 3192],
    ]);
    const inPounds = read([
      'Date,Type,ISIN,Quantity,Price,Currency,Rate,Kostenpunkt',
      '01/05/2025,Buy,US0378331005,10,200.00,USD,0.7500,1500.00',
      '02/05/2025,Buy,US0378331005,20,210.00,USD,0.7600,3192.00',
    ]);
    expect(inPounds.content.columns.at(-1)?.field).toBe('consideration');
    expect(inPounds.rows.map(({ fields }) => fields?.consideration)).toEqual([1500, 3192]);
    expect(selected(inPounds)).toEqual([2, 3]);
  });

  it('is nothing where one row contradicts it, or only one row shows it', () => {
    const header = 'Date,Type,ISIN,Quantity,Price,Kostenpunkt';
    const row = '01/05/2025,Buy,GB00BH4HKS39,190,0.70,133.00';
    for (const other of ['02/05/2025,Buy,GB00BH4HKS39,85,0.80,680.00', '02/05/2025,Buy,GB00BH4HKS39,85,0.80,'])
      expect(
        read([header, row, row.replace('190', '1').replace('133', '0.7'), other]).content.columns.at(-1)?.field,
      ).toBe(null);
  });

  it('is that of ISINs where all of its cells are', () => {
    const [row] = read(['Date,Type,Identifier,Quantity,Amount', '01/05/2025,Buy,GB00BH4HKS39,100,70.00']).rows;
    expect(row?.fields?.isin).toBe('GB00BH4HKS39');
  });

  it('is that of types where all of its cells are, a purchase or sale among them, and no other column is like it', () => {
    const typesOf = (heading: string, ...rows: string[]): readonly unknown[] =>
      read([
        `Day,${heading},ISIN,Quantity,Amount`,
        ...rows.map((row) => `01/05/2025,${row},GB00BH4HKS39,100,70`),
      ]).rows.map(({ fields, errors }) => fields?.transactionType ?? errors[0]?.message);
    expect(typesOf('What', 'Bought', 'Sold', 'Dividend')).toEqual(['BUY', 'SELL', 'DIVIDEND']);
    // Units that pay income are called that, too.
    const required = 'Type is required: expected a type such as Buy, Sell or Dividend.';
    expect(typesOf('Units of', 'Income', 'Income')).toEqual([required, required]);
    expect(typesOf('What', 'Bought', 'Sold early')).toEqual([required, required]);
    expect(typesOf('What,Instructed as', 'Bought,Sold', 'Sold,Bought')).toEqual([required, required]);
  });
});

it('a price is in pence by a heading that ends in p or in pence', () => {
  for (const heading of ['Price p', 'Price in pence', 'Unit cost (p)']) {
    const [row] = read([`Date,Type,ISIN,Quantity,${heading}`, '01/05/2025,Buy,US0378331005,100,70.00']).rows;
    expect(row?.fields?.consideration).toBe(70);
  }
});

describe('a net amount without a price', () => {
  const pricesOf = (heading: string, charge: string, answers: ImportOptions['answers'] = {}): readonly unknown[] =>
    read([`Date,Type,ISIN,Quantity,Fees,${heading}`, `01/05/2025,Buy,GB00BH4HKS39,100,${charge},-75.00`], {
      answers,
    }).rows.map(({ fields, questions }) => fields?.consideration ?? questions[0]?.kind);

  it('is the amount, and with charges the user is asked whether it includes them, whatever its heading', () => {
    for (const heading of ['Net', 'Total paid', 'Debit/Credit', 'Cash amount', 'Net consideration']) {
      expect(pricesOf(heading, '0.00')).toEqual([75]);
      expect(pricesOf(heading, '5.00')).toEqual(['amountReading']);
      expect(pricesOf(heading, '5.00', { 'amountReading:': 'net' })).toEqual([70]);
    }
    expect(pricesOf('Gross consideration', '5.00')).toEqual([75]);
  });

  it('is in pounds or asked about where only the security has a currency', () => {
    const trade = ['Date,Type,ISIN,Quantity,Instrument currency,Net', '01/05/2025,Buy,US0378331005,10,USD,1500.00'];
    expect(read(trade).rows.map(({ status, questions }) => [status, questions[0]?.kind])).toEqual([
      ['question', 'currency'],
    ]);
  });
});

it('amounts beside a currency and its rate, without a price, are in that currency or in pounds: the user is asked', () => {
  const file = [
    'Date,Type,ISIN,Quantity,Currency,Exchange Rate,Amount',
    '21/05/2025,Buy,US0378331005,10,USD,0.76,1500.00',
  ];
  const considerations = (lines: readonly string[], answer?: string): readonly unknown[] =>
    read(lines, answer === undefined ? {} : { answers: { 'currency:converted USD': answer } }).rows.map(
      ({ fields, questions }) => fields?.consideration ?? questions[0]?.kind,
    );
  expect(considerations(file)).toEqual(['currency']);
  expect(considerations(file, 'USD')).toEqual([1140]);
  expect(considerations(file, 'GBP')).toEqual([1500]);
  expect(read(file, { answers: { 'currency:converted USD': 'GBP' } }).content.notices).toEqual([]);
  // A price, a currency in the cell or a row without a rate decides.
  expect(considerations(file.map((line) => line.replace(',Amount', ',Amount (USD)')))).toEqual([1140]);
  expect(considerations(file.map((line) => line.replace('1500', '$1500')))).toEqual([1140]);
  expect(considerations(file.map((line) => line.replace('0.76,', ',')))).toEqual([1125]);
});

it('an income or a movement of cash whose amount only the net column states is that', () => {
  const [trade, dividend, fee] = read([
    'Date,Type,ISIN,Quantity,Price,Gross,Net',
    '01/05/2025,Buy,GB00BH4HKS39,1000,1.50,1500.00,-1505.95',
    '02/05/2025,Dividend,GB00BH4HKS39,,,0.00,12.34',
    '03/05/2025,Fee,,,,,-5.00',
  ]).rows;
  expect(trade?.fields?.consideration).toBe(1500);
  expect([dividend?.status, dividend?.fields?.consideration]).toEqual(['valid', 12.34]);
  expect(fee?.fields).toMatchObject({ transactionType: 'FEE', cashAmount: 5 });
});

describe('decimal marks', () => {
  const unitsOf = (...rows: string[]): readonly unknown[] =>
    read(['Date;Type;ISIN;Quantity;Amount', ...rows]).rows.map((row) => [preview(row)?.selected, row.fields?.quantity]);

  it('are not proved by zeros', () => {
    expect(
      unitsOf('01.05.2025;Buy;GB00BH4HKS39;1.214;90.703,82', '02.05.2025;Dividend;GB00BH4HKS39;0.00;12,40'),
    ).toEqual([
      [true, 1214],
      [true, 0],
    ]);
  });

  it('that contradict each other leave a figure open that may have either', () => {
    const header = 'Date;Type;ISIN;Quantity;Amount';
    const notesOf = (units: string): readonly string[] =>
      read([header, `01.05.2025;Buy;GB00BH4HKS39;${units};849,80`, '02.05.2025;Buy;GB00BH4HKS39;100;70.40']).rows[0]
        ?.notes ?? [];
    expect(notesOf('1.214')).toContainEqual(
      'A figure may be 1.214 or 1214: the file has decimal points and commas. Check it.',
    );
    expect(notesOf('1214')).toEqual([]);
  });
});

it('P is a purchase beside S alone', () => {
  const typesOf = (...letters: string[]): readonly unknown[] =>
    read([
      'Date,Type,ISIN,Quantity,Amount',
      ...letters.map((letter) => `01/05/2025,${letter},GB00BH4HKS39,100,70`),
    ]).rows.map(({ fields }) => fields?.transactionType ?? null);
  expect(typesOf('P', 'S')).toEqual(['BUY', 'SELL']);
  expect(typesOf('P', 'B', 'S')).toEqual([null, 'BUY', 'SELL']);
  expect(typesOf('P', 'S', 'R')).toEqual([null, null, null]);
  expect(typesOf('P')).toEqual([null]);
});

it('the currency of a price that is not read is not that of the amounts', () => {
  const trade = ['Date,Type,ISIN,Quantity,Price currency,Amount', '01/05/2025,Buy,US0378331005,10,USD,1500.00'];
  const prepared = read(trade);
  expect(selected(prepared)).toEqual([]);
  expect(prepared.rows[0]?.status).not.toBe('error');
});

it('the same charge in two amounts is one, unless the printed digits of their prices explain the difference', () => {
  const rows = (...prices: readonly string[]): PreparedImport =>
    read([
      'Date,Type,ISIN,Quantity,Price,Amount',
      `01/05/2025,Buy,GB00BH4HKS39,100,${prices[0]},1209.95`,
      `08/05/2025,Buy,GB00BH4HKS39,50,${prices[1]},659.95`,
    ]);
  expect(selected(rows('12.00', '13.00'))).toEqual([2, 3]);
  expect(rows('12.00', '13.00').rows.map(({ fields }) => [fields?.consideration, fields?.brokerCharge])).toEqual([
    [1200, 9.95],
    [650, 9.95],
  ]);
  // 12 may be 12.0995 and 13 may be 13.199.
  expect(selected(rows('12', '13'))).toEqual([]);
  const duty = read([
    'Date,Type,ISIN,Quantity,Price,Amount',
    '01/05/2025,Buy,GB00BH4HKS39,1000,0.72,723.60',
    '08/05/2025,Buy,GB00BH4HKS39,2000,0.73,1467.30',
  ]);
  expect(selected(duty)).toEqual([2, 3]);
});
