import { expect, it } from 'vitest';
import { fieldOfHeader, isNetHeader } from './columns.ts';
import { headingCurrency, isPenceHeader, isPoundsHeader } from './heading-units.ts';

it.each([
  ['price', ['Bargain Price', 'Average price', 'Avg. Price (US$)', 'Price/Unit', 'Price per unit', 'Unit trade price']],
  ['quantity', ['Shares/Units', 'No. units', 'Quantity/Nominal', 'Number of shares traded', 'Unit quantity']],
  ['consideration', ['Gross proceeds', 'Bargain value', 'Transaction value', 'Value of trade', 'Gross cash in EUR']],
  ['brokerCharge', ['Fees & Commission', 'Execution fee', "Broker's commission", 'Dealing charges (£)']],
  ['stampDuty', ['UK Stamp Duty', 'Transfer stamp', 'Stamp Duty/SDRT']],
  ['fxCharge', ['FX margin', 'Foreign exchange costs', 'Currency conversion charge']],
  ['exchangeRate', ['Ex. rate', 'X-rate', 'Currency rate']],
  ['transactionDate', ['Date of deal', 'Execution date & time', 'Traded on', 'Date dealt']],
  ['transactionType', ['Txn Type', 'Event', 'Transaction category', 'Deal side']],
  ['assetName', ['Stock/Fund', 'Company Name', 'Issuer', 'Fund/Share name']],
  ['isin', ['ISIN/CUSIP', 'Share ISIN']],
] as const)('%s is known by other headings', (field, headings) => {
  expect(headings.map((heading) => [heading, fieldOfHeader(heading)])).toEqual(
    headings.map((heading) => [heading, field]),
  );
});

it.each([
  ['Trade'],
  ['Securities'],
  ['Total shares'],
  ['Shares held'],
  ['Limit price'],
  ['Market price'],
  ['Purchase price'],
  ['Order date'],
  ['Net units'],
])('%s is no date, price or quantity of a trade', (heading) => {
  expect(['transactionDate', 'price', 'quantity']).not.toContain(fieldOfHeader(heading));
});

it.each([
  ['Net settlement', true],
  ['Total paid/received', true],
  ['Cash movement (£)', true],
  ['Debit (£) / Credit (£)', true],
  ['Net shares', false],
  ['Net price', false],
  ['Gross amount', false],
])('%s includes the charges: %s', (heading, isNet) => {
  expect(isNetHeader(heading)).toBe(isNet);
});

it('the unit of a heading is known in one word too', () => {
  expect(['amount_usd', 'AmountEUR', 'Price (A$)', 'fee_hk$', 'Price'].map(headingCurrency)).toEqual([
    'USD',
    'EUR',
    'AUD',
    'HKD',
    null,
  ]);
  expect(['price_gbx', 'PricePence', 'price_p', 'price_gbp'].map(isPenceHeader)).toEqual([true, true, true, false]);
  expect(['amount_gbp', 'AmountGBP', 'amount_usd'].map(isPoundsHeader)).toEqual([true, true, false]);
});
