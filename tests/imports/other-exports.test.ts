/** Exports of brokers and trackers that no profile knows: what they state in their own way is read, or the row is held. */
import { describe, expect, it } from 'vitest';
import { readAfter } from './import-again.ts';
import { readLines as read, selectedLines as chosen } from './read-lines.ts';

const HEADER = 'Date,Type,ISIN,Quantity,Price,Amount';
const BUY = '2024-03-14,Buy,GB00BH4HKS39,1000,0.685,685.00';

describe('a trade that is stored under another reference', () => {
  const header = `Ref,${HEADER}`;
  const stored = [header, `AB-001,${BUY}`, `AB-002,${BUY}`];

  it('is a duplicate where the reference is only written differently', () => {
    const again = readAfter(stored, [header, `ab001,${BUY}`, `ab002,${BUY}`, `ab003,${BUY}`]);
    expect(again.rows.map(({ status }) => status)).toEqual(['duplicate', 'duplicate', 'valid']);
    expect(chosen(again)).toEqual([4]);
  });

  it('is held where the file names it by another numbering, and is another one by the same', () => {
    expect(chosen(readAfter(stored.slice(0, 2), [header, `C100200,${BUY}`]))).toEqual([]);
    expect(chosen(readAfter(stored.slice(0, 2), [header, `AB-007,${BUY}`]))).toEqual([2]);
    expect(chosen(readAfter(stored.slice(0, 2), [header, `AB-001,${BUY}`, `C100200,${BUY}`]))).toEqual([3]);
  });

  it('is held at an amount with its charges', () => {
    const net = BUY.replace('685.00', '690.95').replace('0.685', '');
    expect(chosen(readAfter(stored.slice(0, 2), [header, `C100200,${net}`]))).toEqual([]);
    expect(chosen(readAfter(stored.slice(0, 2), [header, `AB-007,${net}`]))).toEqual([2]);
  });
});

it('a reinvested dividend that is stored as one is neither a dividend nor a purchase again', () => {
  const again = readAfter(
    [HEADER, '2024-08-22,Dividend reinvested,GB00BH4HKS39,54,0.7074,38.20'],
    [HEADER, '2024-08-22,Dividend,GB00BH4HKS39,,,38.20', '2024-08-22,Buy,GB00BH4HKS39,54,0.7074,38.20'],
  );
  expect(chosen(again)).toEqual([]);
});

it('a price without a currency is in that of the amount which it makes', () => {
  const prepared = read(
    'Date,Action,ISIN,Quantity,Price,Commission,Amount',
    '3/14/2024,Buy,US5949181045,10,410.00,0,"$4,100.00"',
    '4/02/2024,Sell,US5949181045,4,420.00,1,"$1,679.00"',
  );
  expect(prepared.rows.map(({ fields }) => [fields?.consideration, fields?.brokerCharge])).toEqual([
    [3075, 0],
    [1260, 0.75],
  ]);
  expect(chosen(prepared)).toEqual([2, 3]);
  const other = read('Date,Action,ISIN,Quantity,Price,Amount', '3/14/2024,Buy,US5949181045,10,200.00,"$4,100.00"');
  expect(chosen(other)).toEqual([]);
});

describe('a column of taxes', () => {
  const header = 'Date,Type,ISIN,Quantity,Price,Commission,Tax,Total';

  it('holds stamp duty where each tax is 0.5 % of a purchase', () => {
    const prepared = read(
      header,
      '2024-03-04,Buy,GB00B10RZP78,100,3850p,9.95,19.25,3879.20',
      '2024-05-20,Sell,GB00B10RZP78,40,4200p,9.95,,1670.05',
    );
    expect(prepared.rows.map(({ fields }) => [fields?.consideration, fields?.stampDuty])).toEqual([
      [3850, 19.25],
      [1680, 0],
    ]);
    expect(chosen(prepared)).toEqual([2, 3]);
  });

  it('is not read where any of them is another tax', () => {
    const prepared = read(
      header,
      '2024-03-04,Buy,GB00B10RZP78,100,38.50,9.95,19.25,3879.20',
      '2024-05-20,Sell,GB00B10RZP78,40,42.00,9.95,8.40,1661.65',
    );
    expect(chosen(prepared)).toEqual([]);
  });

  it('holds an interest on cash, which is income before tax', () => {
    const held = read('Date,Type,Gross,Tax,Net', '2024-04-15,Interest,10.00,2.00,8.00', '2024-05-15,Interest,5,0,5');
    expect(chosen(held)).toEqual([3]);
    const named = read('Date,Type,Amount,Tax', '2024-04-15,Interest on cash,8.00,2.00');
    expect(chosen(named)).toEqual([]);
  });
});

