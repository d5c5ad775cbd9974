import { describe, expect, it } from 'vitest';
import { buy, day, row, sell } from '../../tests/cgt/rows.ts';
import type { Percent, Pounds, Price } from '../values/amount.ts';
import type { AssetFacts } from '../cgt/terms/capacity.ts';
import { exact } from '../values/decimal.ts';
import type { AssetCategory, AssetType } from '../fields/enums.ts';
import type { Transaction } from '../records/records.ts';
import type { TaxYear } from '../values/tax-year.ts';
import { wastedLoss } from './gain-plans.ts';
import { planGoal } from './plan-goal.ts';
import { latestCharges } from './latest-charges.ts';
import { PlanBook, type PlanInput } from './plan-book.ts';
import type { PlanAnswer, PlanStep } from './plan.ts';
import { ifAllSold } from './sell-all.ts';

function asset(isin: string, type: AssetType, category: AssetCategory = 'UK_TSM'): [string, AssetFacts] {
  return [isin, { isin, name: `${isin} plc`, type, category, cgtExempt: null }];
}

interface Setting {
  readonly date?: string;
  readonly prices?: Readonly<Record<string, number>>;
  readonly charges?: Readonly<Record<string, number>>;
  readonly statements?: PlanInput['statements'];
  readonly types?: Readonly<Record<string, AssetType>>;
  readonly categories?: Readonly<Record<string, AssetCategory>>;
  readonly priceDate?: string | null;
}

/** On 1 December 2026, in a year with an exempt amount of 3,000, unless another day is given. */
function bookOf(transactions: readonly Transaction[], setting: Setting = {}): PlanBook {
  const isins = [...new Set(transactions.map(({ isin }) => isin))];
  const prices = setting.prices ?? { TEST: 15 };
  return new PlanBook({
    transactions,
    assets: new Map(
      isins.map((isin) => asset(isin, setting.types?.[isin] ?? 'EQUITY', setting.categories?.[isin] ?? 'UK_TSM')),
    ),
    accounts: new Map(),
    statements: setting.statements ?? new Map(),
    date: day(setting.date ?? '2026-12-01'),
    prices: new Map(
      Object.entries(prices).map(([isin, price]) => [
        isin,
        {
          price: price as Price,
          date: setting.priceDate === null ? null : day(setting.priceDate ?? '2026-11-30'),
        },
      ]),
    ),
    assumptions: {
      charges: new Map(Object.entries(setting.charges ?? { broker: 0 }).map(([id, each]) => [id, each as Pounds])),
      spread: 0 as Percent,
      keepsSmallSteps: false,
    },
  });
}

function inWords(step: PlanStep): string {
  if (step.kind === 'wait') return `wait until ${step.until}`;
  const what = `${step.units} ${step.isin} ${step.accountId} ${step.taxWrapper}`;
  return step.kind === 'transfer' ? `transfer ${what} to ${step.toAccountId}` : `${step.kind} ${what}`;
}

function stepsOf({ plans }: PlanAnswer): string[][] {
  return plans.map(({ steps }) => steps.map(inWords));
}

const EXEMPT = { kind: 'useExemptAmount', accountId: 'ann' } as const;
const BOUGHT = buy('2024-01-10', 1000, 10_000);

