/** The texts of the returns screen about its figures, and about those that cannot be shown. */
import { labelOf, TAX_WRAPPER_OPTIONS } from '../../../domain/fields/enums.ts';
import { groupBy } from '../../../domain/values/group-by.ts';
import type { CashSince } from '../../../domain/returns/book/ledgers-from-events.ts';
import type {
  MissingDays,
  OldPriceUsed,
  OldRateUsed,
  OversoldSecurity,
} from '../../../domain/returns/answers/missing-figures.ts';
import { shownMoneyWeighted, type MoneyWeighted } from '../../../domain/returns/figures/money-weighted.ts';
import type { ReturnsScope } from '../../../domain/returns/book/scope.ts';
import { shownTimeWeighted, type TimeWeightedView } from '../../../domain/returns/figures/time-weighted.ts';
import type { LineNames } from './bridge-lines.tsx';
import { dateInSentence, daysInSentence } from '../../ui/texts/date-text.ts';
import { formatMoney, rateText } from '../../ui/texts/format.ts';
import { listedNames } from '../../ui/texts/listed-names.ts';

/** Names beyond this many are counted, not listed. */
const MOST_NAMES = 4;

/** A figure with what it is of; null where there is none and the note says why. */
export interface RateWords {
  readonly rate: number | null;
  readonly note: string;
}

export function timeWeightedWords(view: TimeWeightedView): RateWords {
  const { rate, fault, days, unmeasured } = view;
  const left =
    unmeasured === 0
      ? ''
      : ` Income of ${formatMoney(unmeasured)} was received while nothing was held and is not in this rate.`;
  const shown = shownTimeWeighted(view);
  if (shown !== null && rate !== null) {
    // Over a year of 365 days the two rates are the same.
    const [shownRate, inAll] = [rateText(shown.rate), rateText(rate)];
    const over = shown.isPerYear
      ? `a year over ${daysText(days)}${inAll === shownRate ? '' : `: ${inAll} in all`}.`
      : `for ${daysText(days)}. Under a year, so there is no yearly rate.`;
    return { rate: shown.rate, note: `${over}${left}` };
  }
  switch (fault) {
    case 'missing':
      return { rate: null, note: 'A price or rate is missing on some day of this period.' };
    case 'belowNothing':
      return { rate: null, note: 'More was sold than was held, so growth cannot be measured.' };
    case 'nothingHeld':
    case null:
      return { rate: null, note: 'Nothing was held in this period.' };
  }
}

export function moneyWeightedWords(found: MoneyWeighted | null): RateWords {
  if (found === null) return { rate: null, note: 'A price or rate is missing on a day that this rate needs.' };
  const shown = shownMoneyWeighted(found);
  if (found.found)
    return {
      rate: shown?.rate ?? null,
      note:
        shown?.isPerYear === true
          ? `a year over ${daysText(found.days)}.`
          : `for ${daysText(found.days)}. Under a year, so there is no yearly rate.`,
    };
  switch (found.reason) {
    case 'noFlows':
      return { rate: null, note: 'Nothing was held or paid in this period.' };
    case 'noRoot':
      return { rate: null, note: 'No rate of return fits these payments.' };
    case 'severalRoots':
      return { rate: null, note: 'Several rates of return fit these payments, so none is shown.' };
    case 'oversold':
      return { rate: null, note: 'More had been sold than was held at the start or the end of this period.' };
  }
}

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days.toLocaleString('en-GB')} days`;
}

/** What is missing, for example `Vodafone and Tesco: no price from 3 Mar 2024 to 5 Mar 2024`. */
export function missingText(missing: readonly MissingDays[], nameOf: (isin: string) => string): string {
  const groups = groupBy(missing, (days) => {
    const what = days.currency === null ? 'no price' : `no ${days.currency} exchange rate`;
    return `${what} ${daysInSentence(days)}`;
  });
  return listed(
    [...groups].map(([gap, entries]) => {
      const names = entries.map(({ isin }) => (isin === null ? 'Cash' : nameOf(isin)));
      return `${listedNames(names, MOST_NAMES)}: ${gap}`;
    }),
  );
}

/** What was oversold, for example `Vodafone from 3 Mar 2024 to 5 Mar 2024`. */
export function oversoldText(oversold: readonly OversoldSecurity[], nameOf: (isin: string) => string): string {
  return listed(oversold.map((days) => `${nameOf(days.isin)} ${daysInSentence(days)}`));
}

export function oldPricesText(old: readonly OldPriceUsed[], nameOf: (isin: string) => string): string {
  return listed(
    old.map(
      ({ isin, priceDate, until }) =>
        `${nameOf(isin)} has its price of ${dateInSentence(priceDate)} until ${dateInSentence(until)}`,
    ),
  );
}

export function oldRatesText(old: readonly OldRateUsed[]): string {
  return listed(
    old.map(
      ({ currency, rateDate, until }) =>
        `${currency} has its rate of ${dateInSentence(rateDate)} until ${dateInSentence(until)}`,
    ),
  );
}

/** Where cash counts within a scope: it follows account holder, wrapper and broker, not category or security. */
export function cashInScope(cashSince: readonly CashSince[], scope: ReturnsScope): readonly CashSince[] {
  const { accountId, taxWrapper, brokerId } = scope;
  return cashSince.filter(
    (place) =>
      (accountId === undefined || place.accountId === accountId) &&
      (taxWrapper === undefined || place.taxWrapper === taxWrapper) &&
      (brokerId === undefined || place.brokerId === brokerId),
  );
}

/** A place where cash counts, and since when. */
export function cashPlaceText({ accountId, brokerId, taxWrapper, day }: CashSince, names: LineNames): string {
  const place = [names.account(accountId), names.broker(brokerId), labelOf(TAX_WRAPPER_OPTIONS, taxWrapper)];
  return `${place.join(', ')}: from ${dateInSentence(day)}`;
}

function listed(texts: readonly string[]): string {
  const more = texts.length - MOST_NAMES;
  return `${texts.slice(0, MOST_NAMES).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
