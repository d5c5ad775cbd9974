import { describe, expect, it } from 'vitest';
import { buy, day, row, sell } from '../../tests/cgt/rows.ts';
import type { Percent, Pounds, Price } from '../values/amount.ts';
import type { AssetCategory } from '../fields/enums.ts';
import type { Transaction } from '../records/records.ts';
import { planGoal } from './plan-goal.ts';
import { PlanBook } from './plan-book.ts';

const DATE = day('2026-12-01');

interface Setting {
  readonly spread?: number;
  /** Cash of Ann in her dealing account. */
  readonly cash?: number;
  readonly targets: readonly (readonly [AssetCategory, number])[];
}

/** Trades to target of Ann, in units of funds at 10 pounds each. */
function tradesOf(transactions: readonly Transaction[], { spread = 0, cash = 0, targets }: Setting): string[] {
  const isins = [...new Set(transactions.map(({ isin }) => isin))];
  const book = new PlanBook({
    transactions,
    assets: new Map(
      isins.map((isin) => [isin, { isin, name: isin, type: 'FUND', category: 'UK_TSM', cgtExempt: null }]),
    ),
    accounts: new Map(),
    statements: new Map(),
    date: DATE,
    prices: new Map(isins.map((isin) => [isin, { price: 10 as Price, date: DATE }])),
    assumptions: { charges: new Map(), spread: spread as Percent, keepsSmallSteps: false },
  });
  const { plans } = planGoal(book, {
    kind: 'tradesToTarget',
    accountIds: ['ann'],
    targets: new Map(targets.map(([category, percent]) => [category, percent as Percent])),
    cash: cash === 0 ? [] : [{ accountId: 'ann', taxWrapper: 'DEALING', amount: cash as Pounds }],
  });
  return (plans[0]?.steps ?? []).map((step) =>
    step.kind === 'wait' ? step.kind : `${step.kind} ${step.units} ${step.isin} ${step.taxWrapper}`,
  );
}

const AT_A_LOSS = buy('2024-01-10', 100, 2000);
const GAIN_OF_THE_YEAR = [
  buy('2024-01-10', 10, 1000, { isin: 'GONE' }),
  sell('2026-05-01', 10, 16_000, { isin: 'GONE' }),
];

describe('trades to target', () => {
  it('10.3: a sale stops at the target by value, although the spread lets it bring less', () => {
    const setting: Setting = { spread: 1, targets: [['UK_TSM', 50]] };
    expect(tradesOf([AT_A_LOSS], setting)).toEqual(['sell 50 TEST DEALING']);
  });

  it('10.3: a loss that lowers the tax is sold towards the target even though no underweight category can be bought', () => {
    const targets: Setting['targets'] = [
      ['UK_TSM', 50],
      ['EM_TSM', 50],
    ];
    expect(tradesOf([AT_A_LOSS, ...GAIN_OF_THE_YEAR], { targets })).toEqual(['sell 50 TEST DEALING']);
    expect(tradesOf([AT_A_LOSS], { targets })).toEqual([]);
  });

  it('10.5: a loss that saves tax is not used up by a gain', () => {
    const setting: Setting = { targets: [['UK_TSM', 0]] };
    const atAGain = buy('2024-01-10', 100, 500, { isin: 'RISEN' });
    expect(tradesOf([AT_A_LOSS, atAGain, ...GAIN_OF_THE_YEAR], setting)).toEqual(['sell 100 TEST DEALING']);
    // Within the exempt amount both are sold.
    expect(tradesOf([AT_A_LOSS, atAGain], setting).toSorted()).toEqual([
      'sell 100 RISEN DEALING',
      'sell 100 TEST DEALING',
    ]);
  });

  it('10.4: a security that is oversold or was recently transferred is not bought', () => {
    const held = buy('2024-01-10', 100, 1000, { wrapper: 'ISA' });
    const setting: Setting = { cash: 500, targets: [['UK_TSM', 100]] };
    expect(tradesOf([held], setting)).toEqual(['buy 50 TEST DEALING']);
    expect(tradesOf([held, sell('2026-05-01', 5, 60)], setting)).toEqual([]);
    const transferred = (date: string) => [
      buy('2024-01-10', 5, 60),
      row('TRANSFER_OUT', date, 5, 0, { transferId: 'link' }),
      row('TRANSFER_IN', date, 5, 0, { transferId: 'link', account: 'bob' }),
    ];
    expect(tradesOf([held, ...transferred('2026-11-15')], setting)).toEqual([]);
    expect(tradesOf([held, ...transferred('2026-10-15')], setting)).toEqual(['buy 50 TEST DEALING']);
  });
});