it('numbers of orders are no figures of a trade', () => {
  const prepared = read(
    'Date,Order #,Transaction,ISIN,Quantity,Unit price,Costs,Net Amount,Currency',
    '2024-03-14,911,Buy,IE00B3XXRP09,12,76.25,9.00,-924.00,GBP',
    '2024-05-20,149,Sell,IE00B3XXRP09,2,79.00,9.00,149.00,GBP',
    '2024-06-28,0,Custody fee,,1,,0,-5.00,GBP',
  );
  expect(chosen(prepared)).toEqual([2, 3, 4]);
});

it('a list of payments with ex-dividend days is one of dividends', () => {
  const header = 'Ex-date,Payment date,Security,ISIN,Shares,Rate per share (p),Gross amount,Tax deducted,Net amount';
  const prepared = read(
    header,
    '07/06/2024,02/08/2024,Vodafone Group plc,GB00BH4HKS39,1000,3.82,38.20,0.00,38.20',
    '16/05/2024,14/06/2024,Unilever plc,GB00B10RZP78,100,36.98,36.98,0.00,36.98',
  );
  expect(
    prepared.rows.map(({ fields }) => [fields?.transactionType, fields?.transactionDate, fields?.consideration]),
  ).toEqual([
    ['DIVIDEND', '2024-08-02', 38.2],
    ['DIVIDEND', '2024-06-14', 36.98],
  ]);
  const mixed = read(header, ',02/08/2024,Vodafone Group plc,GB00BH4HKS39,1000,3.82,38.20,0.00,38.20');
  expect(mixed.rows.map(({ status }) => status)).toEqual(['error']);
});

it('a rate of a dividend is no price of its security', () => {
  const prepared = read(
    HEADER,
    '2024-03-14,Buy,GB00B10RZP78,10,3850,385.00',
    '2024-06-14,Dividend,GB00B10RZP78,10,0.3698,3.70',
    '2024-07-14,Buy,GB00B10RZP78,10,4100,',
  );
  expect(prepared.rows.at(-1)?.fields?.consideration).toBe(410);
});

it('balances brought and carried forward are none of the texts that name types', () => {
  const prepared = read(
    'Date,Details,Debit,Credit,Balance',
    '2024-03-01,B/F,,,1000.00',
    '2024-03-14,Deposit,,500.00,1500.00',
    '2024-03-31,Platform fee,3.00,,1497.00',
    '2024-03-31,C/F,,,1497.00',
  );
  expect(prepared.rows.map(({ fields }) => fields?.transactionType)).toEqual(['DEPOSIT', 'FEE']);
  expect(chosen(prepared)).toEqual([3, 4]);
});

it('a heading again beside a figure is a sum of its column', () => {
  const prepared = read(
    'Date,InvestmentName,ISIN,TransactionDetails,Quantity,Price,Cost',
    '08/04/2025,FTSE All-World,IE00B3RBWM25,Bought 30 FTSE All-World,30,101.42,"3,042.60"',
    '18/06/2025,FTSE All-World,IE00B3RBWM25,Sold 10 FTSE All-World,-10,104.00,"-1,040.00"',
    'Cost,,,,,,2002.60',
  );
  expect(prepared.rows.map(({ fields }) => fields?.transactionType)).toEqual(['BUY', 'SELL']);
  expect(prepared.content.summary.skippedRows).toBe(1);
});

it('an order with a limit or an end, and without a status, may not have been executed', () => {
  const order = '2024-03-14,Buy,GB00BH4HKS39,1000,0.685,30/03/2024,685.00';
  expect(chosen(read('Date,Type,ISIN,Quantity,Limit price,Expires,Amount', order))).toEqual([]);
  const filled = read('Date,Type,ISIN,Quantity,Price,Expires,Amount,Status', `${order},Filled`);
  expect(chosen(filled)).toEqual([2]);
});

