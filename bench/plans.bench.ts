/** Plans over 100,000 transactions and 200 holdings, each beside the engine's own pass over them: `npm run bench plans`. */
import type { Percent, Pounds, Price } from '../domain/values/amount.ts';
import { computeGains } from '../domain/cgt/matching/compute.ts';
import type { IsoDate } from '../domain/values/dates.ts';
import { planGoal } from '../domain/plans/plan-goal.ts';
import { PlanBook, type PlanInput } from '../domain/plans/plan-book.ts';
import type { PlanAnswer } from '../domain/plans/plan.ts';
import { ifAllSold } from '../domain/plans/sell-all.ts';
import { heldPortfolio } from './held-portfolio.ts';
import { bestOf, printLimit, printTimes } from './measure.ts';

const TODAY = '2026-11-23' as IsoDate;
const RUNS = 3;
const SECOND = 1000;
const known = { accountIds: ['ann', 'bob'], brokerIds: ['one', 'two', 'three'] };
const { assets, transactions } = heldPortfolio(100_000, known, TODAY);

const input: PlanInput = {
  transactions,
  assets: new Map(assets.map((asset) => [asset.isin, asset])),
  accounts: new Map(),
  statements: new Map(),
  date: TODAY,
  prices: new Map(assets.map(({ isin }, index) => [isin, { price: (20 + (index % 60)) as Price, date: TODAY }])),
  assumptions: { charges: new Map([['one', 5.95 as Pounds]]), spread: 0.2 as Percent, keepsSmallSteps: false },
};
const gains = computeGains({ transactions, assets: input.assets, asOf: TODAY });
const floor = bestOf(RUNS, () => computeGains({ transactions, assets: input.assets, asOf: TODAY }));
const amount = (pounds: number): Pounds => pounds as Pounds;

const goals: Readonly<Record<string, (book: PlanBook) => PlanAnswer | object | null>> = {
  'a gain': (book) => planGoal(book, { kind: 'makeGain', accountId: 'ann', amount: amount(50_000) }),
  'most of all gains': (book) => planGoal(book, { kind: 'makeGain', accountId: 'ann', amount: amount(90_000_000) }),
  'a loss': (book) => planGoal(book, { kind: 'harvestLoss', accountId: 'ann', amount: amount(50_000) }),
  'an amount': (book) => planGoal(book, { kind: 'raiseCash', accountId: 'ann', amount: amount(500_000) }),
  'bed and ISA': (book) =>
    planGoal(book, {
      kind: 'bedAndIsa',
      accountId: 'ann',
      subscription: amount(20_000),
      withinExemptAmount: false,
    }),
  'a couple': (book) => planGoal(book, { kind: 'shareWithSpouse', accountId: 'ann', spouseAccountId: 'bob' }),
  'trades to target': (book) =>
    planGoal(book, {
      kind: 'tradesToTarget',
      accountIds: ['ann', 'bob'],
      targets: new Map([
        ['UK_TSM', 30 as Percent],
        ['US_TSM', 30 as Percent],
        ['LT_BONDS', 30 as Percent],
      ]),
      cash: [{ accountId: 'ann', taxWrapper: 'DEALING', amount: amount(100_000) }],
    }),
  'if all were sold': (book) => ifAllSold(book, 'ann'),
};

for (const [name, plan] of Object.entries(goals)) {
  const time = bestOf(RUNS, () => plan(new PlanBook({ ...input, gains })));
  printTimes(name, time, 'all years', floor);
  printLimit(`${name}: at most a second`, time, SECOND, ' ms');
}
