import { describe, expect, it } from 'vitest';
import type { Pounds, Price, Quantity } from '../../values/amount.ts';
import type { IsoDate } from '../../values/dates.ts';
import type { Transaction } from '../../records/records.ts';
import { computeGains } from '../matching/compute.ts';
import { toDisposalView } from '../views/disposal-view.ts';
import {
  considerationOf,
  heldOn,
  saleOf,
  simulateSale,
  unitsForGain,
  type SaleIdea,
  type SimulationContext,
} from './simulate-sale.ts';

function row(
  id: string,
  transactionDate: string,
  quantity: number,
  consideration: number,
  changes: Partial<Transaction> = {},
): Transaction {
  return {
    id,
    transactionType: 'BUY',
    transactionDate: transactionDate as IsoDate,
    brokerId: 'b',
    brokerDealReference: '',
    accountId: 'a',
    taxWrapper: 'DEALING',
    isin: 'GB00BH4HKS39',
    quantity: quantity as Quantity,
    nativePrice: null,
    localPrice: null,
    consideration: consideration as Pounds,
    brokerCharge: 0 as Pounds,
    stampDuty: 0 as Pounds,
    fxCharge: 0 as Pounds,
    accruedInterest: 0 as Pounds,
    ...changes,
  };
}

function contextOf(...transactions: readonly Transaction[]): SimulationContext {
  return {
    transactions,
    assets: new Map(),
    accounts: new Map([['a', { id: 'a', name: 'Main' }]]),
    today: '2024-06-15' as IsoDate,
  };
}

const IDEA: SaleIdea = {
  accountId: 'a',
  isin: 'GB00BH4HKS39',
  taxWrapper: 'DEALING',
  date: '2024-06-15' as IsoDate,
  quantity: 40 as Quantity,
  price: 15.005 as Price,
  charges: 5 as Pounds,
};
const BOUGHT = row('b1', '2023-01-10', 100, 1000);

