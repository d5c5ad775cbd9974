/** More exports that no profile knows: rows below a title, several accounts, prices with charges, balances, versions. */
import { describe, expect, it } from 'vitest';
import { readLines as read, selectedLines as chosen } from './read-lines.ts';

const HEADER = 'Date,Type,ISIN,Quantity,Price,Amount';
const BUY = '2024-03-14,Buy,GB00BH4HKS39,1000,0.685,685.00';
const SELL = '2024-05-14,Sell,GB00BH4HKS39,500,0.70,350.00';

describe('a title of rows that did not take place', () => {
  it('holds the rows below it until another title, with the header again or without', () => {
    expect(chosen(read(HEADER, BUY, '', 'Pending orders', HEADER, SELL))).toEqual([2]);
    expect(chosen(read(HEADER, BUY, 'Cancelled', SELL, 'Executed orders', SELL.replace('05-14', '05-15')))).toEqual([
      2, 6,
    ]);
    expect(chosen(read('Upcoming and estimated dividends', HEADER, BUY))).toEqual([]);
  });

  it('is none that names something else, or what took place', () => {
    expect(chosen(read('Executed orders', HEADER, BUY, 'Page 2', SELL))).toEqual([3, 5]);
    expect(chosen(read('Pending and completed orders', HEADER, BUY))).toEqual([3]);
    expect(chosen(read('Trades pending settlement', HEADER, BUY, 'Page 1', SELL))).toEqual([3, 5]);
    expect(chosen(read('Orders not yet executed', HEADER, BUY, 'Page 1', SELL))).toEqual([]);
  });
});

describe('lines above the header that name tax wrappers', () => {
  const wrappers = (...lines: readonly string[]): readonly unknown[] =>
    read(...lines).rows.map(({ fields, notes }) => [fields?.taxWrapper, notes.length]);

  it('and accounts of the rows are those of these accounts alone', () => {
    const rows = [`Account,${HEADER}`, `1111111,${BUY}`, `2222222,${SELL}`, `3333333,${SELL}`];
    const titles = ['Account 1111111 Stocks and Shares ISA', 'Account 2222222 Dealing', 'Account 3333333 SIPP'];
    expect(wrappers(...titles.slice(0, 2), ...rows)).toEqual([
      ['ISA', 0],
      ['DEALING', 1],
      ['DEALING', 1],
    ]);
    expect(wrappers(...titles, ...rows).slice(0, 1)).toEqual([['ISA', 0]]);
    expect(wrappers(...titles, ...rows).slice(2)).toEqual([['SIPP', 0]]);
    expect(wrappers('Stocks and Shares ISA', ...rows.slice(0, 3))).toEqual([
      ['ISA', 0],
      ['ISA', 0],
    ]);
  });
});

describe('a price that includes charges', () => {
  const header = 'Date,Type,ISIN,Quantity,Price,Stamp Duty,Total';

  it('is seen where stamp duty is 0.5 % of the rest of the amount to the penny', () => {
    expect(chosen(read(header, '2024-04-15,Buy,GB00B10RZP78,100,39.195,19.50,3919.50'))).toEqual([]);
    expect(chosen(read(header, '2024-04-15,Buy,GB00B10RZP78,100,39.00,19.50,3919.50'))).toEqual([2]);
  });

  it('is none by which quantity x price is the amount before charges', () => {
    const lines = ['2024-04-15,Buy,IE00B3RBWM25,100,100.05,10005.00', '2024-06-20,Sell,IE00B3RBWM25,50,102.00,5100.00'];
    expect(chosen(read('Date,Type,ISIN,Quantity,All-in price,Amount', ...lines))).toEqual([]);
    expect(chosen(read('Date,Type,ISIN,Quantity,Price after costs,Amount', ...lines))).toEqual([]);
    expect(chosen(read('Date,Type,ISIN,Quantity,Price,Amount', ...lines))).toEqual([2, 3]);
  });
});

