/** The words of the income screen, the same on screen and on paper. */
import type { ForeignTaxLine, IncomeBox, IncomeRange, IncomeYear } from '../../../domain/income/income-year.ts';
import { formatMoney } from '../../ui/texts/format.ts';
import { whereToLook } from '../../../domain/income/income-findings.ts';
import { providerName } from '../../../domain/facts/providers.ts';
import { BOX_LABELS, boxPlace, FOREIGN_KIND_LABELS } from '../../../domain/income/labels.ts';
import type { NatureGround } from '../../../domain/income/nature.ts';
import { groupBy } from '../../../domain/values/group-by.ts';
import type { RateKind } from '../../../domain/income/rate-kinds.ts';
import type { FundPeriodView } from '../../../domain/income/period-view.ts';
import type { FundStatus, PeriodState } from '../../../domain/income/excess-income.ts';
import { formatDate, dateInSentence } from '../../ui/texts/date-text.ts';
import { rateWords } from '../../ui/texts/rate-words.ts';

/** `SA106, US: Foreign dividends`. */
export function boxTitle({
  name,
  form,
  number,
  country,
}: Pick<IncomeBox, 'name' | 'form' | 'number' | 'country'>): string {
  return `${boxPlace(form, number)}${country === null ? '' : `, ${country}`}: ${BOX_LABELS[name]}`;
}

export const GROUND_WORDS: Readonly<Record<NatureGround, string>> = {
  stated: 'Stated by you',
  giltList: 'On the list of gilts',
  interest: 'Assumed from its ISIN: pays interest',
  fund: "Assumed from the fund's category and the country in its ISIN",
  shares: 'Assumed from the country in its ISIN: shares',
  mixedPayer: 'The ISIN does not show where the payer is taxed, or it pays two kinds of income',
  notKnown: "The security's type is not known",
};

export const STATE_WORDS: Readonly<Record<PeriodState, string>> = {
  recorded: 'Recorded',
  proposed: 'Not recorded yet',
  changed: 'Figure changed',
  lowered: 'Too much recorded',
  nil: 'Nothing to report',
  implausible: 'Doubtful figure',
  rateNeeded: 'Exchange rate missing',
  notKnown: 'Figure missing',
  notYetDue: 'Not published yet',
};

/** RULES 4.10. */
export const FUND_STATUS_WORDS: Readonly<Record<FundStatus, string>> = {
  notReporting: 'Not a reporting fund as far as we know',
  notKnown: 'Not known whether it is a reporting fund',
};

/** Why a period is in its state, and what to do. */
export function stateSentence(period: FundPeriodView): string {
  const { state, isin, periodEnd, nearest } = period;
  const source = sourceWords(period);
  switch (state) {
    case 'recorded':
      return 'A notional distribution records it.';
    case 'proposed':
      return `From ${source}.`;
    case 'changed':
      return 'The figure or the units have changed since this was recorded. You can add the difference.';
    case 'lowered':
      return 'The recorded amount is more than the figure gives now. Check the notional distribution.';
    case 'nil':
      return `There is no excess income according to ${source}.`;
    case 'implausible':
      return 'The published figure cannot be right as it stands. Check it before you add it.';
    case 'rateNeeded':
      return 'There is no rate for this currency on the day. Enter the figure in pounds.';
    case 'notKnown':
      return `No figure is known for the period to ${dateInSentence(periodEnd)}. ${whereToLook(isin, nearest?.provider ?? null)}`;
    case 'notYetDue':
      return 'Funds report within six months of the end of the period.';
  }
}

function sourceWords({ isOwnFigure, operatorSource, provider }: FundPeriodView): string {
  if (operatorSource !== null) return `a figure that the operator of your server has added (${operatorSource})`;
  if (!isOwnFigure) return `a report of ${providerName(provider)}`;
  return provider === '' ? 'your own figure' : `your own figure (${provider})`;
}

/** The source of figures that the operator of the server has added; null where there are none. */
export function operatorText(sources: readonly string[]): string | null {
  if (sources.length === 0) return null;
  return `The operator of your server has added figures or rates, which are used in place of the supplied ones. They are from: ${sources.join('; ')}.`;
}

/** How the amount was worked out; null without a figure. */
export function workingWords({
  currency,
  perPound,
  rateSource,
  rateOperatorSource,
  rateDate,
}: FundPeriodView): string | null {
  if (currency === null || perPound === null) return null;
  if (rateSource === null || rateSource === 'pounds') return null;
  return rateWords({
    currency,
    perPound,
    kind: rateSource === 'recorded' ? 'other' : rateSource,
    operatorSource: rateOperatorSource,
    date: rateDate,
  });
}

const RATE_KIND_WORDS: Readonly<Record<RateKind, string>> = {
  'hmrcMonth distributionDate': "HMRC's monthly rate of the distribution date",
  'hmrcMonth periodEnd': "HMRC's monthly rate of the period's end",
  'day distributionDate': 'the rate of the distribution date',
  'day periodEnd': "the rate of the period's end",
  other: 'a rate of your own',
};