describe('the exempt amount', () => {
  it('2.2, 5.1: is used by the most units whose gain it covers', () => {
    // The gain is 5 pounds per unit less a charge of 11.95: 602 units gain 2,998.05, 603 units 3,003.05.
    const answer = planGoal(bookOf([BOUGHT], { charges: { broker: 11.95 } }), EXEMPT);
    expect(stepsOf(answer)).toEqual([['sell 602 TEST ann DEALING']]);
    expect(answer.plans[0]).toMatchObject({
      reached: true,
      proceeds: 9030,
      charges: 11.95,
      effects: [
        { accountId: 'ann', taxYear: '2026-27', gain: 2998.05, exemptAmountLeft: 1.95, tax: { low: 0, high: 0 } },
      ],
      safeFrom: '2027-01-01',
      notes: [],
    });
    expect(answer.shortfall).toBeNull();
  });

  it('5.1: gains already made this year have used their part of the exempt amount', () => {
    const answer = planGoal(bookOf([BOUGHT, sell('2026-06-01', 100, 1500)]), EXEMPT);
    expect(stepsOf(answer)).toEqual([['sell 500 TEST ann DEALING']]);
    const over = planGoal(bookOf([BOUGHT, sell('2026-06-01', 700, 10_500)]), EXEMPT);
    expect([over.plans, over.shortfall]).toEqual([[], { code: 'exemptAmountUsed', nearest: null }]);
  });

  it('5.1: losses brought forward are left as they are: they come off down to the exempt amount alone (CG18202)', () => {
    const lossesBroughtForward = new Map([['2026-27' as TaxYear, exact(5000 as Pounds)]]);
    const book = bookOf([BOUGHT], { statements: new Map([['ann', { lossesBroughtForward }]]) });
    const answer = planGoal(book, EXEMPT);
    expect(stepsOf(answer)).toEqual([['sell 600 TEST ann DEALING']]);
    expect(answer.plans[0]).toMatchObject({ effects: [{ gain: 3000, exemptAmountLeft: 0, tax: { low: 0, high: 0 } }] });
  });

  it('5.2: losses of the year are taken up first, and that is said', () => {
    const answer = planGoal(
      bookOf([BOUGHT, buy('2024-01-10', 10, 1000, { isin: 'LOST' }), sell('2026-06-01', 10, 500, { isin: 'LOST' })]),
      EXEMPT,
    );
    expect(stepsOf(answer)).toEqual([['sell 700 TEST ann DEALING']]);
    expect(answer.plans[0]?.notes).toEqual([{ code: 'absorbsLosses', amount: 500 }]);
  });

  it('2.1: funds are sold in fractions, shares whole or all', () => {
    const fund = planGoal(
      bookOf([buy('2024-01-10', 1000, 10_000)], { types: { TEST: 'FUND' }, prices: { TEST: 17 } }),
      EXEMPT,
    );
    expect(stepsOf(fund)).toEqual([['sell 428.572 TEST ann DEALING']]);
    expect(fund.plans[0]?.effects[0]?.gain).toBe(3000);
    const shares = planGoal(bookOf([buy('2024-01-10', 10.5, 105)]), {
      kind: 'makeGain',
      accountId: 'ann',
      amount: 60 as Pounds,
    });
    expect(stepsOf(shares)).toEqual([['sell 10.5 TEST ann DEALING']]);
  });

  it('5.4: a gain larger than the holdings offer is answered with the reason and the possible gain', () => {
    const goal = { kind: 'makeGain', accountId: 'ann', amount: 8000 as Pounds } as const;
    const answer = planGoal(bookOf([BOUGHT]), goal);
    expect(answer.shortfall).toEqual({ code: 'notEnough', nearest: 5000 });
    expect(answer.plans[0]).toMatchObject({ reached: false, proceeds: 15_000 });
    expect(planGoal(bookOf([BOUGHT], { prices: { TEST: 9 } }), goal).shortfall).toEqual({
      code: 'noGains',
      nearest: 0,
    });
    expect(planGoal(bookOf([BOUGHT], { prices: {} }), goal)).toMatchObject({
      shortfall: { code: 'noHoldings' },
      leftOut: [{ isin: 'TEST', why: 'noPrice' }],
    });
    expect(planGoal(bookOf([BOUGHT], { date: '2029-01-10' }), EXEMPT).shortfall?.code).toBe('yearUnknown');
  });
});

describe('the 30 days', () => {
  it('4.1, 4.4: are shown with the security, the days, and the day from which the plan is safe', () => {
    const [plan] = planGoal(bookOf([BOUGHT, buy('2026-11-20', 10, 150)]), EXEMPT).plans;
    expect(plan?.breakers).toEqual([
      {
        accountId: 'ann',
        isin: 'TEST',
        assetName: 'TEST plc',
        from: '2026-12-01',
        to: '2026-12-31',
        recorded: [expect.objectContaining({ date: '2026-11-20', matched: false })],
        expected: [],
      },
    ]);
    expect(plan?.safeFrom).toBe('2027-01-01');
  });

  it('4.2: a recorded purchase ahead leaves the holding out', () => {
    const ahead = (wrapper: 'DEALING' | 'ISA', date: string) =>
      planGoal(bookOf([BOUGHT, buy(date, 10, 150, { wrapper })]), EXEMPT);
    expect(ahead('DEALING', '2026-12-31')).toMatchObject({
      plans: [],
      leftOut: [{ accountId: 'ann', isin: 'TEST', assetName: 'TEST plc', why: 'within30Days' }],
      shortfall: { code: 'noHoldings' },
    });
    expect(stepsOf(ahead('DEALING', '2027-01-01'))).toEqual([['sell 600 TEST ann DEALING']]);
    expect(stepsOf(ahead('ISA', '2026-12-31'))).toEqual([['sell 600 TEST ann DEALING']]);
  });

  it('4.5: a class of which more was sold in one wrapper than was held there is left out', () => {
    const rows = [BOUGHT, sell('2025-01-10', 1, 2, { wrapper: 'SPECULATIVE' })];
    const expected = {
      plans: [],
      leftOut: [{ accountId: 'ann', isin: 'TEST', assetName: 'TEST plc', why: 'soldMoreThanHeld' }],
      shortfall: { code: 'noHoldings' },
    };
    expect(planGoal(bookOf(rows), EXEMPT)).toMatchObject(expected);
    expect(planGoal(bookOf(rows), { kind: 'raiseCash', accountId: 'ann', amount: 100 as Pounds })).toMatchObject(
      expected,
    );
    expect(planGoal(bookOf([...rows, buy('2024-12-10', 1, 2, { wrapper: 'SPECULATIVE' })]), EXEMPT).leftOut).toEqual(
      [],
    );
  });

  it('4.3: reinvested dividends and monthly purchases are named', () => {
    const monthly = ['2026-09-15', '2026-10-15', '2026-11-15'].map((date) => buy(date, 1, 15));
    const [plan] = planGoal(
      bookOf([BOUGHT, ...monthly, row('DIVIDEND_REINVESTED', '2026-03-01', 1, 15)]),
      EXEMPT,
    ).plans;
    expect(plan?.breakers[0]?.expected).toEqual(['reinvestedDividends', 'regularPurchases']);
  });
});

