import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../tests/runs.ts';
import type { Money } from '../values/amount.ts';
import type { IsoDate } from '../values/dates.ts';
import { toFixed } from '../values/decimal.ts';
import type { Transaction } from '../records/records.ts';
import { checkTransaction, type TransactionInput } from '../records/transaction.ts';
import { cashEffectOf } from './cash-effect.ts';
import { balanceOn, cashLedgers } from './cash-ledger.ts';
import { statementMarks } from './statement-marks.ts';

const facts = { isAccumulating: (isin: string) => isin === 'GB00B41YBW71' };
let made = 0;

function row(input: TransactionInput & { readonly id?: string }): Transaction {
  made += 1;
  const checked = checkTransaction({
    transactionDate: '2024-03-01',
    brokerId: 'b',
    accountId: 'a',
    taxWrapper: 'ISA',
    ...input,
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.issues));
  return { id: input.id ?? `t-${String(made).padStart(4, '0')}`, ...checked.value };
}

const cash = (transactionType: string, cashAmount: number, changes: TransactionInput = {}): Transaction =>
  row({ transactionType, cashAmount, cashCurrency: 'GBP', ...changes });
const trade = (transactionType: string, consideration: number, changes: TransactionInput = {}): Transaction =>
  row({ transactionType, consideration, isin: 'GB00BH4HKS39', ...changes });
const effect = (transaction: Transaction): string => {
  const moved = cashEffectOf(transaction, facts);
  return moved === null ? 'none' : `${toFixed(moved.amount, 2)} ${moved.currency} ${moved.day}`;
};

/** The table of docs/decisions/0004. */
describe('the effect on cash', () => {
  it.each([
    [cash('DEPOSIT', 100), '100.00 GBP 2024-03-01'],
    [cash('CONTRIBUTION', 25, { contributionKind: 'GOVERNMENT_BONUS' }), '25.00 GBP 2024-03-01'],
    [cash('WITHDRAWAL', 100), '-100.00 GBP 2024-03-01'],
    [cash('FEE', 4.99), '-4.99 GBP 2024-03-01'],
    [cash('FEE_REFUND', 4.99), '4.99 GBP 2024-03-01'],
    [cash('TAX', 2), '-2.00 GBP 2024-03-01'],
    [cash('TAX_REFUND', 2), '2.00 GBP 2024-03-01'],
    [cash('CASH_INTEREST', 0.31), '0.31 GBP 2024-03-01'],
    [cash('INTEREST_CHARGED', 0.31, { cashCurrency: 'EUR' }), '-0.31 EUR 2024-03-01'],
    [cash('CASH_TRANSFER_IN', 5), '5.00 GBP 2024-03-01'],
    [cash('CASH_TRANSFER_OUT', 5), '-5.00 GBP 2024-03-01'],
    [trade('BUY', 100, { quantity: 1, brokerCharge: 5, stampDuty: 0.5, fxCharge: 0.1 }), '-105.60 GBP 2024-03-01'],
    [trade('BUY', 100, { quantity: 1, accruedInterest: -1 }), '-99.00 GBP 2024-03-01'],
    [trade('SELL', 100, { quantity: 1, brokerCharge: 5, settlementDate: '2024-03-05' }), '95.00 GBP 2024-03-05'],
    [trade('SELL', 100, { quantity: 1, cashAmount: 126.4, cashCurrency: 'USD' }), '126.40 USD 2024-03-01'],
    [trade('BUY', 100, { quantity: 1, cashAmount: 126.4, cashCurrency: 'USD' }), '-126.40 USD 2024-03-01'],
    // Less than half a penny in pounds: the type says which way the stated amount moved.
    [trade('BUY', 0, { quantity: 0.0001, cashAmount: 0.01, cashCurrency: 'USD' }), '-0.01 USD 2024-03-01'],
    [trade('SELL', 0, { quantity: 0.0001, cashAmount: 0.01, cashCurrency: 'USD' }), '0.01 USD 2024-03-01'],
    [trade('DIVIDEND', 85), '85.00 GBP 2024-03-01'],
    [trade('DIVIDEND', 100, { grossIncome: 100, taxWithheld: 15 }), '85.00 GBP 2024-03-01'],
    [trade('DIVIDEND', 85, { grossIncome: 100, taxWithheld: 15 }), '85.00 GBP 2024-03-01'],
    [trade('INTEREST', 12), '12.00 GBP 2024-03-01'],
    [trade('DIVIDEND_REINVESTED', 85, { quantity: 1 }), 'none'],
    [trade('ACCUMULATION', 85), 'none'],
    [trade('EQUALISATION', 3), '3.00 GBP 2024-03-01'],
    [trade('EQUALISATION', 3, { isin: 'GB00B41YBW71' }), 'none'],
    [trade('RETURN_OF_CAPITAL', 3), '3.00 GBP 2024-03-01'],
    [trade('RIGHTS_ISSUE', 30, { quantity: 3 }), '-30.00 GBP 2024-03-01'],
    [trade('MERGER', 30, { quantity: 3, relatedIsin: 'IE00B3RBWM25' }), '30.00 GBP 2024-03-01'],
    [trade('SPLIT', 0, { quantity: 3 }), 'none'],
    [trade('TRANSFER_IN', 500, { quantity: 3 }), 'none'],
    [trade('TRANSFER_OUT', 500, { quantity: 3, brokerCharge: 25 }), '-25.00 GBP 2024-03-01'],
  ])('of %o is %s', (transaction, expected) => {
    expect(effect(transaction)).toBe(expected);
  });
});