/** Which kinds of rates a year mixes, with their funds; null where it has one kind or none (RULES 4.12). */
export function mixedRatesText(periods: readonly FundPeriodView[]): string | null {
  const rated = periods.filter(({ rateKind, state }) => rateKind !== null && state !== 'nil');
  const kinds = groupBy(rated, ({ rateKind }) => rateKind ?? 'other');
  if (kinds.size < 2) return null;
  const parts = [...kinds].map(
    ([kind, of]) =>
      `${RATE_KIND_WORDS[kind]} (${of.map(({ name, periodEnd }) => `${name} to ${dateInSentence(periodEnd)}`).join(', ')})`,
  );
  return `This year mixes exchange rates: ${parts.join('; ')}.`;
}

export const LEFT_OUT = [
  'Interest on savings accounts and rents, and accrued income of bond trades, which is listed separately.',
  'Tax on property income distributions, which count as other income.',
  'Scottish rates, pension and Gift Aid payments, and student loans.',
] as const;

/** What is assumed until it is stated, and how the tax of the year is worked out (RULES 5.3 to 5.5). */
export function assumptions({
  otherIncome,
  circumstances,
  dividendAllowance,
  foreignTax,
  taxYear,
}: IncomeYear): readonly string[] {
  const { marriageAllowance, residence } = circumstances;
  return [
    ...(otherIncome === null
      ? [
          'Until you state your other income, the range covers every possible amount of it.',
          'The savings allowance depends on your other income, so it is not known until you state it.',
        ]
      : []),
    ...(otherIncome === null && dividendAllowance !== null && dividendAllowance.received > 0
      ? [
          'Until you state your other income, all dividends count towards the dividend allowance; those that your personal allowance covers do not use it.',
        ]
      : []),
    ...(marriageAllowance === null ? ['The tax covers every possible answer about the marriage allowance.'] : []),
    ...(residence === null
      ? ['You are assumed to live in England, Wales or Northern Ireland until you state otherwise.']
      : []),
    ...(foreignTax.length > 0
      ? [
          "Relief for foreign tax is the lower of the foreign tax at the treaty's rate and the UK tax on that income, for each line of SA106.",
        ]
      : []),
    ...(taxYear >= '2027-28'
      ? ['Assumed: rent is taxed at the same rates as pay, because its own rates are not calculated.']
      : []),
  ];
}

export const ACCRUED_EFFECTS = { profit: 'Taxed as interest', relief: 'Relief from interest' } as const;
/** RULES 7.4. */
export const ACCRUED_NOTE =
  'Not included in any box or total above: a holder of no more than 5,000 nominal of such securities is outside the accrued income scheme (not confirmed). In the scheme a profit is taxed as interest in the year in which the interest period ends, and a relief is deducted from the interest of that period.';

export const NOT_ADVICE = 'Figures to help fill in a return, not tax advice.';
export const ROUNDED =
  'On the return each box is rounded to whole pounds separately: income down, and tax that was taken off up.';

/** `2024-06` as `Jun 2024`. */
export function monthText(month: string): string {
  return formatDate(`${month}-01`).slice('1 '.length);
}

/** `£120.00`, or `£120.00 to £390.00`. */
export function rangeText({ from, to }: IncomeRange, money: (amount: number) => string = formatMoney): string {
  return from === to ? money(to) : `${money(from)} to ${money(to)}`;
}

/** The tax of a year with its relief, in parts whose amounts are hidden with the values. */
export function taxSentences(year: IncomeYear, money: (amount: number) => string = formatMoney): readonly string[] {
  const { tax, relief, taxAfterRelief, otherIncome, circumstances } = year;
  if (tax === null) return [];
  const depends = [
    ...(otherIncome === null ? ['your other income'] : []),
    ...(circumstances.marriageAllowance === null && tax.from !== tax.to ? ['the marriage allowance'] : []),
  ].join(' and ');
  const beside = otherIncome === null ? '' : ` beside other income of ${money(otherIncome)}`;
  const first = `Tax on this income${beside}: ${rangeText(tax, money)}${depends === '' ? '' : `, depending on ${depends}`}.`;
  if (relief === null || relief.to === 0) return [first];
  return [
    first,
    taxAfterRelief === null
      ? `Relief for foreign tax takes off up to ${money(relief.to)}.`
      : `Less relief for foreign tax of ${rangeText(relief, money)}: ${rangeText(taxAfterRelief, money)}.`,
  ];
}

export const FOREIGN_TAX_TITLE = 'Relief for foreign tax';

/** `US dividends`. */
export function foreignTitle({ country, kind }: Pick<ForeignTaxLine, 'country' | 'kind'>): string {
  const words = FOREIGN_KIND_LABELS[kind].toLowerCase();
  return country === null ? `Country not known: ${words}` : `${country} ${words}`;
}
