/**
 * Every sentence about plans, without amounts: they describe what was worked out, and advise nobody to buy or to sell.
 */
import { ASSET_CATEGORIES, labelOf } from '../../../domain/fields/enums.ts';
import type { LeftOut, Plan, PlanGoal, PlanNote, Shortfall } from '../../../domain/plans/plan.ts';
import { groupBy } from '../../../domain/values/group-by.ts';
import { dateInSentence } from '../../ui/texts/date-text.ts';

export const GOALS = [
  { value: 'trySale', label: 'Try one sale' },
  { value: 'useExemptAmount', label: 'Use the rest of the exempt amount' },
  { value: 'makeGain', label: 'Make a gain' },
  { value: 'harvestLoss', label: 'Make a loss' },
  { value: 'raiseCash', label: 'Raise an amount' },
  { value: 'bedAndIsa', label: 'Move into an ISA (bed and ISA)' },
  { value: 'shareWithSpouse', label: 'Use both exempt amounts of a couple' },
  { value: 'tradesToTarget', label: 'Move towards the target allocation' },
] as const satisfies readonly { readonly value: PlanGoal['kind'] | 'trySale'; readonly label: string }[];

/** A goal that is planned; one sale is tried at once, while it is typed. */
export type GoalKind = PlanGoal['kind'] | 'trySale';

export const ABOUT =
  'The result of trades, worked out by the same rules as the tax return. Nothing is stored until you keep it, and nothing here is advice.';

export const ABOUT_SOLD =
  'Every holding with a price, sold today at its latest price with the charge of the latest trade at its broker. ISAs are untaxed; pensions are taxed when they are drawn, which is not in these figures.';

export const ABOUT_PLANNED =
  "Plans that you kept. They are not transactions: no figure includes them, and no broker is informed. Confirm records a trade with the broker's own figures.";

const SHORTFALLS: Readonly<Record<Shortfall, string>> = {
  noHoldings: 'No holding with a price could be sold for this goal.',
  noGains: 'No holding outside ISAs and pensions has a gain.',
  noLosses: 'No holding outside ISAs and pensions has a loss.',
  noGainsToOffset: 'The gains of the year do not exceed the exempt amount, so no loss would save tax this year.',
  exemptAmountUsed: 'The exempt amount of the year is used up.',
  yearUnknown: 'The rates of this tax year are not known yet.',
  notEnough: 'The holdings do not reach this goal in full.',
  nothingSubscribable: 'Enter the amount that may still be paid into the ISA.',
  targetsOver100: 'The target percentages add up to more than 100 %.',
  onTarget: 'Every category is on its target.',
};

export function shortfallText(code: Shortfall): string {
  return SHORTFALLS[code];
}

const REASONS: Readonly<Record<LeftOut['why'], string>> = {
  noPrice: 'there is no price',
  within30Days: 'a purchase recorded in the next 30 days would be matched with the sale',
  soldMoreThanHeld: 'more was sold in one wrapper than was held there, so not all of the cost is known',
};

/** A sentence for each reason, which names each security once: it may be held in several places. */
export function leftOutTexts(leftOut: readonly LeftOut[]): readonly string[] {
  return [...groupBy(leftOut, ({ why }) => why)].map(([why, entries]) => {
    const names = new Set(entries.map(({ assetName }) => assetName));
    return `Left out because ${REASONS[why]}: ${new Intl.ListFormat('en-GB').format(names)}.`;
  });
}

export function planTitle({ steps, reached }: Plan, number: number): string {
  const trades = steps.filter(({ kind }) => kind !== 'wait').length;
  const count = trades === 1 ? '1 trade' : `${trades} trades`;
  return reached ? `Plan ${number}: ${count}` : `Nearest plan: ${count}`;
}

const STEPS = { sell: 'Sale', buy: 'Purchase', transfer: 'Transfer' } as const;

export function stepName(kind: keyof typeof STEPS): string {
  return STEPS[kind];
}

export function waitText(until: string): string {
  return `Settlement: the money from the sale arrives on ${dateInSentence(until)}.`;
}

/** The text of a note; its amount, where it has one, follows. */
export function noteText(
  note: PlanNote,
  names: { readonly security: (isin: string) => string; readonly broker: (id: string) => string },
): string {
  switch (note.code) {
    case 'oldPrice':
      return `The price of ${names.security(note.isin)} is ${note.days} days old (${dateInSentence(note.date)}).`;
    case 'typedPrice':
      return `You entered the price of ${names.security(note.isin)}.`;
    case 'chargeUnknown':
      return `${names.broker(note.brokerId)} has no trade yet, so no charge is assumed.`;
    case 'lossWasted':
      return 'This part of the loss only sets off gains that the exempt amount covers:';
    case 'absorbsLosses':
      return 'This part of the gain is covered by losses of the same year:';
    case 'lastTradeDay':
      return `A sale after ${dateInSentence(note.date)} does not settle in this tax year.`;
    case 'stampDutyAssumed':
      return `Stamp duty of 0.5 % is assumed on ${names.security(note.isin)}; shares of growth markets bear none.`;
    case 'nothingOfCategory':
      return `No security of the category ${labelOf(ASSET_CATEGORIES, note.category)} is held, so the plan buys none.`;
    case 'drift':
      return 'Distance from the targets before and after, as half of the total above and below them:';
  }
}

export const EARLIER_YEARS = 'A sale in an earlier tax year would be matched differently.';
