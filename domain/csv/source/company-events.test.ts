/** Files without a profile whose figures are more than a trade or an income: accrued interest, cost, two currencies. */
import { expect, it } from 'vitest';
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
