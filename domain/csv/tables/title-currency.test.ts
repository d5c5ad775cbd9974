import { expect, it } from 'vitest';
import { titleCurrency } from './title-currency.ts';

it.each([
  [[['Account', '123', 'Currency', 'EUR', '']], 'EUR'],
  [[['Statement'], [], ['Report currency: USD']], 'USD'],
  [[['Base Currency', '', 'GBP']], 'GBP'],
  [[['All amounts are in CHF']], 'CHF'],
  [[['Values in €']], 'EUR'],
  [[['Base currency: US Dollar']], 'USD'],
  [[['Currency', 'Swiss francs']], 'CHF'],
  [[['Statement in euros']], 'EUR'],
  [[['All amounts are in pounds sterling']], 'GBP'],
  [[['Portfolio (USD)'], ['Prepared for A. Client']], 'USD'],
  [[['EUR account'], ['Base currency: GBP']], 'GBP'],
  [[['Rates: GBP/USD, GBP/EUR']], null],
  [[['Accounts in GBP and USD']], null],
  [[['Currency risk'], ['Currency fee', 'none']], null],
  [[['Amounts shown in the table below']], null],
  [[['My portfolio', '2025']], null],
])('%j names %s', (lines, code) => {
  expect(titleCurrency(lines)).toBe(code);
});
