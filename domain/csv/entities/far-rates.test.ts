import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { monthlyRatesFrom } from '../../facts/shipped-facts.ts';
import type { ExchangeRate } from '../../records/records.ts';
import type { Rate } from '../../values/amount.ts';
import { addDays, type IsoDate } from '../../values/dates.ts';
import { readEntityFile } from './entity-file.ts';
import { prepareRates, RATE_COLUMNS } from './exchange-rates.ts';
import { farExchangeNote, farRateNote } from './far-rates.ts';

const tools = {
  parse: (text: string, delimiter: string) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
};
const MONTHLY = monthlyRatesFrom(readFileSync('domain/facts/monthly-rates.csv', 'utf8'));

type Quoted = readonly [day: string, currency: string, rate: number];

const rateOf = ([day, toCurrency, rate]: Quoted): ExchangeRate => ({
  fromCurrency: 'USD',
  toCurrency,
  rate: rate as Rate,
  rateDate: day as IsoDate,
});
const knownOf = (stored: readonly Quoted[]) => ({
  monthly: MONTHLY,
  stored: stored.map(rateOf),
  today: '2026-12-15' as IsoDate,
});

/** The note of each row of a file of rates; true for a row that is selected without one. */
function notesOf(rates: readonly Quoted[], stored: readonly Quoted[] = []) {
  const text = `Date,From,To,Rate\n${rates.map(([day, to, rate]) => `${day},USD,${to},${rate}\n`).join('')}`;
  const file = readEntityFile(new TextEncoder().encode(text), tools, RATE_COLUMNS);
  if (!file.ok) throw new Error(file.message);
  return prepareRates(file, knownOf(stored)).map(({ selected, note }) =>
    note !== null && selected ? 'selected with a note' : (note ?? selected),
  );
}

const noteOn = (rate: Quoted, stored: readonly Quoted[] = []) => farRateNote(rateOf(rate), knownOf(stored));

