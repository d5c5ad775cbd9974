import { expect, it } from 'vitest';
import type { IsoDate } from '../../values/dates.ts';
import type { Transaction } from '../../records/records.ts';
import { importEffect } from './import-effect.ts';

const ISIN = 'GB00BH4HKS39';
let made = 0;

function row(
  type: 'BUY' | 'SELL' | 'DIVIDEND',
  day: string,
  quantity: number | null,
  consideration: number,
): Transaction {
  return {
    id: `t${(made += 1)}`,
    transactionType: type,
    transactionDate: day as IsoDate,
    brokerId: 'b',
    brokerDealReference: '',
    accountId: 'a',
    taxWrapper: 'DEALING',
    isin: ISIN,
    quantity,
    nativePrice: null,
    localPrice: null,
    consideration,
    brokerCharge: 0,
    stampDuty: 0,
    fxCharge: 0,
    accruedInterest: 0,
  } as unknown as Transaction;
}

const input = {
  assets: new Map([
    [ISIN, { isin: ISIN, name: 'Vodafone Group plc', type: 'EQUITY', category: 'UK_TSM', cgtExempt: null } as const],
  ]),
  accountNames: new Map([['a', 'Main']]),
  settings: new Map(),
  asOf: '2026-11-21' as IsoDate,
};

it('gives units and cost before and after, and the totals of each type', () => {
  const effect = importEffect({
    ...input,
    stored: [row('BUY', '2024-05-01', 100, 200)],
    added: [
      row('SELL', '2025-05-01', 40, 120),
      row('DIVIDEND', '2025-06-01', null, 12.5),
      row('SELL', '2025-08-01', 10, 35.25),
    ],
  });
  expect(effect).toEqual({
    types: [
      { label: 'Sell', rows: 2, pounds: '155.25' },
      { label: 'Dividend', rows: 1, pounds: '12.50' },
    ],
    securities: [
      {
        isin: ISIN,
        name: 'Vodafone Group plc',
        before: { units: '100', cost: '200.00' },
        after: { units: '50', cost: '100.00' },
      },
    ],
    open: [],
  });
});

it('names sales that no purchase covers', () => {
  const effect = importEffect({ ...input, stored: [], added: [row('SELL', '2025-05-01', 40, 120)] });
  expect(effect.securities[0]).toMatchObject({ before: { units: '0', cost: '0' }, after: { units: '-40' } });
  expect(effect.open).toMatchObject([
    { accountName: 'Main', name: 'Vodafone Group plc', text: expect.stringContaining('Quantity: 40.') as string },
  ]);
});
