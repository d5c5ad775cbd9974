import { expect, it } from 'vitest';
import { buy, day, row } from '../../../tests/cgt/rows.ts';
import type { Money } from '../../values/amount.ts';
import { cashMovements } from '../../cash-ledger/cash-ledger.ts';
import { toAmount } from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';
import { ledgersFromEvents } from './ledgers-from-events.ts';

const deposit = (id: string, date: string, given: Partial<Transaction> = {}): Transaction => ({
  ...row('DEPOSIT', date, null, 0, { id }),
  isin: '',
  cashAmount: 100 as Money,
  cashCurrency: 'GBP',
  ...given,
});

function ledgersOf(rows: readonly Transaction[]) {
  return ledgersFromEvents(cashMovements(rows, { isAccumulating: () => false }));
}

it('RULES 2.8: a trade that settles two days later counts on its own day, a deposit when the money came', () => {
  const { ledgers } = ledgersOf([
    deposit('paid', '2024-01-02', { settlementDate: day('2024-01-04') }),
    { ...buy('2024-01-03', 10, 50, { id: 'bought' }), settlementDate: day('2024-01-05') },
  ]);
  expect(ledgers[0]?.entries.map(({ id, date, change }) => [id, date, toAmount(change)])).toEqual([
    ['paid', '2024-01-04', 100],
    ['bought', '2024-01-03', -50],
  ]);
});

it('RULES 2.9: begins on the day of the first cash event, in whatever currency', () => {
  const { ledgers, since } = ledgersOf([
    buy('2024-01-03', 10, 50, { id: 'before' }),
    deposit('dollars', '2024-01-04', { cashCurrency: 'USD' }),
    buy('2024-01-04', 10, 50, { id: 'after' }),
  ]);
  expect(since.map((place) => place.day)).toEqual(['2024-01-04']);
  expect(ledgers.flatMap(({ entries }) => entries.map(({ id }) => id)).toSorted()).toEqual(['after', 'dollars']);
});

it('a broker without a cash event has no ledger', () => {
  expect(ledgersOf([buy('2024-01-03', 10, 50)])).toEqual({ ledgers: [], since: [] });
});