describe('a loss', () => {
  const LOST = buy('2024-01-10', 100, 2000, { isin: 'LOST' });

  it('5.3: without a stated amount is the gain above the exempt amount', () => {
    const goal = { kind: 'harvestLoss', accountId: 'ann', amount: null } as const;
    const rows = [BOUGHT, sell('2026-06-01', 700, 10_500), LOST];
    const answer = planGoal(bookOf(rows, { prices: { TEST: 15, LOST: 10 } }), goal);
    // Gains of 3,500 exceed the exempt amount by 500; the loss is 10 pounds per unit.
    expect(stepsOf(answer)).toEqual([['sell 50 LOST ann DEALING']]);
    expect(answer.plans[0]).toMatchObject({ effects: [{ gain: -500, tax: { low: -120, high: -90 } }], notes: [] });
    expect(planGoal(bookOf([BOUGHT, LOST], { prices: { LOST: 10 } }), goal).shortfall?.code).toBe('noGainsToOffset');
  });

  it('5.3: reports a loss that only sets off gains which the exempt amount covers (CG18030)', () => {
    const goal = { kind: 'harvestLoss', accountId: 'ann', amount: 800 as Pounds } as const;
    const rows = [BOUGHT, sell('2026-06-01', 700, 10_500), LOST];
    const [plan] = planGoal(bookOf(rows, { prices: { TEST: 15, LOST: 10 } }), goal).plans;
    expect(plan?.notes).toEqual([{ code: 'lossWasted', amount: 300 }]);
    const year = bookOf(rows).yearOf('ann');
    const wasted = (loss: number) => wastedLoss(year, exact(loss as Pounds));
    // 500 is above the exempt amount and 3,000 within it; any further loss is carried forward.
    expect([500, 501, 3500, 4000].map(wasted)).toEqual([0, 1, 3000, 3000].map((each) => exact(each as Pounds)));
  });
});

describe('an amount', () => {
  it('7.1: is raised by the fewest units after charges, with the least gain or the fewest trades', () => {
    const rows = [BOUGHT, buy('2024-01-10', 100, 2000, { isin: 'LOST' })];
    const setting = { prices: { TEST: 15, LOST: 10 }, charges: { broker: 5 } };
    const answer = planGoal(bookOf(rows, setting), { kind: 'raiseCash', accountId: 'ann', amount: 900 as Pounds });
    // 61 x 15 - 5 = 910, but 60 only make 895; 91 x 10 - 5 = 905, but 90 only make 895.
    expect(stepsOf(answer)).toEqual([['sell 91 LOST ann DEALING'], ['sell 61 TEST ann DEALING']]);
    const all = planGoal(bookOf(rows, setting), { kind: 'raiseCash', accountId: 'ann', amount: 99_999 as Pounds });
    expect(all.shortfall).toEqual({ code: 'notEnough', nearest: 15_990 });
  });
});

