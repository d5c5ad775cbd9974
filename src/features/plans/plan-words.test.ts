import { expect, it } from 'vitest';
import type { Plan, PlanNote, Shortfall } from '../../../domain/plans/plan.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { Pounds } from '../../../domain/values/amount.ts';
import type { PurchaseWindow } from '../../../domain/cgt/planned-sale/thirty-day-window.ts';
import * as windowWords from '../../ui/texts/purchase-window-text.ts';
import { ADVICE } from '../../../tests/wording/advice.ts';
import * as words from './plan-words.ts';

const DAY = '2026-12-01' as IsoDate;
const WINDOW: PurchaseWindow = {
  accountId: 'a',
  isin: 'I',
  assetName: 'Test plc',
  from: DAY,
  to: '2026-12-31' as IsoDate,
  recorded: [],
  expected: [],
};
const AMOUNT = 1 as Pounds;
const NOTES: readonly PlanNote[] = [
  { code: 'oldPrice', isin: 'I', date: DAY, days: 5 },
  { code: 'typedPrice', isin: 'I' },
  { code: 'chargeUnknown', brokerId: 'b' },
  { code: 'lossWasted', amount: AMOUNT },
  { code: 'absorbsLosses', amount: AMOUNT },
  { code: 'lastTradeDay', date: DAY },
  { code: 'stampDutyAssumed', isin: 'I' },
  { code: 'nothingOfCategory', category: 'UK_TSM' },
  { code: 'drift', before: AMOUNT, after: AMOUNT },
];
const LEFT_OUT = { accountId: 'a', isin: 'I', assetName: 'Test plc', why: 'noPrice' } as const;
const SHORTFALLS: readonly Shortfall[] = [
  'noHoldings',
  'noGains',
  'noLosses',
  'noGainsToOffset',
  'exemptAmountUsed',
  'yearUnknown',
  'notEnough',
  'nothingSubscribable',
  'targetsOver100',
  'onTarget',
];

/** Everything that the screen can say about a plan. */
function sentences(): string[] {
  const names = { security: () => 'Test plc', broker: () => 'AJ Bell' };
  const plan = { steps: [], reached: true } as unknown as Plan;
  return [
    words.ABOUT,
    words.ABOUT_SOLD,
    words.ABOUT_PLANNED,
    words.EARLIER_YEARS,
    ...words.GOALS.map(({ label }) => label),
    ...SHORTFALLS.map(words.shortfallText),
    ...NOTES.map((note) => words.noteText(note, names)),
    ...(['sell', 'buy', 'transfer'] as const).map(words.stepName),
    ...(['reinvestedDividends', 'regularPurchases'] as const).map(windowWords.expectedText),
    ...words.leftOutTexts(
      (['noPrice', 'within30Days', 'soldMoreThanHeld'] as const).map((why) => ({ ...LEFT_OUT, why })),
    ),
    words.planTitle(plan, 1),
    words.planTitle({ ...plan, reached: false }, 1),
    windowWords.windowText(WINDOW),
    words.waitText(DAY),
    windowWords.safeText(null),
    windowWords.safeText(DAY),
  ];
}

it('describes and never advises: nobody is told to buy, to sell or what is best', () => {
  expect(sentences().filter((text) => ADVICE.test(text))).toEqual([]);
  expect('Sell 3 units').toMatch(ADVICE);
  expect('You should wait').toMatch(ADVICE);
});

it('has no amount in a sentence, so that hidden values hide them all', () => {
  expect(sentences().filter((text) => /£|\d,\d{3}/u.test(text))).toEqual([]);
});

it('names each security once for each reason why it is left out', () => {
  const elsewhere = { ...LEFT_OUT, accountId: 'b' };
  const other = { ...LEFT_OUT, isin: 'J', assetName: 'Other plc' };
  expect(words.leftOutTexts([LEFT_OUT, elsewhere, other, { ...other, why: 'within30Days' }])).toEqual([
    'Left out because there is no price: Test plc and Other plc.',
    'Left out because a purchase recorded in the next 30 days would be matched with the sale: Other plc.',
  ]);
});
