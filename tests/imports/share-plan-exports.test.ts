/** Exports of employee share plans, with rows of our own: shares that vest cost their value on the day and move no cash. */
import { describe, expect, it } from 'vitest';
import type { PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import { readLines as read, selectedLines as chosen } from './read-lines.ts';

const tradesOf = ({ rows }: PreparedImport): readonly unknown[] =>
  rows.map(({ fields }) => [fields?.transactionType, fields?.transactionDate, fields?.quantity, fields?.nativePrice]);
const cashOf = ({ rows }: PreparedImport): readonly unknown[] => rows.map(({ reading }) => reading.extras?.cashAmount);
const notesOf = ({ rows }: PreparedImport): readonly string[] => rows.map(({ notes }) => notes.join(' '));

describe('Schwab, Equity Award Center', () => {
  const header =
    'Date,Action,Symbol,Description,Quantity,FeesAndCommissions,DisbursementElection,Amount,Type,Shares,SalePrice,' +
    'VestDate,VestFairMarketValue,GrossProceeds,FairMarketValuePrice,SharesSoldWithheldForTaxes,NetSharesDeposited';
  const event = (day: string, action: string, units: string, fee: string, amount: string): string =>
    `${day},${action},AAPL,Words,${units},${fee},,${amount},,,,,,,,,`;
  const sold = (units: string, price: string): string => `,,,,,,,,RS,${units},${price},02/15/2023,$120,,,,`;
  const vested = (price: string, tax: string, net: string): string => `,,,,,,,,,,,,,,${price},${tax},${net}`;
  const put = (day: string, price: string): string => `,,,,,,,,,,,${day},${price},,,,`;

  it('proves a sale by its lots', () => {
    const prepared = read(
      header,
      event('03/14/2024', 'Sale', '30', '$1.50', '"$5,148.50"'),
      sold('10', '$165.00'),
      sold('20', '$175.00'),
      event('03/13/2024', 'Sale', '10', '$0.10', '"$1,599.90"'),
      sold('10', '$160.00'),
    );
    expect(chosen(prepared)).toEqual([2, 5]);
    expect(tradesOf(prepared)).toEqual([
      ['SELL', '2024-03-14', 30, 171.66666667],
      ['SELL', '2024-03-13', 10, 160],
    ]);
    expect(cashOf(prepared)).toEqual([5148.5, 1599.9]);
  });

  it('holds a sale that its lots do not make', () => {
    const lots = [sold('5', '$160.00'), sold('5', '$150.00')];
    expect(notesOf(read(header, event('03/14/2024', 'Sale', '10', '$0.10', '"$1,599.90"'), ...lots))).toEqual([
      'The lots at their prices make 1550, but the amount before the fee is 1600. Check both.',
    ]);
    const amount = read(header, event('03/14/2024', 'Sale', '10', '$0.10', '"$1,699.90"'), sold('10', '$160.00'));
    expect(chosen(amount)).toEqual([]);
    const units = read(header, event('03/14/2024', 'Sale', '10', '$0.10', '"$1,599.90"'), sold('9', '$160.00'));
    expect(notesOf(units)).toEqual(['The lots of the sale have 9 shares, but the sale 10. Check the units.']);
    expect(chosen(read(header, event('03/14/2024', 'Sale', '10', '$0.10', '"$1,599.90"')))).toEqual([]);
  });

  it('takes the net shares of a vest at their value, without cash, to be checked', () => {
    const prepared = read(header, event('02/15/2023', 'Lapse', '100', '', ''), vested('$150.25', '47', '53'));
    expect(tradesOf(prepared)).toEqual([['BUY', '2023-02-15', 53, 150.25]]);
    expect(cashOf(prepared)).toEqual([0]);
    expect(chosen(prepared)).toEqual([]);
    const wrong = read(header, event('02/15/2023', 'Lapse', '100', '', ''), vested('$150.25', '47', '54'));
    expect(notesOf(wrong)).toEqual([expect.stringContaining('54 shares and 47 for tax are not the 100 that vested.')]);
  });

  it('keeps a vest of as many shares as another whose deposit is stated', () => {
    const lapse = [event('02/15/2023', 'Lapse', '10', '', ''), vested('$150.25', '0', '10')];
    const deposit = [event('02/17/2023', 'Deposit', '10', '', ''), put('02/15/2023', '$150.25')];
    const units = (...lines: readonly string[]) => tradesOf(read(header, ...lines)).length;
    expect(units(...lapse, ...lapse, ...deposit)).toBe(2);
    expect(units(...lapse, ...lapse, ...deposit, ...deposit)).toBe(2);
  });

  it('reads a vest once where its deposit is stated too', () => {
    const rows = [
      event('02/17/2023', 'Deposit', '53', '', ''),
      put('02/15/2023', '$150.25'),
      event('02/15/2023', 'Lapse', '100', '', ''),
      vested('$150.25', '47', '53'),
    ];
    expect(tradesOf(read(header, ...rows))).toEqual([['BUY', '2023-02-15', 53, 150.25]]);
    expect(tradesOf(read(header, ...rows.slice(0, 2)))).toEqual([['BUY', '2023-02-15', 53, 150.25]]);
    const other = rows.map((row) => row.replace('02/17/2023', '05/17/2023'));
    expect(tradesOf(read(header, ...other))).toHaveLength(2);
  });

  it('joins the tax of a dividend, and reads movements of cash', () => {
    const prepared = read(
      header,
      event('02/16/2024', 'Tax Withholding', '', '', '-$3.60'),
      event('02/16/2024', 'Dividend', '', '', '$24.00'),
      event('02/20/2024', 'Wire Transfer', '', '', '-$20.40'),
    );
    expect(prepared.rows.map(({ fields }) => [fields?.transactionType, fields?.cashAmount])).toEqual([
      ['DIVIDEND', 20.4],
      ['WITHDRAWAL', 20.4],
    ]);
    expect(chosen(prepared)).toEqual([3, 4]);
    expect(chosen(read(header, event('02/16/2024', 'Tax Withholding', '', '', '-$3.60')))).toEqual([]);
  });
});

it('the account of Schwab pays nothing for shares from a plan', () => {
  const prepared = read(
    'Date,Action,Symbol,Description,Quantity,Price,Fees & Comm,Amount',
    '02/15/2023,Stock Plan Activity,AAPL,APPLE INC,53,,,',
  );
  expect(cashOf(prepared)).toEqual([0]);
});

it('Morgan Stanley states units of Alphabet before its split in two ways', () => {
  const releases =
    'Vest Date,Order Number,Plan,Type,Status,Price,Quantity,Net Cash Proceeds,Net Share Proceeds,Tax Payment Method';
  const release = (day: string, plan: string): string =>
    `${day},R1,${plan},Release,Complete,$112.00,40.000,$0.00,21.000,Fractional Shares`;
  const sales =
    'Execution Date,Order Number,Plan,Type,Order Status,Price,Quantity,Net Amount,Net Share Proceeds,Tax Payment Method';
  const sale = (day: string, plan: string): string =>
    `${day},W1,${plan},Sale,Complete,"$2,000.00",-2.00,"$3,999.00",0,N/A`;
  const note = 'Up to 15 Jul 2022 Morgan Stanley states';
  const isNoted = (...lines: readonly string[]): boolean => notesOf(read(...lines)).some((text) => text.includes(note));
  expect(isNoted(releases, release('25-May-2022', 'GSU Class C'))).toBe(true);
  expect(isNoted(releases, release('25-Jul-2022', 'GSU Class C'))).toBe(false);
  expect(isNoted(releases, release('25-May-2022', 'Other Plan'))).toBe(false);
  expect(isNoted(sales, sale('15-Jul-2022', 'GSU Class C'))).toBe(true);
  expect(isNoted(sales, sale('18-Jul-2022', 'GSU Class C'))).toBe(false);
  expect(cashOf(read(releases, release('25-Jul-2022', 'GSU Class C')))).toEqual([0]);
});

it('EquatePlus states the net units of a plan and their price', () => {
  const header =
    'Order reference,Date,Order type,Quantity,Status,Execution price,Instrument,Product type,Strike price / cost basis,Taxes withheld,Fees,Net proceeds,Net units';
  const release = (price: string, net: string): string =>
    `X1,15 Jun 2023,Withhold-to-cover,"1,000",Executed,${price},BP Ordinary Shares,restricted stock units,,£0.00,£0.00,,${net}`;
  const prepared = read(header, release('£5.25', '530'));
  expect(tradesOf(prepared)).toEqual([['BUY', '2023-06-15', 530, 525]]);
  expect(prepared.rows[0]?.fields?.consideration).toBe(2782.5);
  expect(cashOf(prepared)).toEqual([0]);
  expect(chosen(prepared)).toEqual([]);
  expect(read(header, release('', '530')).rows.map(({ status }) => status)).toEqual(['error']);
  expect(read(header, release('£5.25', '')).rows.map(({ status }) => status)).toEqual(['error']);
});

it('Morgan Stanley is not read without the shares after tax and the net amount', () => {
  const releases = 'Vest Date,Order Number,Plan,Type,Status,Price,Quantity,Net Cash Proceeds,Tax Payment Method';
  const release = '25-Jul-2023,R1,GSU Class C,Release,Complete,$112.00,40.000,$0.00,Fractional Shares';
  expect(notesOf(read(releases, release))).toEqual([
    'The file does not state the shares left after tax. Check the units.',
  ]);
  const sales =
    'Execution Date,Order Number,Plan,Type,Order Status,Price,Quantity,Net Share Proceeds,Tax Payment Method';
  expect(notesOf(read(sales, '25-Jul-2023,W1,GSU Class C,Sale,Complete,$112.00,-2.00,0,N/A'))).toEqual([
    'The file does not state the net amount, so charges were left out. Check them.',
  ]);
});
