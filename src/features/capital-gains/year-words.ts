/** What the figures of a tax year mean for the return, in sentences: the same on the screen and on paper (RULES 11.4). */
import type { YearPanel } from '../../../domain/cgt/tax/year-panel.ts';
import { dateInSentence, longDateInSentence } from '../../ui/texts/date-text.ts';
import { formatMoney } from '../../ui/texts/format.ts';

/** The boxes of SA108 that the figures fill, in the form's order. */
export const BOXES = [23, 24, 25, 26, 27, 45, 47] as const;

const BOX_LABELS: Readonly<Record<(typeof BOXES)[number], string>> = {
  23: 'Number of disposals',
  24: 'Disposal proceeds',
  25: 'Allowable costs (including purchase price)',
  26: 'Gains in the year, before losses',
  27: 'Losses in the year',
  45: 'Losses brought forward and used in-year',
  47: 'Losses available to be carried forward',
};

/** The label alone for a year for which the form's numbers are not known (RULES 11.5). */
export function boxName(box: (typeof BOXES)[number], boxNumbersKnown: boolean): string {
  return boxNumbersKnown ? `SA108 box ${box}: ${BOX_LABELS[box]}` : `SA108: ${BOX_LABELS[box]}`;
}

/** RULES 11.5. */
export const BOXES_ROUNDED =
  'Each box is rounded to whole pounds separately, in your favour, so the boxes may not add up.';

export const NO_RULES =
  'The rules of this tax year are not known to this version: no exempt amount or tax is worked out.';

const NOT_FINAL = 'The figures are not final: a disposal can still change, or depends on missing transactions.';
const EARLIER_NOT_FINAL =
  'The figures are not final, because an earlier year is not: the losses that it carries into this one can still change. Record the losses brought forward to settle this.';

/** Why the figures can still change; empty where they cannot. */
export function finalitySentences({
  final,
  broughtForwardFinal,
}: Pick<YearPanel, 'final' | 'broughtForwardFinal'>): readonly string[] {
  if (final) return [];
  return [broughtForwardFinal ? NOT_FINAL : EARLIER_NOT_FINAL];
}

/** Whether the year's gains belong in a return. */
export function returnSentence({ returnNeeded }: Pick<NonNullable<YearPanel['reporting']>, 'returnNeeded'>): string {
  return returnNeeded
    ? 'These gains have to be reported in Self Assessment.'
    : 'These gains need not be reported in Self Assessment, because neither limit is exceeded.';
}

/** What the least and the most tax stand for. */
export function bandSentence({ stretches }: Pick<YearPanel, 'stretches'>): string {
  const rates = (of: 'basicRate' | 'higherRate') =>
    [...new Set(stretches.map((stretch) => `${stretch[of]}%`))].join(' and ');
  return `The estimated tax is a range: from all gains at the basic rate (${rates('basicRate')}) to all at the higher rate (${rates('higherRate')}). It depends on your income.`;
}

/** What has to be reported, by when losses are claimed, and whether the figures can still change. */
export function reportingSentences(panel: YearPanel): readonly string[] {
  const { reporting, claimLossesBy, exemptAmount } = panel;
  const whole = (amount: number) => formatMoney(amount, { places: 0 });
  const limits =
    reporting === null
      ? [NO_RULES]
      : [
          `Proceeds are ${reporting.overProceedsLimit ? 'over' : 'not over'} the reporting limit of ${whole(reporting.proceedsLimit)}.`,
          `Gains before losses are ${reporting.gainsOverExempt ? 'over' : 'not over'} the exempt amount of ${whole(exemptAmount ?? 0)}.`,
          returnSentence(reporting),
        ];
  return [
    ...limits,
    ...(claimLossesBy === null
      ? []
      : [`These losses can be used only if they are claimed by ${longDateInSentence(claimLossesBy)}.`]),
    ...finalitySentences(panel),
  ];
}

/** A stretch of the year with rates of its own. */
export function stretchName({ from, to, basicRate, higherRate }: YearPanel['stretches'][number]): string {
  return `${dateInSentence(from)} to ${dateInSentence(to)}, at ${basicRate}% and ${higherRate}%`;
}

export const ADJUSTMENT = 'Adjustment to Capital Gains Tax for the change of rates on 30 October 2024';