it.each([
  ['America/New_York', '20:30:00', false],
  ['America/New_York', '10:30:00', true],
  ['Europe/London', '23:59:00', true],
  ['Europe/Paris', '00:30:00', false],
  ['Asia/Tokyo', '09:30:00', false],
  ['UTC', '23:30:00', false],
])('a trade at the time of %s, %s: the day is that of London is %s', (zone, time, isSameDay) => {
  const prepared = read('Date,Time,Time zone,Type,ISIN,Quantity,Price,Amount', BUY.replace(',', `,${time},${zone},`));
  expect(chosen(prepared)).toEqual(isSameDay ? [2] : []);
});

it('a difference that amounts without pence explain is no charge', () => {
  const prepared = read(
    HEADER,
    '2024-05-24,Sell,GB00BH4HKS39,400,0.7012,280',
    '2024-05-25,Sell,GB00BH4HKS39,400,0.7112,284',
  );
  expect(prepared.rows.map(({ fields }) => fields?.brokerCharge ?? 0)).toEqual([0, 0]);
  expect(chosen(prepared)).toEqual([]);
});

it('a line above the rows of a broker names their tax wrapper', () => {
  const prepared = read(
    'Transaction Summary, , , ,',
    'Client Number:,0000000, , ,',
    'Stocks & Shares ISA, , , ,',
    'Trade date,Settle date,Reference,Description,Unit cost (p),Quantity,Value (£),',
    '20/05/2025,20/05/2025,MANAGE FEE,Management Fee,n/a,n/a,-3.75,',
  );
  expect(prepared.content.notices.some((notice) => notice.includes('says ISA, but DEALING was chosen'))).toBe(true);
});

describe('income of an accumulation fund', () => {
  it('is held, as it may be a notional distribution', () => {
    const prepared = read(
      'Date,Type,ISIN,Units,Amount',
      '2024-06-30,Distribution,GB00B41YBW71,100,4.20',
      '2024-06-30,Dividend,IE00BK5BQT80,10,4.20',
      '2024-06-30,Accumulation distribution,GB00B41YBW71,100,4.20',
      '2024-06-30,Dividend,IE00B3RBWM25,10,4.20',
    );
    expect(chosen(prepared)).toEqual([4, 5]);
  });

  it('is not seen in the name of one that pays out', () => {
    const named = read(
      'Date,Type,Security,ISIN,Amount',
      '2024-06-30,Dividend,Accrol Group Holdings plc,GB00BZ6VT592,4.20',
      '2024-06-30,Dividend,A Fund Acc/Inc,GB00B8SC6K54,4.20',
    );
    expect(chosen(named)).toEqual([2, 3]);
  });
});

it('kinds of accounts name tax wrappers in words of their own', () => {
  const prepared = read(`Account type,${HEADER}`, `Flexible ISA,${BUY}`, `Workplace Pension,${BUY}`, `Non-ISA,${BUY}`);
  expect(prepared.rows.map(({ fields }) => fields?.taxWrapper)).toEqual(['ISA', 'SIPP', undefined]);
});

it('a net price may include the charges, so that they are asked about', () => {
  const rows = [
    '2024-03-14,Buy,GB00BH4HKS39,1000,0.69095,5.95,690.95',
    '2024-05-24,Sell,GB00BH4HKS39,400,0.685125,5.95,274.05',
  ];
  for (const heading of ['Net price', 'Price incl. charges', 'Effective rate'])
    expect(chosen(read(`Date,Type,ISIN,Quantity,${heading},Commission,Amount`, ...rows))).toEqual([]);
});

it('shares that are given with those of a row are not left out without a word', () => {
  const header = 'Date,Type,ISIN,Quantity,Matching shares,Price,Amount';
  const prepared = read(header, BUY.replace('1000,', '1000,10,'), BUY.replace('1000,', '1000,0,'));
  expect(chosen(prepared)).toEqual([3]);
});

