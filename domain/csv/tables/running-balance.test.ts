import { describe, expect, it } from 'vitest';
import { parseExact, type Exact } from '../../values/decimal.ts';
import { balanceNote, balanceNotice, proveBalance, type BalanceLine } from './running-balance.ts';

const figure = (text: string): Exact<'pounds'> | null => (text === '' ? null : parseExact<'pounds'>(text));
/** Lines from 2 on: the change, the balance after it, and the account. */
const lines = (...rows: readonly (readonly [change: string, balance: string, account?: string])[]): BalanceLine[] =>
  rows.map(([change, balance, account = ''], index) => ({
    line: index + 2,
    change: figure(change),
    balance: figure(balance),
    account,
  }));

describe('a running balance', () => {
  it('proves each amount between two balances, oldest or newest first', () => {
    const rows = [
      ['100', '100'],
      ['-30.55', '69.45'],
      ['0.10', '69.55'],
    ] as const;
    expect(proveBalance(lines(...rows))).toMatchObject({ agreeing: 2, breaks: [] });
    expect(proveBalance(lines(...rows.toReversed()))).toMatchObject({ agreeing: 2, breaks: [] });
  });

  it('breaks at the line that does not add up, and goes on from the balance stated there', () => {
    const proof = proveBalance(lines(['100', '100'], ['-30', '70'], ['-10', '59'], ['1', '60'], ['1', '61']));
    expect(proof).toMatchObject({ agreeing: 3, breaks: [{ line: 4, expected: '60.00', stated: '59.00' }] });
    expect([...(proof?.provedLines ?? [])]).toEqual([3, 5, 6]);
    if (proof === null) throw new Error('no proof');
    expect(balanceNotice(proof)).toBe(
      "The file's own balance first disagrees on line 4: its rows add up to 60.00, but it states 59.00. A row is missing, or a figure is wrong.",
    );
    expect(balanceNote(proof.breaks[0] ?? { line: 0, expected: '', stated: '' })).toBe(
      "The file's own balance does not add up here: it should be 60.00, but is 59.00. Check the amount.",
    );
  });

  it('carries over lines without a balance, and is unknown after a line without an amount', () => {
    expect(proveBalance(lines(['100', '100'], ['-30', ''], ['-10', '60']))).toMatchObject({ agreeing: 1, breaks: [] });
    expect(proveBalance(lines(['100', '100'], ['', '55'], ['5', '60']))).toMatchObject({ agreeing: 1, breaks: [] });
  });

  it('is separate for each account and currency', () => {
    const proof = proveBalance(
      lines(['100', '100', 'GBP'], ['7', '7', 'USD'], ['-40', '60', 'GBP'], ['3', '10', 'USD']),
    );
    expect(proof).toMatchObject({ agreeing: 2, breaks: [] });
  });

  it('proves nothing where more than half of it does not add up, or none of it can be checked', () => {
    expect(proveBalance(lines(['1', '100'], ['1', '7'], ['1', '8'], ['1', '400'], ['1', '3']))).toBeNull();
    expect(proveBalance(lines(['1', '1']))).toBeNull();
    expect(proveBalance(lines(['1', ''], ['2', '']))).toBeNull();
    expect(proveBalance([])).toBeNull();
  });

  it('is broken by a first line that pays in far more than the balance afterwards', () => {
    const proof = proveBalance(lines(['500000', '5000'], ['-1', '4999'], ['-1', '4998']));
    expect(proof?.breaks).toEqual([{ line: 2, expected: '500000.00', stated: '5000.00' }]);
    expect(proveBalance(lines(['5000', '5100'], ['-1', '5099']))?.breaks).toEqual([]);
  });

  it('may be rounded to the penny, and no further', () => {
    expect(proveBalance(lines(['1', '1'], ['1.005', '2.00']))?.agreeing).toBe(1);
    expect(proveBalance(lines(['1', '1'], ['1', '2'], ['1.01', '3.00']))?.breaks).toHaveLength(1);
  });
});
