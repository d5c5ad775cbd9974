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

it('a title of several cells or with a number says what the rows below it are', () => {
  const later = SELL.replace('05-14', '05-15');
  expect(chosen(read(HEADER, 'Executed (1)', BUY, 'Pending (2)', SELL, later))).toEqual([3]);
  expect(chosen(read(HEADER, BUY, 'Pending orders,,,,,2 orders', SELL, 'Completed,,1 order', later))).toEqual([2, 6]);
});

it('lines above the header that name several tax wrappers leave rows to check, or name accounts of any column', () => {
  const titles = ['Account,111,Stocks & Shares ISA', 'Account,222,SIPP'];
  expect(chosen(read(...titles, HEADER, BUY))).toEqual([]);
  const prepared = read(...titles, `Account number,${HEADER}`, `111,${BUY}`, `222,${BUY}`);
  expect(prepared.rows.map(({ fields }) => fields?.taxWrapper)).toEqual(['ISA', 'SIPP']);
});

it('CR and DR behind the amount of a trade say which way the money moved', () => {
  const header = 'Date,Type,ISIN,Quantity,Price,Amount';
  const lines = [
    '2024-05-01,Buy,IE00B3RBWM25,10,100.00,1000.00 Dr.',
    '2024-05-02,Sell,IE00B3RBWM25,5,100.00,500.00CR',
    '2024-05-03,Buy,IE00B3RBWM25,5,100.00,500.00 cr',
  ];
  expect(chosen(read(header, ...lines))).toEqual([2, 3]);
});

it('a dividend that was only declared, and a comment that a row is wrong, hold it', () => {
  const header = 'Payment date,Ex date,ISIN,Shares,Amount,Dividend status';
  const row = '2024-08-18,2024-06-01,GB00BH4HKS39,1000,38.20';
  expect(chosen(read(header, `${row},Declared`, `${row.replace('-08-', '-07-')},Paid`))).toEqual([3]);
  const comments = ['regular investment', 'duplicate - ignore', 'entered in error', 'for my wife'];
  expect(
    chosen(read(`${HEADER},Comment`, ...comments.map((text, day) => `${BUY.replace('14', `1${day}`)},${text}`))),
  ).toEqual([2]);
});

describe('amounts in another currency', () => {
  const considerations = (prepared: ReturnType<typeof read>): readonly unknown[] =>
    prepared.rows.map(({ fields }) => fields?.consideration);
  const row = '2024-05-01,Buy,IE00B3RBWM25,10,100.00,1000.00';

  it('are in pounds at the rate of their row, whichever way its heading names it', () => {
    const header = 'Date,Type,ISIN,Quantity,Price (EUR),Amount (EUR)';
    expect(considerations(read(`${header},Rate EUR/GBP`, `${row},0.8500`))).toEqual([850]);
    expect(considerations(read(`${header},Rate`, `${row},1.2500`))).toEqual([800]);
    expect(chosen(read(`${header},Booking rate`, `${row},0.8500`))).toEqual([]);
    expect(chosen(read(`${header},Interest rate`, `${row},0.8500`))).toEqual([2]);
  });

  it('are in pounds at the rate that net amounts in both show; another amount in pounds holds the row', () => {
    const header = 'Date,Side,ISIN,Qty,Px,Ccy,Gross,Comm,Net';
    const trade = '2024-05-01,Buy,US0378331005,10,185.00,USD,1850.00,5.00,1855.00';
    const sale = '2024-05-14,Sell,US0378331005,4,190.00,USD,760.00,5.00,755.00';
    const prepared = read(`${header},Net (GBP)`, `${trade},1484.00`, `${sale},604.00`);
    expect(prepared.rows.map(({ fields }) => [fields?.consideration, fields?.brokerCharge])).toEqual([
      [1480, 4],
      [608, 4],
    ]);
    expect(chosen(prepared)).toEqual([2, 3]);
    expect(chosen(read(`${header},Settled (£)`, `${trade},1484.00`, `${sale},`))).toEqual([3]);
    expect(chosen(read(`${header},Market value (£)`, `${trade},1484.00`, `${sale},608.00`))).toEqual([2, 3]);
  });
});

it('a bond at a price for a nominal 100 needs an amount', () => {
  const header = 'Date,Type,ISIN,Nominal,Price';
  expect(chosen(read(header, '2024-05-01,Buy,GB00BK5CVX03,10000,96.50'))).toEqual([]);
  expect(chosen(read(header, '2024-05-01,Buy,GB00BK5CVX03,10000,0.965'))).toEqual([2]);
});