it('a bond is priced for a nominal 100', () => {
  const prepared = read('Date,Type,ISIN,Nominal,Price,Amount', '2025-06-07,Maturity,GB00BK5CVX03,5000,100.00,5000.00');
  expect(prepared.rows[0]?.fields?.consideration).toBe(5000);
  expect(chosen(prepared)).toEqual([2]);
});

it('STG is sterling', () => {
  const prepared = read(`${HEADER},Currency`, `${BUY},STG`);
  expect(prepared.rows[0]?.fields?.consideration).toBe(685);
});

it('a part of a share with many digits is none of a swapped price', () => {
  const header = 'Date,Type,ISIN,Quantity,Price,Amount';
  const bought = (units: string): string =>
    `2024-03-14,Buy,IE00B3XXRP09,${units},80,${(Number(units) * 80).toFixed(2)}`;
  expect(chosen(read(header, bought('1.23456789'), bought('2.5')))).toEqual([2]);
});

describe('a row of an account that the file names and the import creates', () => {
  const first = [HEADER, BUY, '2024-08-22,Dividend,GB00BH4HKS39,,,22.92'];
  const named = (...rows: readonly string[]) => [
    `Portfolio,${HEADER}`,
    ...rows.map((row) => `Trading account 22,${row}`),
  ];

  it('is held where a stored row of another account equals it', () => {
    const other = '2024-09-12,Buy,GB00BH4HKS39,10,0.70,7.00';
    expect(chosen(readAfter(first, named(...first.slice(1), other)))).toEqual([4]);
    expect(chosen(readAfter(first, named(BUY, BUY)))).toEqual([3]);
  });

  it('is another one in an account that is stored', () => {
    expect(readAfter(first, [`Account,${HEADER}`, `Main,${BUY}`]).rows[0]?.status).toBe('duplicate');
  });
});

it('a purchase of parts of units may be stored with a settlement day up to five business days away', () => {
  const bought = (day: string, units: string): readonly string[] => [
    HEADER,
    `${day},Buy,GB00B41YBW71,${units},6.4433,100.00`,
  ];
  expect(chosen(readAfter(bought('2024-03-14', '15.52'), bought('2024-03-20', '15.52')))).toEqual([]);
  expect(chosen(readAfter(bought('2024-03-14', '15.52'), bought('2024-04-14', '15.52')))).toEqual([2]);
});

describe('a movement of cash', () => {
  it('is held beside another amount that moved: its own may be a balance', () => {
    const prepared = read(
      'Date,Description,Contributions,Charges,Value',
      '2024-04-18,Employer contribution,500.00,,500.00',
      '2024-04-19,Basic rate tax relief,125.00,,625.00',
      '2024-04-30,Administration charge,,5.00,620.00',
    );
    expect(chosen(prepared)).toEqual([2]);
  });

  it('may state its amount twice', () => {
    expect(chosen(read('Date,Type,Fee,Amount', '2024-04-30,Custody fee,5.00,5.00'))).toEqual([2]);
  });
});

it('a column that is headed by a tax wrapper holds the rows that are in it', () => {
  for (const heading of ['ISA?', 'Within SIPP', 'Stocks & Shares ISA'])
    expect(chosen(read(`${HEADER},${heading}`, `${BUY},Yes`, `${BUY.replace('03-14', '03-15')},No`))).toEqual([3]);
});

it('a dividend beside a trade is not left out without a word', () => {
  expect(chosen(read(`${HEADER},Dividend`, `${BUY},3.00`, `${BUY.replace('03-14', '03-15')},0.00`))).toEqual([3]);
});

it('an ISIN that the catalogue lacks beside a full name of it may be an earlier one', () => {
  const header = 'Date,Type,Security,ISIN,Quantity,Price,Amount';
  const bought = (name: string): string => `2014-02-14,Buy,${name},GB00B16GWD56,1000,2.20,2200.00`;
  expect(chosen(read(header, bought('Vodafone Group plc'), bought('Another company')))).toEqual([3]);
});

