import { expect, it } from 'vitest';
import { typeOfWord } from './words.ts';

it.each([
  ['BUY', ['Trade Buy', 'Purchase of shares', 'Buy - Limit', 'Equity purchase', 'Buys', 'Bought (market)']],
  ['SELL', ['Sell Trade', 'Sale of units', 'Fund sale', 'Sells', 'Stock - Sold']],
  ['DIVIDEND', ['Dividend (cash)', 'UK dividend', 'Income payment', 'Final dividend received']],
  ['DEPOSIT', ['Cash in', 'Funds received', 'Weekly deposit', 'Direct debit deposit']],
  ['WITHDRAWAL', ['Money out', 'Payment out', 'Withdrawal to bank']],
  ['FEE', ['Portfolio fee', 'Monthly subscription fee', 'Quarterly data charges']],
  ['CONTRIBUTION', ['Government bonus', 'Tax relief', 'Employer contribution']],
] as const)('%s is known in a phrase', (type, phrases) => {
  expect(phrases.map((phrase) => [phrase, typeOfWord(phrase)])).toEqual(phrases.map((phrase) => [phrase, type]));
});

it.each([
  ['Sell short'],
  ['Buy to cover'],
  ['Sale of rights'],
  ['Purchase fee'],
  ['Buy sell'],
  ['Dividend tax'],
  ['FX conversion fee'],
  ['Tax charge'],
  ['Fund fee'],
  ['Stock lending fee'],
  ['Refund of platform fee'],
  ['Stock dividend'],
  ['Dividend purchase'],
  ['Shares'],
  ['Income tax'],
])('%s is not', (phrase) => {
  expect(typeOfWord(phrase)).toBeNull();
});

it('no word that every object of the language has names a type', () => {
  expect(typeOfWord('constructor shares')).toBeNull();
});
