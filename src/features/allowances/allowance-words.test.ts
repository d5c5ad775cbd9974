import { expect, it } from 'vitest';
import type { AllowanceGap, AllowanceKind } from '../../../domain/allowances/allowance.ts';
import type { Pounds } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { TaxYear } from '../../../domain/values/tax-year.ts';
import { ADVICE } from '../../../tests/wording/advice.ts';
import * as words from './allowance-words.ts';

const GAPS: readonly AllowanceGap[] = [
  'otherSubscriptions',
  'cashIsaPayments',
  'dateOfBirth',
  'flexibility',
  'movedSubscriptions',
  'income',
  'pensionMembership',
  'pensionContributions',
  'definedBenefits',
  'alternativeAllowance',
  'notFinal',
];

const CASH_ISA = { savingsAccountId: 'x', paidIn: null, isRemoved: false };
const VIEW = {
  hasSavings: true,
  cashIsas: [
    { ...CASH_ISA, name: 'Coventry Cash ISA' },
    { ...CASH_ISA, name: 'Aldermore Saver', paidIn: 0 as Pounds },
  ],
  taxYear: '2025-26' as TaxYear,
};

/** Everything that the screen can say about an allowance. */
function sentences(): string[] {
  return [
    words.ABOUT,
    words.ANNOUNCED,
    words.NO_SAVINGS_INTEREST,
    words.UNCLEAR,
    words.CARRIED_FORWARD,
    ...words.ALLOWANCE_KINDS.flatMap((kind) => [
      words.allowanceLabel(kind),
      words.beyondText(kind) ?? '',
      ...GAPS.flatMap((gap) => words.notesOf({ kind, gaps: [gap], lastDay: '2026-04-30' as IsoDate }, VIEW)),
    ]),
    ...(['stated', 'lossesBroughtForward', 'startingRate', 'personalAllowance', 'transaction'] as const).map((kind) =>
      words.rowText({ source: { kind, id: 'x' }, name: 'Test plc' }),
    ),
    words.daysLeftText('2026-27', 3, true),
    words.daysLeftText('2026-27', 1, true),
    words.daysLeftText('2026-27', 0, true),
    words.daysLeftText('2026-27', null, true),
    words.daysLeftText('2027-28', 499, false),
  ];
}

it('describes and never advises: nobody is told to buy, to sell, to pay in or what is best', () => {
  expect(sentences().filter((text) => ADVICE.test(text))).toEqual([]);
  expect('You should pay in').toMatch(ADVICE);
});

it('has no amount in a sentence, so that hidden values hide them all', () => {
  expect(sentences().filter((text) => /£|\d,\d{3}/u.test(text))).toEqual([]);
});

it('says when the year ends, and that it has', () => {
  expect([3, 1, 0, null].map((days) => words.daysLeftText('2026-27', days, true))).toEqual([
    '3 days left, to 5 April 2027',
    '1 day left, to 5 April 2027',
    'The tax year ends today, 5 April 2027.',
    'The tax year ended on 5 April 2027.',
  ]);
  expect(words.daysLeftText('2027-28', 499, false)).toBe('The tax year begins on 6 April 2027.');
});

it('6.4: names the cash ISA of which nothing is stated, once', () => {
  const said = (kind: AllowanceKind) => words.notesOf({ kind, gaps: ['cashIsaPayments'], lastDay: null }, VIEW);
  expect(said('isa')).toEqual(['What was paid into Coventry Cash ISA in 2025-26 is not recorded.']);
  expect(said('cashIsa')).toEqual([]);
  expect(words.rowText({ source: { kind: 'savingsAccount', id: 'x' }, name: null })).toBe('A removed savings account');
  const row = { source: { kind: 'savingsAccount', id: 'x' } as const, name: 'Coventry Cash ISA' };
  expect([words.rowAddress(row), words.rowAddress({ ...row, name: null })]).toEqual(['/savings-accounts/x/edit', null]);
});
