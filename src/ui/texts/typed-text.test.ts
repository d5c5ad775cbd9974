import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../tests/runs.ts';
import { fromDayNumber, type IsoDate, toDayNumber } from '../../../domain/values/dates.ts';
import { parseExact } from '../../../domain/values/decimal.ts';
import {
  dateInSentence,
  formatDate,
  formatInstant,
  longDateInSentence,
  instantFormat,
  readTypedDate,
  readTypedDateTime,
  typedDate,
  typedDateTime,
} from './date-text.ts';
import { cleanDecimalText, groupDecimalText, stepDecimalText } from './decimal-text.ts';

describe('typed days', () => {
  it.each([
    ['3/3/2024', '2024-03-03'],
    ['03-03-24', '2024-03-03'],
    ['03032024', '2024-03-03'],
    ['3 March 2024', '2024-03-03'],
    ['3\u00a0Mar\u00a02024', '2024-03-03'],
    ['2024-03-03', '2024-03-03'],
    [' 29/02/2024 ', '2024-02-29'],
    ['29/02/2023', '29/02/2023'],
    ['3/', '3/'],
  ])('%s is %s', (typed, read) => {
    expect(readTypedDate(typed)).toBe(read);
  });

  it('are shown as typed in fields and with the month in tables', () => {
    expect(typedDate('2024-03-03')).toBe('03/03/2024');
    expect(formatDate('2024-09-03')).toBe('3 Sep 2024');
    expect(formatDate('soon')).toBe('soon');
  });
});

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

describe('days of 1800 to 2200', () => {
  const day = fc
    .integer({ min: toDayNumber('1800-01-01' as IsoDate), max: toDayNumber('2200-12-31' as IsoDate) })
    .map(fromDayNumber);

  it('are shown with their own day, month and year', () => {
    fc.assert(
      fc.property(day, (date) => {
        const [year = '', month = '', inMonth = ''] = date.split('-');
        const name = MONTHS[Number(month) - 1] ?? '';
        expect(longDateInSentence(date)).toBe(`${Number(inMonth)}\u00a0${name}\u00a0${year}`);
        expect(dateInSentence(date)).toBe(`${Number(inMonth)}\u00a0${name.slice(0, 3)}\u00a0${year}`);
        expect(formatDate(date)).toBe(`${Number(inMonth)} ${name.slice(0, 3)} ${year}`);
        expect(typedDate(date)).toBe(`${inMonth}/${month}/${year}`);
      }),
      runs(200, 20_000),
    );
  });

  it('are read from every form that they are typed in, and no other day is', () => {
    fc.assert(
      fc.property(
        day,
        fc.constantFrom('/', '-', '.', ' '),
        fc.constantFrom('/', '-', '.', ' '),
        fc.nat(3),
        (date, before, after, late) => {
          const [year = '', month = '', inMonth = ''] = date.split('-');
          const name = MONTHS[Number(month) - 1] ?? '';
          const [d, m] = [Number(inMonth) + late, Number(month)];
          const days = new Date(Date.UTC(2000 + (Number(year) % 400), m, 0)).getUTCDate();
          const exists = d <= days;
          const padded = String(d).padStart(2, '0');
          const expected = (text: string) => (exists ? `${year}-${month}-${padded}` : text);
          for (const text of [
            `${d}${before}${m}${after}${year}`,
            `${padded}${before}${month}${after}${year}`,
            `${padded}${month}${year}`,
            `${year}-${month}-${padded}`,
            `${d} ${name} ${year}`,
            `${d}-${name.slice(0, 3).toUpperCase()} ${year}`,
          ])
            expect(readTypedDate(` ${text} `)).toBe(expected(text));
          if (year.startsWith('20'))
            expect(readTypedDate(`${d}${before}${m}${after}${year.slice(2)}`)).toBe(
              expected(`${d}${before}${m}${after}${year.slice(2)}`),
            );
        },
      ),
      runs(200, 10_000),
    );
  });

  it('are no others: those before and after are given back as they were typed', () => {
    for (const text of ['31/12/1799', '1/1/2201', '00000000', '3 Foo 2024', '3/3/202', '3  Mar 2024'])
      expect(readTypedDate(text)).toBe(text);
  });
});

