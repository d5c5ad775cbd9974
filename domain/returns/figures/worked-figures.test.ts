/** The worked examples of the rules, to the last printed digit. */
import { describe, expect, it } from 'vitest';
import { buy, day, row } from '../../../tests/cgt/rows.ts';
import { price, viewOf } from '../../../tests/returns/returns-rows.ts';
import { addDays, toDayNumber } from '../../values/dates.ts';
import { moneyWeighted, type DatedFlow } from './money-weighted.ts';

function flow(date: string, pounds: number): DatedFlow {
  return { day: toDayNumber(day(date)), amount: Math.round(pounds * 100) };
}

/** Per cent a year with seven decimals. */
function inPercent(flows: readonly DatedFlow[]): string {
  const found = moneyWeighted(flows);
  return found.found ? (found.perYear * 100).toFixed(7) : found.reason;
}

describe('money-weighted (RULES 4.1)', () => {
  it('M1: many receipts for one outlay', () => {
    const flows = [
      flow('2008-01-01', -10_000),
      flow('2008-03-01', 2750),
      flow('2008-10-30', 4250),
      flow('2009-02-15', 3250),
      flow('2009-04-01', 2750),
    ];
    // 37.336253351883… to fifty digits; spreadsheets that stop early print 37.3362535.
    expect(inPercent(flows)).toBe('37.3362534');
    expect(inPercent(flows.toReversed())).toBe('37.3362534');
  });

  it('M2: a loss', () => {
    expect(inPercent([flow('2014-02-27', -4000), flow('2015-03-06', 2050.2)])).toBe('-48.0963153');
  });

  const end = '2023-06-12';
  const before = (days: number): string => addDays(day(end), -days);

  it('M3: a holding over some years', () => {
    expect(inPercent([flow(before(878), -155), flow(end, 190.06)])).toBe('8.8467687');
  });

  it('M4: bought three times', () => {
    const flows = [flow(before(878), -155), flow(before(514), -84), flow(before(255), -67), flow(end, 396.85)];
    expect(inPercent(flows)).toBe('15.6020196');
  });

  it('M3 as a holding with prices', () => {
    const view = viewOf(
      { rows: [buy(before(878), 1, 155)], prices: [price(before(878), 155), price(end, 190.06)], asOf: end },
      before(878),
      end,
    );
    expect(view.moneyWeighted).toMatchObject({ found: true, days: 878 });
    expect(view.moneyWeighted?.found === true && (view.moneyWeighted.perYear * 100).toFixed(7)).toBe('8.8467687');
  });
});

describe('time-weighted (RULES 3.1, 3.2)', () => {
  it('T1: a second purchase and income', () => {
    // Two years of 365 days; the price is 120 and 2 is paid out on the day before the second purchase.
    const view = viewOf(
      {
        rows: [
          buy('2021-01-01', 1, 100),
          row('DIVIDEND', '2021-12-31', null, 2),
          buy('2022-01-01', 1, 120),
          row('DIVIDEND', '2023-01-01', null, 4),
        ],
        prices: [price('2021-01-01', 100), price('2021-12-31', 120), price('2023-01-01', 130)],
        asOf: '2023-01-01',
      },
      '2021-01-01',
      '2023-01-01',
    );
    expect(((view.timeWeighted.rate ?? NaN) * 100).toFixed(1)).toBe('34.2');
    expect(view.timeWeighted.days).toBe(730);
    expect(((view.timeWeighted.perYear ?? NaN) * 100).toFixed(4)).toBe('15.8447');
    expect(view.moneyWeighted?.found === true && (view.moneyWeighted.perYear * 100).toFixed(2)).toBe('13.86');
  });

  it('T2: worth more than it cost', () => {
    const view = viewOf(
      {
        rows: [buy('2024-01-02', 1, 66)],
        prices: [price('2024-01-02', 66), price('2024-03-01', 111.76)],
        asOf: '2024-03-01',
      },
      '2024-01-02',
      '2024-03-01',
    );
    expect(((view.timeWeighted.rate ?? NaN) * 100).toFixed(4)).toBe('69.3333');
    // RULES 3.7: not yet a year.
    expect(view.timeWeighted.perYear).toBeNull();
  });
});
