import Papa from 'papaparse';
import { expect, it } from 'vitest';
import type { Rate } from '../../values/amount.ts';
import type { IsoDate } from '../../values/dates.ts';
import type { ExchangeRate } from '../../records/records.ts';
import { readEntityFile } from './entity-file.ts';
import { prepareRates, RATE_COLUMNS, ratesCsv } from './exchange-rates.ts';

const tools = {
  parse: (text: string, delimiter: string) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
};
const rate = (rateDate: string, toCurrency: string, value: number): ExchangeRate => ({
  fromCurrency: 'USD',
  toCurrency,
  rate: value as Rate,
  rateDate: rateDate as IsoDate,
});

function prepare(text: string, stored: readonly ExchangeRate[] = []) {
  const file = readEntityFile(new TextEncoder().encode(text), tools, RATE_COLUMNS);
  if (!file.ok) throw new Error(file.message);
  return prepareRates(file, { stored, monthly: () => null, today: '2024-06-16' as IsoDate });
}
const HEADER = 'Date,From,To,Rate\n';

it('rates come back from our own file unchanged, to the last digit', () => {
  const rates = [
    rate('2024-06-13', 'GBP', 0.7842),
    rate('2024-06-14', 'EUR', 0.934579439252),
    rate('2020-01-01', 'JPY', 1e-7),
  ];
  const rows = prepare(ratesCsv(rates), [rate('2024-06-13', 'GBP', 0.7842), rate('2024-06-14', 'EUR', 0.9)]);
  expect(rows.map(({ record }) => record)).toEqual(rates);
  // A different rate for a known day replaces it.
  expect(rows.map(({ status }) => status)).toEqual(['duplicate', 'valid', 'valid']);
});

it.each([
  ['2024-06-13,GBP,USD,1.27', 'From "GBP" is not valid: expected USD: each row states what one US dollar was worth.'],
  ['2024-06-13,USD,USD,1', 'To "USD" is not valid: expected another currency, such as GBP or EUR.'],
  ['2024-06-13,USD,pounds,1', 'To "POUNDS" is not valid: expected another currency, such as GBP or EUR.'],
  [
    '2024-06-13,USD,GBP,"0,7842"',
    'Rate "0,7842" is not valid: expected a number with a decimal point and nothing else',
  ],
  ['2024-06-13,USD,GBP,79%', 'Rate "79%" is not valid: expected a number with a decimal point and nothing else'],
  ['2024-06-13,USD,GBP,£0.79', 'Rate "£0.79" is not valid: expected a number with a decimal point and nothing else'],
  ['2024-06-13,USD,GBP,0', 'Rate "0" is not valid: expected a number above 0.'],
  ['2024-06-13,USD,GBP,0.1234567890123456', 'Rate "0.1234567890123456" is not valid: expected'],
  ['2024-06-13,USD,GBP,', 'Rate is required: expected'],
  ['2024-06-17,USD,GBP,0.79', 'Date "2024-06-17" is not valid: expected a date up to today (2024-06-16).'],
  ['soon,USD,GBP,0.79', 'Date "soon" is not valid: expected'],
  [',USD,GBP,0.79', 'Date is required: expected'],
])('%s is refused, with field, value and what was expected', (line, message) => {
  const [row] = prepare(`${HEADER}${line}\n`);
  expect([
    row?.status,
    row?.record,
    row?.rowNumber,
    row?.errors[0]?.message.startsWith(message),
    row?.errors[0]?.message,
  ]).toEqual(['error', null, 2, true, row?.errors[0]?.message]);
});

it('two rates of one day and currency contradict each other; the same twice is a duplicate', () => {
  const rows = prepare(`${HEADER}13/06/2024,usd,gbp,0.79\n13/06/2024,USD,GBP,0.80\n13/06/2024,USD,GBP,0.79\n`);
  expect(rows.map(({ status, errors }) => [status, errors.map(({ message }) => message)])).toEqual([
    ['valid', []],
    ['error', ['Rate "0.80" is not valid: expected 0.79, as row 2 states for the same day.']],
    ['duplicate', []],
  ]);
});

it('a file that lacks one of the columns is not a file of rates', () => {
  expect(() => prepare('Date,Rate\n2024-06-13,0.79\n')).toThrow(/column "From", "To"/u);
});