describe('instants', () => {
  it('have months of three letters, in the zone that is named', () => {
    const inLondon = instantFormat('dd MMM yyyy, HH:mm:ss', 'Europe/London');
    expect(inLondon('2024-09-03T22:59:58Z')).toBe('03 Sep 2024, 23:59:58');
    expect(instantFormat('dd MMM yyyy', 'UTC')('2024-06-30T23:30:00Z')).toBe('30 Jun 2024');
    expect(inLondon('')).toBe('');
    expect(formatInstant('2026-12-06T09:05:07')).toBe('6 Dec 2026, 09:05:07');
  });
});

describe('typed decimals', () => {
  it('lose what people type around them, and no digit', () => {
    expect(cleanDecimalText('£1,234.50')).toBe('1234.50');
    expect(cleanDecimalText('−12')).toBe('-12');
    expect(groupDecimalText('1234567.5', 2)).toBe('1,234,567.50');
    expect(groupDecimalText('33.9858', 2)).toBe('33.9858');
    expect(groupDecimalText('-1000', 0)).toBe('−1,000');
    expect(groupDecimalText('12a', 2)).toBe('12a');
  });

  it('are written as other figures once the field is left, however they were typed', () => {
    expect(['.5', '+7', '-.25', '0012.5', '0', '-0.5'].map((text) => groupDecimalText(text, 2))).toEqual([
      '0.50',
      '7.00',
      '−0.25',
      '12.50',
      '0.00',
      '−0.50',
    ]);
    expect(['', '.', '+', '-.', '+-7'].map((text) => groupDecimalText(text, 2))).toEqual(['', '.', '+', '-.', '+-7']);
  });
});

describe('commas in a typed figure', () => {
  it.each([
    ['1,234.56', '1234.56'],
    ['£1,234', '1234'],
    ['1,234,567.', '1234567.'],
    ['−12,345.5', '-12345.5'],
  ])('are dropped from %s, where they group thousands', (typed, read) => {
    expect(cleanDecimalText(typed)).toBe(read);
  });

  it.each(['12,50', '1.234,56', '1 234,56', '1234,567', '1,23,456', '12,', ',5', '0.123,456'])(
    'stay in %s, which is then no figure',
    (typed) => {
      const text = cleanDecimalText(typed);
      expect(text).toContain(',');
      expect(parseExact(text)).toBeNull();
    },
  );
});

describe('the arrow keys in a figure', () => {
  it.each([
    ['10.5', '0.01', '10.51'],
    ['', '0.000001', '0.000001'],
    ['0.1', '0.2', '0.3'],
    ['33.9858', '-0.01', '33.9758'],
    ['0', '-0.01', '-0.01'],
    ['ten', '0.01', 'ten'],
  ])('steps %s by %s to %s', (text, step, expected) => {
    expect(stepDecimalText(text, step)).toBe(expected);
  });
});

describe('a typed date and time', () => {
  it.each([
    ['3/3/2024 14:02', '2024-03-03T14:02'],
    ['03/03/2024, 9:00', '2024-03-03T09:00'],
    ['3.3.24 1402', '2024-03-03T14:02'],
    ['030320241402', '2024-03-03T14:02'],
    ['3 Mar 2024 23.59', '2024-03-03T23:59'],
    ['2024-03-03T14:02', '2024-03-03T14:02'],
    ['03032024', '2024-03-03T00:00'],
    ['3 Mar 2024', '2024-03-03T00:00'],
    ['3/3/2024 24:00', '3/3/2024 24:00'],
    ['3/3/2024 14:60', '3/3/2024 14:60'],
    ['30/2/2024 10:00', '30/2/2024 10:00'],
    ['3/3/2024 1', '3/3/2024 1'],
    ['noon', 'noon'],
  ])('%s is read as %s', (typed, read) => {
    expect(readTypedDateTime(typed)).toBe(read);
  });

  it('is shown as it is typed, and read again unchanged', () => {
    expect(typedDateTime('2024-03-03T14:02')).toBe('03/03/2024 14:02');
    expect(readTypedDateTime(typedDateTime('2024-03-03T14:02'))).toBe('2024-03-03T14:02');
    expect(typedDateTime('3/3/2024 14')).toBe('3/3/2024 14');
  });
});
