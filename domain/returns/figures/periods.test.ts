import { describe, expect, it } from 'vitest';
import { day } from '../../../tests/cgt/rows.ts';
import { ownPeriod, periodOf } from './periods.ts';

const of = (choice: Parameters<typeof periodOf>[0], today: string) => {
  const { from, to } = periodOf(choice, { today: day(today), firstDay: day('2019-07-01') });
  return `${from} ${to}`;
};

describe('periods (RULES 1.4)', () => {
  it('tax years run from 6 April to 5 April', () => {
    expect(of('tax-year', '2024-04-05')).toBe('2023-04-06 2024-04-05');
    expect(of('tax-year', '2024-04-06')).toBe('2024-04-06 2024-04-06');
    expect(of('last-tax-year', '2024-04-06')).toBe('2023-04-06 2024-04-05');
  });

  it('years open on the same day of the year, or the last of a shorter month', () => {
    expect(of('1y', '2026-11-23')).toBe('2025-11-24 2026-11-23');
    expect(of('1y', '2024-02-29')).toBe('2023-03-01 2024-02-29');
    expect(of('3y', '2026-11-23')).toBe('2023-11-24 2026-11-23');
    expect(of('5y', '2026-11-23')).toBe('2021-11-24 2026-11-23');
    expect(of('all', '2026-11-23')).toBe('2019-07-01 2026-11-23');
  });

  it('own dates are read, or their faults named at their field', () => {
    const today = day('2026-11-23');
    expect(ownPeriod({ from: '2024-01-01', to: '2024-12-31' }, today)).toEqual({
      from: '2024-01-01',
      to: '2024-12-31',
    });
    expect(ownPeriod({ from: '2024-01-01', to: '2024-01-01' }, today)).toMatchObject({ from: '2024-01-01' });
    expect(ownPeriod({ from: '2024-12-31', to: '2024-01-01' }, today)).toEqual([
      { field: 'from', reason: 'afterClosing' },
    ]);
    expect(ownPeriod({ from: '2024-02-30', to: '2026-11-24' }, today)).toEqual([
      { field: 'from', reason: 'notADate' },
      { field: 'to', reason: 'inFuture' },
    ]);
  });
});