describe('a rate of tax', () => {
  const income = (prepared: ReturnType<typeof read>): readonly unknown[] =>
    prepared.rows.map(({ fields, notes }) => [fields?.consideration, fields?.taxWithheld ?? 0, notes.length]);

  it('holds an income, unless both of its amounts prove the tax', () => {
    const header = 'Date,Type,ISIN,Gross,Tax rate,Net';
    expect(income(read(header, '2024-05-16,Dividend,GB00B8SC6K54,100.00,20%,80.00'))).toEqual([[80, 20, 0]]);
    expect(income(read(header, '2024-05-16,Dividend,GB00B8SC6K54,100.00,15%,80.00'))).toEqual([[100, 0, 1]]);
    expect(income(read('Date,Type,ISIN,Amount,Tax rate (%)', '2024-05-16,Dividend,GB00B8SC6K54,80.00,20'))).toEqual([
      [80, 0, 1],
    ]);
  });

  it('of nothing says nothing', () => {
    expect(chosen(read('Date,Type,ISIN,Amount,WHT %', '2024-05-20,Dividend,GB00BH4HKS39,38.20,0%'))).toEqual([2]);
  });
});

it('CR and DR behind an amount of cash say which way it moved', () => {
  const prepared = read('Date,Type,Amount', '2024-05-28,Fee,5.00DR', '2024-05-29,Fee,6.00CR', '2024-05-30,Deposit,7CR');
  expect(chosen(prepared)).toEqual([2, 4]);
});

it('estimated charges are not read as charges', () => {
  const prepared = read(`${HEADER},Estimated charges`, `${BUY},5.95`);
  expect(chosen(prepared)).toEqual([]);
});

describe('a balance', () => {
  it('that shows charges which no amount includes holds the trades', () => {
    const rows = [
      'Date,Type,ISIN,Quantity,Price,Amount,Balance',
      '2024-05-01,Deposit,,,,1000.00,1000.00',
      '2024-05-03,Buy,IE00B3RBWM25,6,100.00,600.00,394.05',
      '2024-05-13,Sell,IE00B3RBWM25,2,100.00,200.00,588.10',
    ];
    expect(chosen(read(...rows))).toEqual([2]);
    expect(chosen(read(rows[0] ?? '', ...rows.slice(1).toReversed()))).toEqual([4]);
  });

  it('of units under a heading of names shows the row that breaks it', () => {
    const lines = [`${BUY},1000`, `${SELL},500`, '2024-05-20,Buy,GB00BH4HKS39,100,0.70,70.00,590'];
    expect(chosen(read(`${HEADER},Holding`, ...lines))).toEqual([2, 3]);
  });
});

it('a text names the types of rows with units and without, beside payments and receipts', () => {
  const prepared = read(
    'Date,ISIN,Details,Quantity,Price,Debit,Credit',
    '2024-05-01,IE00B3RBWM25,Bought,6,100.00,600.00,',
    '2024-05-02,IE00B3RBWM25,Sold,2,100.00,,200.00',
    '2024-05-03,IE00B3RBWM25,Dividend,,,,12.00',
    '2024-05-04,,Interest,,,,1.00',
    '2024-05-05,,Sundry,,,3.00,',
  );
  expect(chosen(prepared)).toEqual([2, 3, 4, 5]);
});

it('a heading of two currencies is one of rates', () => {
  const prepared = read(
    'Date,Type,ISIN,Quantity,Price,Currency,GBP/USD,Amount GBP',
    '2024-05-02,Buy,US0378331005,6,100.00,USD,1.25,480.00',
    '2024-05-03,Sell,US0378331005,2,110.00,USD,1.25,176.00',
  );
  expect(chosen(prepared)).toEqual([2, 3]);
});

describe('trades of one reference', () => {
  const rows = (heading: string, ...lines: readonly string[]): readonly number[] =>
    chosen(read(`${heading},${HEADER}`, ...lines));
  const other = BUY.replace('0.685,685.00', '0.690,690.00');

  it('with the same units at another price are held, but not those of an order', () => {
    expect(rows('Trade reference', `T1,${BUY}`, `T1,${other}`, `T2,${BUY}`)).toEqual([4]);
    expect(rows('Order ID', `T1,${BUY}`, `T1,${other}`)).toEqual([2, 3]);
    expect(rows('Trade reference', `T1,${BUY}`, `T2,${other}`)).toEqual([2, 3]);
  });

  it('in several versions are held', () => {
    const changed = other.replace('1000', '1010').replace('690.00', '696.90');
    expect(rows('Version,Ref', `1,T1,${BUY}`, `2,T1,${changed}`, `1,T2,${BUY}`)).toEqual([4]);
  });
});