describe('a trial sale', () => {
  it('shows matches, gain, remaining exempt amount and the pool afterwards, to the penny of the recorded sale', () => {
    const context = contextOf(BOUGHT);
    const tried = simulateSale(context, IDEA);
    expect(tried).toMatchObject({
      consideration: 600.2,
      held: 100,
      withOtherSales: false,
      poolAfter: { quantity: 60, cost: 600 },
      disposal: { capitalGain: 195.2, allowableCost: 405, matches: [{ rule: 'SECTION_104', quantity: 40, cost: 400 }] },
      year: { taxYear: '2024-25', gains: 195.2, exemptAmount: 3000, exemptAmountUsed: 195.2, exemptAmountLeft: 2804.8 },
    });
    const recorded: Transaction = { ...saleOf(IDEA), id: 'recorded', brokerId: 'b' };
    const result = computeGains({ transactions: [BOUGHT, recorded], assets: new Map(), asOf: context.today });
    const view = toDisposalView(result.classes[0]?.disposals[0] ?? expect.fail(), { ...context, asOf: context.today });
    expect({ ...tried?.disposal, disposalTransactionId: '', transactionIds: [], holdingTransactions: [] }).toEqual({
      ...view,
      disposalTransactionId: '',
      transactionIds: [],
      holdingTransactions: [],
    });
    expect(context.transactions).toEqual([BOUGHT]);
  });

  it('names purchases of the last and next 30 days, and which of them it is matched with', () => {
    const context = {
      ...contextOf(
        BOUGHT,
        row('b2', '2024-05-16', 5, 60),
        row('b3', '2024-06-20', 10, 160),
        row('b4', '2024-05-15', 1, 12),
      ),
      today: '2024-07-01' as IsoDate,
    };
    const tried = simulateSale(context, IDEA);
    expect(tried?.window.recorded.map(({ transactionId, matched }) => [transactionId, matched])).toEqual([
      ['b2', false],
      ['b3', true],
    ]);
    expect(tried?.disposal.matches.map(({ rule, quantity }) => [rule, quantity])).toEqual([
      ['THIRTY_DAY', 10],
      ['SECTION_104', 30],
    ]);
  });

  it('finds the most units whose gain stays within a limit', () => {
    const context = contextOf(BOUGHT);
    const units = unitsForGain(context, { ...IDEA, charges: 0 as Pounds }, 200 as Pounds);
    expect(units).toBe(39);
    expect(
      simulateSale(context, { ...IDEA, charges: 0 as Pounds, quantity: 39 as Quantity })?.disposal.capitalGain,
    ).toBe(195.2);
    expect(
      simulateSale(context, { ...IDEA, charges: 0 as Pounds, quantity: 40 as Quantity })?.disposal.capitalGain,
    ).toBe(200.2);
    expect(unitsForGain(context, IDEA, 1_000_000 as Pounds)).toBe(100);
    expect(unitsForGain(context, { ...IDEA, charges: 0 as Pounds }, 1 as Pounds)).toBeNull();
    expect(
      unitsForGain(contextOf(row('b1', '2023-01-10', 10.25, 102.5)), { ...IDEA, charges: 0 as Pounds }, 10 as Pounds),
    ).toBe(1.99);
  });

  it('is exempt in an ISA, and reports a sale of more units than are held', () => {
    const isa = contextOf(row('b1', '2023-01-10', 10, 100, { taxWrapper: 'ISA' }));
    expect(simulateSale(isa, { ...IDEA, taxWrapper: 'ISA', quantity: 4 as Quantity })).toMatchObject({
      year: null,
      disposal: { isExemptFromCGT: true },
    });
    expect(heldOn(isa, { ...IDEA, taxWrapper: 'ISA' })).toBe(10);
    expect(simulateSale(contextOf(BOUGHT), { ...IDEA, quantity: 120 as Quantity })?.disposal.unmatchedQuantity).toBe(
      20,
    );
  });

  it('1.2, 1.3: leaves the right pool: that of an exempt security, or of the one exempt wrapper that sells', () => {
    const gilt = {
      ...contextOf(BOUGHT),
      assets: new Map([
        [
          BOUGHT.isin,
          { isin: BOUGHT.isin, name: 'Gilt', type: 'BOND' as const, category: 'LT_BONDS' as const, cgtExempt: true },
        ],
      ]),
    };
    expect(simulateSale(gilt, { ...IDEA, quantity: 10 as Quantity })).toMatchObject({
      disposal: { isExemptFromCGT: true },
      poolAfter: { quantity: 90, cost: 900 },
    });
    const wrappers = contextOf(
      row('b1', '2023-01-10', 100, 100, { taxWrapper: 'ISA' }),
      row('b2', '2023-01-10', 500, 900, { taxWrapper: 'SIPP' }),
      row('b3', '2024-06-01', 1, 1, { taxWrapper: 'ISA' }),
      row('b4', '2024-06-01', 1, 1, { taxWrapper: 'DEALING' }),
    );
    const tried = simulateSale(wrappers, { ...IDEA, taxWrapper: 'SIPP', quantity: 10 as Quantity });
    expect([tried?.poolAfter, tried?.window.recorded]).toEqual([{ quantity: 490, cost: 882 }, []]);
    expect(
      simulateSale(wrappers, { ...IDEA, taxWrapper: 'ISA', quantity: 10 as Quantity })?.window.recorded.map(
        ({ transactionId }) => transactionId,
      ),
    ).toEqual(['b3']);
  });

  it('1.4: finds the holding from before a change of ISIN, by either code', () => {
    const change = row('c', '2024-06-10', 0, 0, {
      transactionType: 'ISIN_CHANGE',
      quantity: null,
      relatedIsin: 'TESTNEW',
    });
    const context = contextOf(BOUGHT, change, row('b2', '2024-06-12', 5, 50, { isin: 'TESTNEW' }));
    const before = { ...IDEA, isin: 'TESTNEW', date: '2024-06-09' as IsoDate, charges: 0 as Pounds };
    expect(simulateSale(context, before)).toMatchObject({ held: 100, disposal: { quantityDisposed: 40 } });
    expect([
      heldOn(context, { ...before, isin: BOUGHT.isin }),
      heldOn(context, { ...before, date: '2024-06-12' as IsoDate }),
      heldOn(context, { ...before, date: '2023-01-09' as IsoDate }),
    ]).toEqual([100, 105, 0]);
    expect(unitsForGain(context, before, 1_000_000 as Pounds)).toBe(100);
  });

  it('finds the most units even where an expensive repurchase makes the gain of more units smaller', () => {
    const rows = [
      row('b1', '2023-01-10', 320, 320),
      row('b2', '2024-05-01', 300, 300),
      row('b3', '2024-05-11', 50, 5000),
    ];
    const idea = { ...IDEA, date: '2024-05-01' as IsoDate, price: 10 as Price, charges: 0 as Pounds };
    const gain = (quantity: number, ...others: readonly Transaction[]) =>
      simulateSale(contextOf(...rows, ...others), { ...idea, quantity: quantity as Quantity })?.disposal.capitalGain;
    expect([gain(55), gain(300), gain(350), gain(605), gain(606)]).toEqual([495, 2700, -1800, 495, 504]);
    expect([500, -1000, 3000].map((target) => unitsForGain(contextOf(...rows), idea, target as Pounds))).toEqual([
      605, 438, 620,
    ]);
    const other = row('s', '2024-05-01', 20, 200, { transactionType: 'SELL' });
    expect([gain(585, other), gain(586, other), unitsForGain(contextOf(...rows, other), idea, 500 as Pounds)]).toEqual([
      495, 504, 585,
    ]);
  });

  it('rounds the consideration to the penny', () => {
    expect(considerationOf({ quantity: 3 as Quantity, price: 1.115 as Price })).toBe(3.35);
  });
});
