import { describe, expect, it } from 'vitest';
import { parseExact, type Exact } from '../../values/decimal.ts';
import type { BalanceLine } from './balance-lines.ts';
import { balanceNote, balanceNotice, proveBalance } from './running-balance.ts';

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
    expect(proveBalance(lines(...rows))).toMatchObject({ agreeing: 3, breaks: [] });
    expect(proveBalance(lines(...rows.toReversed()))).toMatchObject({ agreeing: 3, breaks: [] });
  });

  it('breaks at the line that does not add up, and goes on from the balance stated there', () => {
    const proof = proveBalance(lines(['100', '100'], ['-30', '70'], ['-10', '59'], ['1', '60'], ['1', '61']));
    expect(proof).toMatchObject({ agreeing: 4, breaks: [{ line: 4, expected: '60.00', stated: '59.00' }] });
    expect([...(proof?.provedLines ?? [])]).toEqual([3, 5, 6, 2]);
    if (proof === null) throw new Error('no proof');
    expect(balanceNotice(proof)).toBe(
      "The file's own balance first disagrees on line 4: its rows add up to 60.00, but it states 59.00. A row is missing, or a figure is wrong.",
    );
    expect(balanceNote(proof.breaks[0] ?? { line: 0, expected: '', stated: '' })).toBe(
      "The file's own balance does not add up here: it should be 60.00, but is 59.00. Check the amount.",
    );
  });

  it('carries over lines without a balance, and is unknown after a line without an amount', () => {
    const carried = proveBalance(lines(['100', '100'], ['-30', ''], ['-10', '60']));
    expect(carried).toMatchObject({ agreeing: 2, breaks: [] });
    expect([...(carried?.provedLines ?? [])]).toEqual([3, 4, 2]);
    expect(proveBalance(lines(['100', '150'], ['', '55'], ['5', '60']))).toMatchObject({ agreeing: 1, breaks: [] });
    // Which of the rows since the last balance is wrong cannot be known.
    const broken = proveBalance(lines(['100', '100'], ['1', '101'], ['1', '102'], ['-30', ''], ['-10', '60']));
    expect(broken?.breaks.map(({ line }) => line)).toEqual([5, 6]);
  });

  it('is separate for each account and currency', () => {
    const proof = proveBalance(
      lines(['100', '100', 'GBP'], ['7', '7', 'USD'], ['-40', '60', 'GBP'], ['3', '10', 'USD']),
    );
    expect(proof).toMatchObject({ agreeing: 4, breaks: [] });
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
    // An account that is overdrawn elsewhere may have been so before.
    const overdrawn = (last: string): readonly (readonly [string, string])[] => [
      ['5000', '4900'],
      ['-1', '4899'],
      ['1', '4900'],
      ['-5000', last],
    ];
    expect(proveBalance(lines(...overdrawn('-100')))?.breaks).toEqual([]);
    expect(proveBalance(lines(...overdrawn('')))?.breaks.map(({ line }) => line)).toEqual([2]);
  });

  it('may be rounded to the penny, and no further', () => {
    expect(proveBalance(lines(['1', '1'], ['1.005', '2.00']))?.agreeing).toBe(2);
    expect(proveBalance(lines(['1', '1'], ['1', '2'], ['1.01', '3.00']))?.breaks).toHaveLength(1);
  });

  /** Lines from 2 on: the day, the change and the balance after it. */
  const dated = (...rows: readonly (readonly [day: string, change: string, balance: string])[]): BalanceLine[] =>
    lines(...rows.map(([, change, balance]) => [change, balance] as const)).map((line, index) => ({
      ...line,
      day: rows[index]?.[0] ?? '',
    }));
  const unordered = [
    ['1', '50', '150'],
    ['2', '-10', '160'],
    ['2', '20', '170'],
    ['2', '5', '165'],
    ['3', '1', '166'],
  ] as const;

  it('is followed where the rows of a day stand in no order', () => {
    for (const rows of [unordered, unordered.toReversed()])
      expect(proveBalance(dated(...rows))).toMatchObject({ agreeing: 4, breaks: [] });
    const wrong = unordered.map(([day, change, balance]) => [day, change === '5' ? '4' : change, balance] as const);
    expect(proveBalance(dated(...wrong))).toMatchObject({
      agreeing: 3,
      breaks: [{ line: 5, expected: '164.00', stated: '165.00' }],
    });
  });

  it('is followed by the dates of rows in no order at all', () => {
    const shuffled = [4, 1, 0, 3, 2].flatMap((at) => unordered.slice(at, at + 1));
    expect(proveBalance(dated(...shuffled))).toBeNull();
    expect(proveBalance(dated(...shuffled), undefined, (day) => day)).toMatchObject({ agreeing: 4, breaks: [] });
  });

  it('proves a day as a whole where rows state only the balance at its end', () => {
    const days = (amount: string): BalanceLine[] =>
      dated(['1', '50', '150'], ['2', '-10', '165'], ['2', amount, '165'], ['2', '5', '165'], ['3', '1', '166']);
    expect(proveBalance(days('20'))).toMatchObject({ agreeing: 4, breaks: [] });
    expect(proveBalance(days('21'))?.breaks.map(({ line }) => line)).toEqual([3, 4, 5]);
  });

  it('goes on from a day that ends with the balance it began with', () => {
    const rows = dated(['1', '5', '5'], ['1', '-5', '0'], ['2', '3', '3'], ['3', '1', '4']);
    expect(proveBalance([rows[1], rows[0], ...rows.slice(2)].flatMap((line) => line ?? []))?.breaks).toEqual([]);
  });
});
