import { describe, expect, it } from 'vitest';
import { parseIsoDate, type IsoDate } from '../values/dates.ts';
import { tradingDays, weekdayOf } from './trading-days.ts';

function date(text: string): IsoDate {
  const read = parseIsoDate(text);
  if (read === null) throw new RangeError(text);
  return read;
}

describe('trading days', () => {
  const closed = (from: string, to: string) => {
    const open = new Set<string>(tradingDays(date(from), date(to)));
    const weekdays: string[] = [];
    for (
      let day = new Date(`${from}T00:00:00Z`);
      day <= new Date(`${to}T00:00:00Z`);
      day.setUTCDate(day.getUTCDate() + 1)
    ) {
      if (day.getUTCDay() % 6 !== 0) weekdays.push(day.toISOString().slice(0, 10));
    }
    return weekdays.filter((day) => !open.has(day));
  };

  it('leave out the bank holidays of England, moved and given ones too (gov.uk/bank-holidays)', () => {
    expect(closed('2020-01-01', '2020-12-31')).toEqual([
      '2020-01-01',
      '2020-04-10',
      '2020-04-13',
      '2020-05-08',
      '2020-05-25',
      '2020-08-31',
      '2020-12-25',
      '2020-12-28',
    ]);
    expect(closed('2022-01-01', '2022-12-31')).toEqual([
      '2022-01-03',
      '2022-04-15',
      '2022-04-18',
      '2022-05-02',
      '2022-06-02',
      '2022-06-03',
      '2022-08-29',
      '2022-09-19',
      '2022-12-26',
      '2022-12-27',
    ]);
    expect(closed('2023-01-01', '2023-12-31')).toEqual([
      '2023-01-02',
      '2023-04-07',
      '2023-04-10',
      '2023-05-01',
      '2023-05-08',
      '2023-05-29',
      '2023-08-28',
      '2023-12-25',
      '2023-12-26',
    ]);
    expect(closed('2021-12-20', '2022-01-05')).toEqual(['2021-12-27', '2021-12-28', '2022-01-03']);
  });

  it('never fall on a weekend', () => {
    expect(tradingDays(date('2016-01-01'), date('2016-12-31')).every((day) => weekdayOf(day) < 5)).toBe(true);
    expect(weekdayOf(date('2024-01-01'))).toBe(0);
  });
});
