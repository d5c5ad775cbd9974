import { expect, it } from 'vitest';
import { extraId, type Extra } from './extra.ts';
import { withCurrentIds, type NamedByExtra } from './extra-references.ts';

const currentId = (entity: NamedByExtra, id: string): string => (id === 'kept' ? id : `new ${entity} ${id}`);

function renamed(kind: Extra['kind'], key: string, value: Extra['value']): readonly unknown[] {
  const { id, ...rest } = withCurrentIds({ id: extraId(kind, key), kind, key, value }, currentId);
  expect(id).toBe(extraId(kind, rest.key));
  return [rest.key, rest.value];
}

it('an extra names records in its key and value, and follows them to other ids', () => {
  expect(renamed('account-settings', 'a', { usesMonthlyRates: true })).toEqual([
    'new account a',
    { usesMonthlyRates: true },
  ]);
  expect(renamed('balance-history', 's_1_2024-04-05', { balance: 1 })).toEqual([
    'new savingsAccount s_1_2024-04-05',
    { balance: 1 },
  ]);
  expect(renamed('allowance-year', 'kept_2024-25', { cashIsas: { s: 1, kept: 2 }, pensionContributions: 3 })).toEqual([
    'kept_2024-25',
    { cashIsas: { 'new savingsAccount s': 1, kept: 2 }, pensionContributions: 3 },
  ]);
  const isa = { taxWrapper: 'ISA', isFlexible: true };
  expect(renamed('account-holder', 'a', { spouseAccountId: 'b', isas: [{ brokerId: 'c', ...isa }] })).toEqual([
    'new account a',
    { spouseAccountId: 'new account b', isas: [{ brokerId: 'new broker c', ...isa }] },
  ]);
  const trade = { accountId: 'a', toAccountId: null, brokerId: 'b', transactionId: 't', isin: 'a' };
  expect(renamed('planned-trades', 'a', { plannedOn: 'a', trades: [trade] })).toEqual([
    'a',
    {
      plannedOn: 'a',
      trades: [
        {
          accountId: 'new account a',
          toAccountId: null,
          brokerId: 'new broker b',
          transactionId: 'new transaction t',
          isin: 'a',
        },
      ],
    },
  ]);
});

it('an extra that names nothing new, or has another shape, stays the same object', () => {
  const same: readonly Pick<Extra, 'kind' | 'key' | 'value'>[] = [
    { kind: 'account-holder', key: 'kept', value: { isas: 'a', spouseAccountId: 1 } },
    { kind: 'planned-trades', key: 'a', value: { trades: [null, { brokerId: 'kept' }] } },
    { kind: 'merged-security', key: 'a', value: { isin: 'a' } },
  ];
  for (const extra of same) {
    const stored = { id: extraId(extra.kind, extra.key), ...extra };
    expect(withCurrentIds(stored, currentId)).toBe(stored);
  }
});