describe('the ledger', () => {
  const bought = trade('BUY', 60, { quantity: 1, transactionDate: '2024-03-04' });
  const paidIn = cash('DEPOSIT', 100, { transactionDate: '2024-03-04' });

  it('is absent at a broker and wrapper without a cash event: trades alone say nothing about cash', () => {
    expect(cashLedgers([bought], facts).size).toBe(0);
    const elsewhere = [
      { ...paidIn, brokerId: 'c' },
      { ...paidIn, taxWrapper: 'SIPP' as const },
      { ...paidIn, accountId: 'x' },
    ];
    for (const deposit of elsewhere) {
      const ledgers = [...cashLedgers([bought, deposit], facts).values()];
      expect(ledgers.map(({ lines }) => lines.map(({ transaction }) => transaction))).toEqual([[deposit]]);
    }
  });

  it('is in order of days, and within a day counts money in before money out', () => {
    const [ledger] = cashLedgers([bought, paidIn, cash('FEE', 1, { transactionDate: '2024-03-02' })], facts).values();
    expect(ledger?.lines.map(({ day, balance }) => [day, toFixed(balance, 2)])).toEqual([
      ['2024-03-02', '-1.00'],
      ['2024-03-04', '99.00'],
      ['2024-03-04', '39.00'],
    ]);
  });

  it('keeps the two sides of a currency exchange in their currencies', () => {
    const ledgers = [
      ...cashLedgers(
        [
          cash('CASH_TRANSFER_OUT', 80, { transferId: 'x' }),
          cash('CASH_TRANSFER_IN', 100, { transferId: 'x', cashCurrency: 'USD' }),
        ],
        facts,
      ).values(),
    ];
    expect(
      ledgers.map(({ place, lines }) => [place.currency, toFixed(lines.at(-1)?.balance ?? (0n as never), 2)]),
    ).toEqual([
      ['GBP', '-80.00'],
      ['USD', '100.00'],
    ]);
  });

  it('does not depend on the order of the rows, and ends with the sum of all movements', () => {
    const types = fc.constantFrom('DEPOSIT', 'WITHDRAWAL', 'FEE', 'CASH_INTEREST');
    const events = fc.array(
      fc
        .tuple(types, fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 1, max: 28 }))
        .map(([type, pence, day]) =>
          cash(type, pence / 100, { transactionDate: `2024-02-${String(day).padStart(2, '0')}` }),
        ),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(events, fc.infiniteStream(fc.nat()), (rows, keys) => {
        const order = new Map(rows.map((entry) => [entry, keys.next().value ?? 0]));
        const shuffled = rows.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
        const [first, second] = [rows, shuffled].map((list) => [...cashLedgers(list, facts).values()]);
        expect(second).toEqual(first);
        const pence = rows.reduce(
          (total, { transactionType, cashAmount = 0 }) =>
            total +
            Math.round(cashAmount * 100) *
              (transactionType === 'DEPOSIT' || transactionType === 'CASH_INTEREST' ? 1 : -1),
          0,
        );
        expect(toFixed(first?.[0]?.lines.at(-1)?.balance ?? (0n as never), 2)).toBe((pence / 100).toFixed(2));
      }),
      runs(100, 5000),
    );
  });
});

describe('stated balances beside the ledger', () => {
  it('agree with the ledger, or name the day from which they differ', () => {
    const [ledger] = cashLedgers(
      [cash('DEPOSIT', 100, { transactionDate: '2024-01-10' }), cash('FEE', 10, { transactionDate: '2024-02-10' })],
      facts,
    ).values();
    if (ledger === undefined) throw new Error('no ledger');
    expect(toFixed(balanceOn(ledger, '2024-01-09' as IsoDate), 2)).toBe('0.00');
    const stated = (
      [
        ['2024-01-31', 100],
        ['2024-03-03', 102.4],
        ['2024-04-30', 102.4],
        ['2024-05-31', 90],
      ] as const
    ).map(([day, balance]) => ({ day: day as IsoDate, balance: balance as Money }));
    const marks = statementMarks(ledger, stated.toReversed());
    expect(marks.map(({ day, difference, since }) => [day, toFixed(difference, 2), since])).toEqual([
      ['2024-01-31', '0.00', null],
      ['2024-03-03', '12.40', '2024-03-03'],
      ['2024-04-30', '12.40', '2024-03-03'],
      ['2024-05-31', '0.00', null],
    ]);
  });
});
