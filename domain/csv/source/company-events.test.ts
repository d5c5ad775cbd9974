/** Files without a profile whose figures are more than a trade or an income: accrued interest, cost, cash, two currencies. */
import { describe, expect, it } from 'vitest';
import { readLines as read, selectedLines as chosen } from '../../../tests/imports/read-lines.ts';

it('an amount that includes the accrued interest of a gilt is read without it, of a sale too', () => {
  const prepared = read(
    'Date,Type,ISIN,Nominal,Clean price,Accrued interest,Consideration',
    '2024-01-10,Buy,GB00BK5CVX03,10000,95.50,5.80,9555.80',
    '2024-06-20,Sell,GB00BK5CVX03,5000,97.00,15.60,4865.60',
  );
  expect(prepared.rows.map(({ fields }) => [fields?.consideration, fields?.accruedInterest])).toEqual([
    [9550, 5.8],
    [4850, 15.6],
  ]);
  expect(chosen(prepared)).toEqual([2, 3]);
  expect(prepared.rows[1]?.remarks).toContain(
    'The amount of 4,865.60 includes the accrued interest of 15.60: the consideration is 4,850.00.',
  );
});

it('without a price, nothing shows whether an amount includes the accrued interest', () => {
  const prepared = read(
    'Date,Type,ISIN,Nominal,Accrued interest,Consideration',
    '2024-01-10,Buy,GB00BK5CVX03,10000,5.80,9555.80',
    '2024-01-11,Buy,GB00BK5CVX03,10000,0.00,9555.80',
  );
  expect(chosen(prepared)).toEqual([3]);
});

it('shares that were moved in enter only at what they cost', () => {
  const row = '2024-02-01,Transfer In,GB00BH4HKS39,1000,0.70,700.00';
  const header = (amount: string): string => `Date,Type,ISIN,Quantity,Price,${amount}`;
  expect(chosen(read(header('Market value'), row))).toEqual([]);
  expect(chosen(read(header('Amount'), row))).toEqual([]);
  expect(chosen(read('Date,Type,ISIN,Quantity,Price', '2024-02-01,Transfer In,GB00BH4HKS39,1000,0.70'))).toEqual([]);
  expect(chosen(read(header('Book cost'), row))).toEqual([2]);
  expect(chosen(read(header('Consideration'), row))).toEqual([2]);
  const beside = (cost: string): ReturnType<typeof read> => read(`${header('Amount')},Book cost`, `${row},${cost}`);
  expect(beside('650.00').rows[0]?.fields?.consideration).toBe(650);
  expect(chosen(beside('650.00'))).toEqual([2]);
  expect(chosen(beside('0.65'))).toEqual([]);
  expect(chosen(beside('0.00'))).toEqual([]);
});

it.each(['Return of cash', 'Capital gains distribution', 'Liquidation payment', 'Compensation', 'Winding-up'])(
  'a dividend that is called %s is asked about',
  (words) => {
    const header = 'Date,Type,ISIN,Details,Amount';
    expect(chosen(read(header, `2024-06-29,Dividend,GB0007980591,${words} 500 shares,50.00`))).toEqual([]);
    expect(chosen(read(header, '2024-06-29,Dividend,GB0007980591,Interim 500 shares,50.00'))).toEqual([2]);
  },
);

it('an income whose second net amount is in pounds is not converted at another rate without a word', () => {
  const row = '2024-06-15,Dividend,US0378331005,100,USD,25.00,3.75,21.25,16.80';
  expect(chosen(read('Date,Type,ISIN,Shares,Currency,Gross,Tax,Net,Net (GBP)', row))).toEqual([]);
});

it('the amount in pounds of an income is read beside the same amount in its own currency', () => {
  const prepared = read(
    'Date,Type,ISIN,Currency,Amount,Amount (GBP)',
    '2024-06-20,Dividend,US0378331005,USD,2.40,1.88',
    '2024-06-21,Dividend,IE00B3RBWM25,GBP,2.40,1.88',
  );
  expect(prepared.rows.map(({ fields }) => fields?.consideration)).toEqual([1.88, 1.88]);
  expect(chosen(prepared)).toEqual([2]);
});

it('an amount is in pounds where quantity x price at the exchange rate of its row is that amount', () => {
  const header = 'Date,Type,ISIN,Quantity,Price,Currency,FX rate,Amount,Commission';
  const row = (day: number, amount: string, commission = ''): string =>
    `2024-06-0${day},Buy,US0378331005,10,190.00,USD,1.3333,${amount},${commission}`;
  const prepared = read(header, row(4, '1425.04'), row(5, '1430.04', '5.00'), row(6, '1900.00'), row(7, '1460.00'));
  expect(prepared.rows.map(({ fields }) => fields?.consideration)).toEqual([1425.04, 1425.04, 1425.04, 1095.03]);
  expect(chosen(prepared)).toEqual([2, 3, 4]);
  expect(prepared.rows[0]?.remarks).toEqual([
    'Quantity x price at the exchange rate of 1.3333 is the amount, so it was read as pounds.',
  ]);
});

it('a rate in per cent is no charge', () => {
  const row = '2024-06-03,Buy,IE00B3RBWM25,10,85.10,851.00,0.5,4.26';
  const prepared = read('Date,Type,ISIN,Quantity,Price,Amount,Commission %,Commission', row);
  expect(prepared.rows[0]?.fields?.brokerCharge).toBe(4.26);
  expect(chosen(prepared)).toEqual([2]);
  expect(
    read('Date,Type,ISIN,Quantity,Price,Amount,Stamp duty (0.5%),Commission', row).rows[0]?.fields?.stampDuty,
  ).toBe(0.5);
});

describe('cash that moved', () => {
  const header = 'Date,Type,Description,Amount';

  it('with another sign than the rows of its type is asked about', () => {
    const fee = (day: string, amount: string): string => `2024-${day},Fee,Platform,${amount}`;
    expect(chosen(read(header, fee('06-03', '4.99'), fee('07-03', '4.99'), fee('08-03', '-4.99')))).toEqual([2, 3]);
    expect(chosen(read(header, fee('06-03', '-4.99'), fee('07-03', '-4.98')))).toEqual([2, 3]);
  });

  it.each([
    ['Fee', 'Platform fee refund', 'Platform fee'],
    ['Interest', 'Loan interest charged', 'Interest on uninvested cash June 2024'],
    ['Deposit', 'Returned direct debit', 'Direct debit'],
    ['Withdrawal', 'Payment rejected', 'Payment to bank'],
  ])('as %s is asked about beside the words %s, and not beside %s', (type, against, plain) => {
    expect(chosen(read(header, `2024-06-03,${type},${against},7.00`))).toEqual([]);
    expect(chosen(read(header, `2024-06-03,${type},${plain},7.00`))).toEqual([2]);
  });
});