describe('a row that another file may have stated otherwise', () => {
  const after = (first: string, header: string, ...rows: readonly string[]): readonly number[] =>
    chosen(readAfter([HEADER, first], [header, ...rows]));

  it('is held as an income of that day with tax, of another type, or corrected', () => {
    const gross = '2024-05-16,Dividend,IE00B3RBWM25,,,10.00';
    expect(after(gross, 'Date,Type,ISIN,Amount', '2024-05-16,Dividend,IE00B3RBWM25,8.50')).toEqual([]);
    expect(after(gross, 'Date,Type,ISIN,Amount', '2024-05-16,Interest distribution,IE00B3RBWM25,10.00')).toEqual([]);
    // Without the stored one beside it, which it may correct.
    expect(after(gross, 'Date,Type,ISIN,Amount', '2024-05-16,Dividend,IE00B3RBWM25,2.50')).toEqual([]);
    expect(
      after(gross, 'Date,Type,ISIN,Amount', gross.replace(',,', ''), '2024-05-16,Dividend,IE00B3RBWM25,8.30'),
    ).toEqual([3]);
    expect(after(gross, 'Date,Type,ISIN,Amount', '2024-05-17,Dividend,IE00B3RBWM25,2.50')).toEqual([2]);
  });

  it('is held as a trade under an earlier ISIN', () => {
    const early = '2013-03-14,Buy,GB00B16GWD56,1000,1.80,1800.00';
    expect(after(early, HEADER, early.replace('GB00B16GWD56', 'GB00BH4HKS39'))).toEqual([]);
    expect(after(early, HEADER, '2013-03-14,Buy,GB00BH4HKS39,900,2.00,1800.00')).toEqual([2]);
  });

  it('is held as a small trade with its charge in the amount', () => {
    const small = '2024-03-14,Buy,GB00BH4HKS39,100,0.70,70.00';
    expect(after(small, 'Date,Type,ISIN,Quantity,Total paid', '2024-03-14,Buy,GB00BH4HKS39,100,81.95')).toEqual([]);
    expect(after(small, 'Date,Type,ISIN,Quantity,Total paid', '2024-03-14,Buy,GB00BH4HKS39,100,99.95')).toEqual([2]);
  });

  it('is held as a movement of cash by another word', () => {
    const paid = readAfter(
      ['Date,Type,Amount', '2024-04-18,Deposit,500.00'],
      ['Date,Type,Amount', '2024-04-18,ISA subscription,500.00', '2024-04-19,ISA subscription,500.00'],
    );
    expect(chosen(paid)).toEqual([3]);
  });
});

describe('a purchase and a sale of one day at the same amount', () => {
  it('are held where their units differ', () => {
    const pair = ['2024-06-20,Sell,GB00BH4HKS39,400,0.70,280.00', '2024-06-20,Buy,GB00BH4HKS39,40,7.00,280.00'];
    expect(chosen(read(HEADER, BUY, ...pair))).toEqual([2]);
    expect(chosen(read(HEADER, pair[0] ?? '', (pair[0] ?? '').replace('Sell', 'Buy')))).toEqual([2, 3]);
  });

  it('are two trades in two securities or tax wrappers', () => {
    const [sold, bought] = [
      '2024-06-20,Switch out,GB00B41YBW71,100,6.50,650.00',
      '2024-06-20,Switch in,GB00BG0QPJ30,250,2.60,650.00',
    ];
    expect(chosen(read(HEADER, sold, bought))).toEqual([2, 3]);
    const wrapped = read(`${HEADER},Tax Wrapper`, `${sold},DEALING`, `${sold.replace('out', 'in')},ISA`);
    expect(chosen(wrapped)).toEqual([2, 3]);
  });
});

it('a gift or an inheritance in the words of a trade holds it', () => {
  const header = `${HEADER},Description`;
  const words = ['Transfer to spouse', 'Gift from father', 'Inherited 2019', 'Gifting Brands plc', 'Probate plc'];
  const rows = words.map((text, at) => `${BUY.replace('03-14', `03-${at + 14}`)},${text}`);
  expect(chosen(read(header, ...rows))).toEqual([5]);
});

it.each([
  ['Date (MM/DD/YYYY)', '2024-03-04'],
  ['Trade Date [dd/mm/yyyy]', '2024-04-03'],
])('the heading %s states the order of day and month', (heading, day) => {
  const prepared = read(HEADER.replace('Date', heading), BUY.replace('2024-03-14', '03/04/2024'));
  expect(prepared.rows[0]?.fields?.transactionDate).toBe(day);
  expect(prepared.content.datesAmbiguous).toBe(false);
});

