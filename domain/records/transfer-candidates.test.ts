import { expect, it } from 'vitest';
import { day, row } from '../../tests/cgt/rows.ts';
import type { Quantity } from '../values/amount.ts';
import { transferCandidates, type TransferHalf } from './transfer-candidates.ts';

const half: TransferHalf = {
  transactionType: 'TRANSFER_OUT',
  isin: 'TEST',
  taxWrapper: 'DEALING',
  transactionDate: day('2024-03-10'),
  quantity: 10 as Quantity,
};
const into = (id: string, date: string, quantity: number, options: Parameters<typeof row>[4] = {}) =>
  row('TRANSFER_IN', date, quantity, 0, { id, ...options });

it('the other half of a transfer is of the other direction, the same security and tax status, and free', () => {
  const rows = [
    into('near', '2024-03-11', 9),
    into('equal', '2024-03-20', 10),
    into('spouse', '2024-03-12', 10, { account: 'bob', wrapper: 'SPECULATIVE' }),
    into('isa', '2024-03-10', 10, { wrapper: 'ISA' }),
    into('other', '2024-03-10', 10, { isin: 'ELSE' }),
    into('taken', '2024-03-10', 10, { transferId: 'x' }),
    into('late', '2024-07-10', 10),
    row('TRANSFER_OUT', '2024-03-10', 10, 0, { id: 'out' }),
    row('BUY', '2024-03-10', 10, 0, { id: 'buy' }),
  ];
  expect(transferCandidates(rows, half).map(({ id }) => id)).toEqual(['spouse', 'equal', 'near']);
  expect(transferCandidates(rows, { ...half, transferId: 'x' })[0]?.id).toBe('taken');
  expect(transferCandidates(rows, { ...half, transactionType: 'BUY' })).toEqual([]);
  expect(transferCandidates(rows, { ...half, transactionType: 'TRANSFER_IN', id: 'in' }).map(({ id }) => id)).toEqual([
    'out',
  ]);
});