describe('bed and ISA', () => {
  const ISA = buy('2025-01-10', 10, 150, { wrapper: 'ISA', broker: 'isa', isin: 'OTHER' });
  const goal = { kind: 'bedAndIsa', accountId: 'ann', subscription: 6000 as Pounds, withinExemptAmount: true } as const;

  it('6.1 to 6.3: sale, wait, and purchase with stamp duty', () => {
    const rows = [buy('2024-01-10', 1000, 10_000, { isin: 'GBTEST' }), ISA];
    const setting = { prices: { GBTEST: 15, OTHER: 15 }, charges: { broker: 10, isa: 5 } };
    const answer = planGoal(bookOf(rows, setting), goal);
    // 400 x 15 - 10 = 5,990; 397 x 15 = 5,955 with 29.78 duty and 5 of charges is 5,989.78.
    expect(stepsOf(answer)).toEqual([
      ['sell 400 GBTEST ann DEALING', 'wait until 2026-12-03', 'buy 397 GBTEST ann ISA'],
    ]);
    expect(answer.plans[0]).toMatchObject({
      movedIntoIsa: 5989.78,
      charges: 44.78,
      effects: [{ gain: 1990, tax: { low: 0, high: 0 } }],
      notes: [
        { code: 'stampDutyAssumed', isin: 'GBTEST' },
        { code: 'lastTradeDay', date: '2027-04-01' },
      ],
    });
  });

  it('6.1: stops at the exempt amount, unless that limit is turned off', () => {
    const rows = [buy('2024-01-10', 1000, 1000)];
    expect(stepsOf(planGoal(bookOf(rows, { types: { TEST: 'ETF' } }), goal))).toEqual([
      ['sell 214 TEST ann DEALING', 'wait until 2026-12-03', 'buy 214 TEST ann ISA'],
    ]);
    const beyond = planGoal(bookOf(rows, { types: { TEST: 'ETF' } }), { ...goal, withinExemptAmount: false });
    expect(beyond.plans[0]?.effects[0]).toMatchObject({ gain: 5600, tax: { low: 468, high: 624 } });
    expect(planGoal(bookOf(rows), { ...goal, subscription: 0 as Pounds }).shortfall?.code).toBe('nothingSubscribable');
  });
});

describe('a couple', () => {
  it('8.1: both exempt amounts are used by a sale, a transfer and a sale', () => {
    const goal = { kind: 'shareWithSpouse', accountId: 'ann', spouseAccountId: 'bob' } as const;
    const rows = [buy('2024-01-10', 2000, 20_000)];
    const answer = planGoal(bookOf(rows), goal);
    expect(stepsOf(answer)).toEqual([
      ['sell 600 TEST ann DEALING', 'transfer 600 TEST ann DEALING to bob', 'sell 600 TEST bob DEALING'],
    ]);
    expect(answer.plans[0]?.effects).toMatchObject([
      { accountId: 'ann', gain: 3000, exemptAmountLeft: 0, tax: { low: 0, high: 0 } },
      { accountId: 'bob', gain: 3000, exemptAmountLeft: 0, tax: { low: 0, high: 0 } },
    ]);
    const theirs = [
      ...rows,
      buy('2024-01-10', 1000, 1000, { account: 'bob', isin: 'B' }),
      sell('2026-06-01', 1000, 5000, { account: 'bob', isin: 'B' }),
    ];
    expect(planGoal(bookOf(theirs), goal).shortfall?.code).toBe('exemptAmountUsed');
  });
});

describe('if all were sold today', () => {
  it('9.1, 9.2: value, tax and what is left, by holding with its own effect', () => {
    const rows = [
      BOUGHT,
      buy('2024-01-10', 100, 2000, { isin: 'LOST' }),
      buy('2024-01-10', 10, 100, { wrapper: 'ISA' }),
      buy('2024-01-10', 20, 100, { wrapper: 'SIPP' }),
      buy('2024-01-10', 20, 100, { isin: 'UNPRICED' }),
    ];
    const setting = { prices: { TEST: 15, LOST: 10 }, charges: { broker: 10 } };
    const all = ifAllSold(bookOf(rows, setting), 'ann');
    // Gains of 4,990, a loss of 1,010; 3,980 less 3,000 is taxed at 18 or 24 %.
    expect(all).toMatchObject({
      value: 16_450,
      charges: 40,
      taxedLater: 300,
      tax: { low: 176.4, high: 235.2 },
      left: { low: 16_174.8, high: 16_233.6 },
      unpriced: ['UNPRICED'],
    });
    expect(all?.holdings.map(({ isin, treatment, gain, taxAlone }) => [isin, treatment, gain, taxAlone?.high])).toEqual(
      [
        ['LOST', 'gains', -1010, 0],
        ['TEST', 'gains', 4990, 477.6],
        ['TEST', 'untaxed', 0, 0],
        ['TEST', 'taxedLater', 0, 0],
      ],
    );
  });

  it('1.5: one tax where the income is stated', () => {
    const band = new Map([['2026-27' as TaxYear, exact(1000 as Pounds)]]);
    const all = ifAllSold(bookOf([BOUGHT], { statements: new Map([['ann', { unusedBasicRateBand: band }]]) }), 'ann');
    // 2,000 taxable: 1,000 at 18 %, 1,000 at 24 %.
    expect(all?.tax).toEqual({ low: 420, high: 420 });
  });
});