it('units and an amount for each contradict an income that they do not make', () => {
  const header = 'Payment date,ISIN,Shares held,Dividend per share (p),Total dividend (£)';
  const rows = ['2024-08-02,GB00BH4HKS39,1000,3.82,38.20', '2024-09-02,GB00B10RZP78,100,36.98,69.38'];
  expect(chosen(read(header, ...rows))).toEqual([2]);
  expect(chosen(read(header, ...rows.slice(1)))).toEqual([]);
});

it('balances of two currencies are followed each in its own column, also where one breaks at once', () => {
  const prepared = read(
    'Date,Type,Amount,Currency,Balance GBP,Balance USD',
    '2024-08-02,Deposit,100.00,GBP,100.00,',
    '2024-08-03,Deposit,50.00,USD,,50.00',
    '2024-08-04,Fee,-5.00,USD,,45.00',
    '2024-08-05,Fee,-5.00,GBP,90.00,',
  );
  expect(chosen(prepared)).toEqual([2, 3, 4]);
});

it('titles of orders that wait, and words for rows that others replace, hold them', () => {
  for (const title of ['Orders placed', 'Awaiting execution', 'Demo account', 'Declared dividends'])
    expect(chosen(read(title, HEADER, BUY))).toEqual([]);
  expect(chosen(read('Trading account', HEADER, BUY))).toEqual([3]);
  const stages = ['Dealt', 'Placed', 'Replaces order 12'];
  expect(
    chosen(read(`${HEADER},Stage`, ...stages.map((text, day) => `${BUY.replace('14', `1${day}`)},${text}`))),
  ).toEqual([2]);
});

it('a settled amount in pounds holds a trade that was converted at another rate', () => {
  const header = 'Date,Type,ISIN,Quantity,Price,Currency,Gross,Commission,Settlement amount GBP';
  expect(chosen(read(header, '2024-05-01,Buy,US0378331005,10,185.00,USD,1850.00,5.00,1484.00'))).toEqual([]);
});

it('two incomes of a security on one day that differ as tax does are held', () => {
  const row = (isin: string, amount: string): string => `2024-05-01,Dividend,${isin},${amount}`;
  const [tax, other] = [
    ['100.00', '85.00'],
    ['100.00', '60.00'],
  ] as const;
  const lines = [
    ...tax.map((amount) => row('GB00BH4HKS39', amount)),
    ...other.map((amount) => row('GB00B10RZP78', amount)),
  ];
  expect(chosen(read('Date,Type,ISIN,Amount', ...lines))).toEqual([4, 5]);
});

it('a position that is brought forward, and a row with a day on which it was cancelled, are held', () => {
  const prepared = read(
    `${HEADER},Description,Cancelled on`,
    `${BUY},Opening position,`,
    `${BUY.replace('14', '15')},,2024-03-16`,
    `${BUY.replace('14', '18')},,`,
  );
  expect(chosen(prepared)).toEqual([4]);
});

it('an income has the day of its payment, and a record day beside one is that of a dividend', () => {
  const row = '2024-03-28,2024-05-28,Dividend,GB00BH4HKS39,38.20';
  const days = (prepared: ReturnType<typeof read>): readonly unknown[] =>
    prepared.rows.map(({ fields }) => [fields?.transactionType, fields?.transactionDate]);
  expect(days(read('Date,Pay date,Type,ISIN,Amount', row))).toEqual([['DIVIDEND', '2024-05-28']]);
  const listed = read('Record date,Payment date,ISIN,Amount', row.replace(',Dividend', ''));
  expect(days(listed)).toEqual([['DIVIDEND', '2024-05-28']]);
});

it('a name that pays income out beside the ISIN of accumulation units holds the row', () => {
  const header = 'Date,Type,Fund,ISIN,Units,Price,Amount';
  const row = (name: string): string => `2024-05-01,Buy,${name},GB00B41YBW71,100,7.00,700.00`;
  expect(chosen(read(header, row('Fundsmith Equity I Inc'), row('Fundsmith Equity Accumulation')))).toEqual([3]);
});

it('what is left of an order holds it, and what is left of a holding does not', () => {
  const lines = [`${BUY},400`, `${BUY.replace('14', '15')},0`, `${BUY.replace('14', '18')},3000`];
  expect(chosen(read(`${HEADER},Remaining`, ...lines))).toEqual([3, 4]);
});

it('a tax wrapper in some names of accounts that are not read holds their rows', () => {
  const lines = ['ISA Cash', 'Dealing Cash'].map((name) => `${name},2024-05-01,Interest,1.00`);
  expect(chosen(read('Sub-account,Date,Type,Amount', ...lines))).toEqual([3]);
});