describe('exchange rates that are far from known ones', () => {
  it('holds a rate the other way round, of another currency or without its decimal point, by the month', () => {
    expect(
      notesOf([
        ['2024-06-13', 'GBP', 0.7842],
        ['2024-06-14', 'GBP', 1.2746],
        ['2024-06-14', 'EUR', 1.0703],
        ['2024-06-14', 'JPY', 0.00635],
        ['2024-06-13', 'JPY', 201],
        ['2024-06-12', 'GBP', 78.42],
      ]),
    ).toEqual([
      true,
      "1.2746 GBP for one US dollar is far from HMRC's rate for June 2024, 0.7868 GBP. It may be the US dollars for one GBP.",
      "1.0703 EUR for one US dollar is far from HMRC's rate for June 2024, 0.9237 EUR. It may be the US dollars for one EUR.",
      "0.00635 JPY for one US dollar is far from HMRC's rate for June 2024, 156.6 JPY. It may be the US dollars for one JPY.",
      "201 JPY for one US dollar is far from HMRC's rate for June 2024, 156.6 JPY. Check it.",
      "78.42 GBP for one US dollar is far from HMRC's rate for June 2024, 0.7868 GBP. Check it.",
    ]);
  });

  it('takes the rates of days on which a currency moved most', () => {
    const days: readonly Quoted[] = [
      // The franc was released, Britain voted to leave, a pandemic began, a budget failed, the lira fell by half.
      ['2015-01-16', 'CHF', 0.859],
      ['2016-06-23', 'GBP', 0.672],
      ['2016-06-27', 'GBP', 0.7565],
      ['2020-03-19', 'GBP', 0.8703],
      ['2020-03-19', 'NOK', 11.5],
      ['2022-09-26', 'GBP', 0.9364],
      ['2022-09-27', 'EUR', 1.0423],
      ['2021-12-17', 'TRY', 16.4],
    ];
    expect(notesOf(days)).toEqual(days.map(() => true));
  });

  it('compares months without a rate with those before, and follows a currency from day to day', () => {
    expect(notesOf([['2026-12-10', 'GBP', 1.35]])).toEqual([
      expect.stringMatching(
        /^1\.35 GBP for one US dollar is far from HMRC's rate for September 2026, 0\.7\d+ GBP\. It may/u,
      ),
    ]);
    expect(notesOf([['2026-12-10', 'GBP', 0.76]])).toEqual([true]);
    // Ten years of a yen that doubles, from before the first monthly rate.
    const falling = Array.from({ length: 40 }, (_, step): Quoted => [
      addDays('2004-06-01' as IsoDate, step * 90),
      'JPY',
      Number((60 * 1.02 ** step).toFixed(4)),
    ]);
    expect(notesOf(falling)).toEqual(falling.map(() => true));
    expect(new Set(notesOf(falling.map(([day, to, rate]) => [day, to, Number((1 / rate).toFixed(8))])))).not.toContain(
      true,
    );
  });

  it('compares a currency without monthly rates with stored ones, and with the rest of the file', () => {
    const stored: readonly Quoted[] = [['2026-12-09', 'XAU', 0.000245]];
    expect(notesOf([['2026-12-10', 'XAU', 4081]], stored)).toEqual([
      '4081 XAU for one US dollar is far from the 0.000245 XAU of 09/12/2026. It may be the US dollars for one XAU.',
    ]);
    expect(
      notesOf([
        ['2026-12-08', 'XAU', 0.000244],
        ['2026-12-09', 'XAU', 4081],
        ['2026-12-10', 'XAU', 0.000246],
      ]),
    ).toEqual([
      true,
      '4081 XAU for one US dollar is far from the 0.000244 XAU in row 2. It may be the US dollars for one XAU.',
      true,
    ]);
  });

  it('follows a currency without monthly rates through a devaluation, but not a rate the other way round', () => {
    const days: readonly Quoted[] = [
      ['2023-01-02', 'ARS', 178.1],
      ['2023-08-11', 'ARS', 287.3],
      ['2023-08-14', 'ARS', 349.9],
      ['2023-12-12', 'ARS', 366.4],
      ['2023-12-13', 'ARS', 799.9],
      ['2026-01-02', 'ARS', 1450],
    ];
    const turned = days.map(([day, to, rate]): Quoted => [day, to, Number((1 / rate).toFixed(8))]);
    expect(notesOf(days)).toEqual(days.map(() => true));
    expect(notesOf(days, [['2016-01-04', 'ARS', 13.3]])).toEqual(days.map(() => true));
    expect(new Set(notesOf(turned, [['2016-01-04', 'ARS', 13.3]]))).not.toContain(true);
    // Beside one for one, a fall looks like a rise.
    expect(
      notesOf([
        ['2019-02-20', 'ZWL', 0.99],
        ['2019-02-22', 'ZWL', 2.5],
        ['2019-02-25', 'ZWL', 2.51],
      ]),
    ).toEqual([true, true, true]);
    const [first, second, third, ...rest] = days;
    if (first === undefined || second === undefined || third === undefined) throw new Error('There are six days.');
    const wrong: readonly Quoted[] = [first, second, [third[0], 'ARS', 34_990], ...rest];
    expect(notesOf(wrong).filter((note) => note !== true)).toEqual([
      '34990 ARS for one US dollar is far from the 287.3 ARS in row 3. Check it.',
    ]);
  });

  it('does not take a wrong stored rate as known, on its day or another', () => {
    const stored: readonly Quoted[] = [
      ['2024-06-14', 'GBP', 1.27],
      ['2026-12-09', 'GBP', 1.33],
    ];
    expect(
      notesOf(
        [
          ['2024-06-14', 'GBP', 0.7842],
          ['2026-12-09', 'GBP', 0.752],
          ['2026-12-10', 'GBP', 1.33],
        ],
        stored,
      ),
    ).toEqual([true, true, expect.stringContaining('1.33 GBP for one US dollar is far from')]);
  });

  it('says the same of a rate that is typed', () => {
    expect(noteOn(['2024-06-14', 'GBP', 0.7842])).toBeNull();
    expect(noteOn(['2024-06-14', 'GBP', 1.27])).toBe(
      "1.27 GBP for one US dollar is far from HMRC's rate for June 2024, 0.7868 GBP. It may be the US dollars for one GBP.",
    );
    // What it replaces is nothing to compare it with.
    expect(noteOn(['2026-12-10', 'XAU', 0.000245], [['2026-12-10', 'XAU', 4081]])).toBeNull();
  });
});

describe('two typed figures in two currencies', () => {
  const noteOf = (from: string, to: string, rate: number, day: string) =>
    farExchangeNote({ from, to, rate, day: day as IsoDate }, MONTHLY);

  it('are compared at the rate of the month', () => {
    expect(noteOf('GBP', 'USD', 1.275, '2024-06-14')).toBeNull();
    expect(noteOf('GBP', 'USD', 0.784, '2024-06-14')).toBe(
      'These figures make 1 GBP 0.784 USD, but it is about 1.271 USD in June 2024. Check both.',
    );
    expect(noteOf('EUR', 'USD', 1.08, '2024-06-14')).toBeNull();
    expect(noteOf('EUR', 'USD', 0.92, '2024-06-14')).toBe(
      'These figures make 1 EUR 0.92 USD, but it is about 1.083 USD in June 2024. Check both.',
    );
    expect(noteOf('GBP', 'GBX', 1, '2024-06-14')).toBe(
      'These figures make 1 GBP 1 GBX, but it is 100 GBX. Check both.',
    );
    expect(noteOf('GBP', 'GBX', 100.4, '2024-06-14')).toBeNull();
  });

  it('are compared with the last month that has a rate for three months, and then with nothing', () => {
    expect(noteOf('GBP', 'USD', 0.75, '2026-12-10')).toContain('in September 2026. Check both.');
    expect(noteOf('GBP', 'USD', 0.75, '2027-02-10')).toBeNull();
    expect(noteOf('GBP', 'CLP', 0.75, '2024-06-14')).toBeNull();
  });
});