describe('trades to target', () => {
  it('10.3, 10.5: new cash, then the ISA, then gains that the exempt amount covers', () => {
    const rows = [
      buy('2024-01-10', 1000, 10_000, { isin: 'UK' }),
      buy('2024-01-10', 200, 2000, { isin: 'UK', wrapper: 'ISA' }),
      buy('2024-01-10', 100, 1000, { isin: 'US' }),
    ];
    const book = bookOf(rows, {
      prices: { UK: 20, US: 10 },
      types: { UK: 'ETF', US: 'ETF' },
      categories: { UK: 'UK_TSM', US: 'US_TSM' },
    });
    // 25,000 and 1,000 of cash: 13,000 each is half; US lacks 12,000, UK has 11,000 too much.
    const answer = planGoal(book, {
      kind: 'tradesToTarget',
      accountIds: ['ann'],
      targets: new Map([
        ['UK_TSM', 50 as Percent],
        ['US_TSM', 50 as Percent],
      ]),
      cash: [{ accountId: 'ann', taxWrapper: 'DEALING', amount: 1000 as Pounds }],
    });
    expect(stepsOf(answer)).toEqual([
      ['sell 200 UK ann ISA', 'sell 300 UK ann DEALING', 'buy 700 US ann DEALING', 'buy 400 US ann ISA'],
    ]);
    expect(answer.plans[0]).toMatchObject({
      effects: [{ gain: 3000, tax: { low: 0, high: 0 } }],
      notes: [{ code: 'drift', before: 12_000, after: 1000 }],
    });
  });

  it('10.1, 10.4: report trades that are not possible', () => {
    const goal = { kind: 'tradesToTarget', accountIds: ['ann'], cash: [] } as const;
    const over = planGoal(bookOf([BOUGHT]), { ...goal, targets: new Map([['UK_TSM', 100.5 as Percent]]) });
    expect(over.shortfall?.code).toBe('targetsOver100');
    const on = planGoal(bookOf([BOUGHT]), { ...goal, targets: new Map([['UK_TSM', 100 as Percent]]) });
    expect(on.shortfall?.code).toBe('onTarget');
  });
});

describe('assumptions of a plan', () => {
  it('3.1, 3.2: old prices, typed prices and unknown charges are named', () => {
    const notes = (setting: Setting) => planGoal(bookOf([BOUGHT], setting), EXEMPT).plans[0]?.notes;
    expect(notes({ priceDate: '2026-11-29' })).toEqual([
      { code: 'oldPrice', isin: 'TEST', date: '2026-11-29', days: 2 },
    ]);
    expect(notes({ priceDate: null })).toEqual([{ code: 'typedPrice', isin: 'TEST' }]);
    expect(notes({ charges: {} })).toEqual([{ code: 'chargeUnknown', brokerId: 'broker' }]);
  });

  it("3.2: a broker's charge is that of its last trade, not of its dividends", () => {
    const rows = [
      buy('2024-02-01', 1, 1, { broker: 'one', brokerCharge: 7 }),
      sell('2024-03-01', 1, 1, { broker: 'one', brokerCharge: 5.95 }),
      row('DIVIDEND', '2024-04-01', null, 1, { broker: 'one', brokerCharge: 1 }),
      buy('2024-01-01', 1, 1, { broker: 'one', brokerCharge: 9 }),
      row('DIVIDEND', '2024-04-01', null, 1, { broker: 'two' }),
    ];
    expect([...latestCharges(rows)]).toEqual([['one', 5.95]]);
  });

  it('3.4: a step below 50 pounds is left out unless it is asked for', () => {
    const book = bookOf([buy('2024-01-10', 3, 3)]);
    expect(planGoal(book, EXEMPT).plans).toEqual([]);
    const asked = new PlanBook({ ...book.input, assumptions: { ...book.input.assumptions, keepsSmallSteps: true } });
    expect(stepsOf(planGoal(asked, EXEMPT))).toEqual([['sell 3 TEST ann DEALING']]);
  });
});