it('what purchases cost and what sales brought are one column of amounts', () => {
  const header = 'Date,Type,ISIN,Quantity,Price,Cost,Proceeds';
  const prepared = read(
    header,
    '2024-03-14,Buy,GB00BH4HKS39,1000,0.685,685.00,',
    '2024-05-24,Sell,GB00BH4HKS39,400,0.70,,280.00',
  );
  expect(prepared.rows.map(({ fields }) => fields?.consideration)).toEqual([685, 280]);
  expect(chosen(prepared)).toEqual([2, 3]);
  const realised = read(header, '2024-05-24,Sell,GB00BH4HKS39,400,0.70,274.00,280.00');
  expect(chosen(realised)).toEqual([]);
});

it('a nominal beside a hundredth of it as the quantity is asked about', () => {
  const header = 'Date,Type,ISIN,Quantity,Nominal,Price,Amount';
  expect(chosen(read(header, '2024-03-14,Buy,GB00BK5CVX03,100,10000,95.50,9550.00'))).toEqual([]);
  expect(chosen(read(header, '2024-03-14,Buy,GB00BH4HKS39,1000,1000,0.685,685.00'))).toEqual([2]);
});

it('units that were bought with a dividend are not left out without a word', () => {
  const header = 'Date,Type,ISIN,Amount,Reinvested units';
  const paid = '2024-03-14,Dividend,GB00BH4HKS39,10.00';
  expect(chosen(read(header, `${paid},14.2`, `${paid.replace('03-14', '06-14')},0`))).toEqual([3]);
});

describe('a column whose heading says something of its rows', () => {
  const row = '2024-03-14,Buy,GB00BH4HKS39,1000,0.685,685.00';
  const other = '2024-03-15,Buy,GB00BH4HKS39,900,0.685,616.50';
  const without = (heading: string, said: string, plain: string): readonly number[] =>
    chosen(read(`${HEADER},${heading}`, `${row},${said}`, `${other},${plain}`));

  it.each([
    ['Provisional', 'Yes', 'No'],
    ['Simulated', 'TRUE', 'FALSE'],
    ['Bed and ISA', 'Y', 'N'],
    ['Corporate action', 'Yes', ''],
    ['Reverses ref', 'A12', ''],
    ['Corrects', 'A12', '-'],
    ['My share (%)', '50', '100'],
    ['Leverage', 'x5', 'x1'],
    ['Option type', 'Call', ''],
    ['Position', 'Short', 'Long'],
    ['Trade type', 'Transfer', 'Market'],
  ])('%s holds the rows in which it is %s', (heading, said, plain) => {
    expect(without(heading, said, plain)).toEqual([3]);
  });

  it('of units in pence holds those whose quantity x price is the amount', () => {
    expect(without('Unit', 'pence', '')).toEqual([3]);
  });

  it('of a currency holds cash that names none', () => {
    const paid = read('Date,Type,Amount,Paid in', '2024-03-14,Deposit,500.00,EUR', '2024-03-15,Deposit,400.00,GBP');
    expect(chosen(paid)).toEqual([3]);
  });
});

describe('a charge whose heading names another currency', () => {
  const rows = ['2024-03-14,Buy,US0378331005,10,175.00,1750.00,5.95,3.00'];

  it('is added to others where the amount is in it', () => {
    const prepared = read('Date,Type,ISIN,Quantity,Price (USD),Amount (USD),Fee (USD),SEC fee (USD)', ...rows);
    expect(prepared.rows[0]?.fields?.brokerCharge).toBe(6.71);
    expect(chosen(prepared)).toEqual([2]);
  });

  it('is not read as pounds, and does not name the currency of the amount', () => {
    const pounds = 'Date,Type,ISIN,Quantity,Price (GBP),Amount (GBP),Fee (GBP),SEC fee (USD)';
    const prepared = read(pounds, ...rows);
    expect(prepared.rows[0]?.fields?.brokerCharge).toBe(5.95);
    expect(chosen(prepared)).toEqual([]);
    expect(chosen(read(`${HEADER},Fee (USD)`, `${BUY},3.00`))).toEqual([]);
  });
});
