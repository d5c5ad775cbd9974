import { expect, it } from 'vitest';
import { day } from '../../tests/cgt/rows.ts';
import type { TaxYear } from '../values/tax-year.ts';
import { dueNotices, stillDue, type NoticeDate } from './tax-notices.ts';

const END: NoticeDate = { kind: 'taxYearEnds', date: day('2027-04-05'), taxYear: '2026-27' as TaxYear };
const CLOSES: NoticeDate = { kind: 'savingsMature', date: day('2027-04-05'), taxYear: '2026-27' as TaxYear };

it('tells of a date once in the seven days before it and once on the day, and never after', () => {
  const shown = new Set<string>();
  const told = ['2027-03-28', '2027-03-29', '2027-03-30', '2027-04-04', '2027-04-05', '2027-04-05', '2027-04-06'].map(
    (today) => {
      const due = dueNotices([END], day(today), shown);
      for (const { id } of due) shown.add(id);
      return due.map(({ title }) => title);
    },
  );
  expect(told).toEqual([[], ['Tax date in 7 days'], [], [], ['Tax date today'], [], []]);
  expect(dueNotices([END], day('2027-04-04'), new Set())[0]).toMatchObject({
    title: 'Tax date tomorrow',
    body: 'Tax year 2026-27 ends: last day to use its allowances.',
  });
  expect(stillDue([...shown], day('2027-04-05'))).toHaveLength(2);
  expect(stillDue([...shown], day('2027-04-06'))).toEqual([]);
});

it('tells of several dates of one kind on one day once, and of each kind', () => {
  expect(dueNotices([CLOSES, END, CLOSES], day('2027-04-05'), new Set()).map(({ body }) => body)).toEqual([
    'A savings account closes.',
    'Tax year 2026-27 ends: last day to use its allowances.',
  ]);
});
