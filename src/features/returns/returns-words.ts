/** What the returns screen says of its figures, and of those that cannot be given. */
import { labelOf, TAX_WRAPPER_OPTIONS } from '../../../domain/enums.ts';
import type { CashSince } from '../../../domain/returns/ledgers-from-events.ts';
import type { MissingDays, OldPriceUsed } from '../../../domain/returns/missing-figures.ts';
import type { MoneyWeighted } from '../../../domain/returns/money-weighted.ts';
import type { ReturnsScope } from '../../../domain/returns/scope.ts';
import type { TimeWeightedView } from '../../../domain/returns/returns-view.ts';
import type { LineNames } from './bridge-lines.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { formatMoney, formatPercent } from '../../ui/format.ts';

const DAYS_A_YEAR = 365;
/** Of such a period the yearly rate says nothing more. */
const LONGEST_YEAR = 366;
/** Names beyond this many are counted, not listed. */
const MOST_NAMES = 4;

/** A rate in per cent with at most four digits: `0.158447` as `+15.84%`. */
export function rateText(rate: number): string {
  const percent = Number((rate * 100).toPrecision(4));
  const places = Math.abs(percent) >= 1000 ? 0 : Math.abs(percent) >= 100 ? 1 : 2;
  return formatPercent(percent, places, 'always');
}

/** A figure with what it is of; null where there is none and the note says why. */
export interface RateWords {
  readonly rate: number | null;
  readonly note: string;
}

export function timeWeightedWords({ rate, perYear, fault, days, unmeasured }: TimeWeightedView): RateWords {
  const left =
    unmeasured === 0
      ? ''
      : ` Income of ${formatMoney(unmeasured)} came while nothing was held and is not in this rate.`;
  if (rate !== null && perYear !== null && days <= LONGEST_YEAR)
    return { rate, note: `over ${daysText(days)}.${left}` };
  if (rate !== null && perYear !== null)
    return { rate: perYear, note: `a year over ${daysText(days)}: ${rateText(rate)} in all.${left}` };
  if (rate !== null) return { rate, note: `for ${daysText(days)}. Under a year, so there is no yearly rate.${left}` };
  switch (fault) {
    case 'missing':
      return { rate, note: 'A price or rate is missing on some day of this period.' };
    case 'belowNothing':
      return { rate, note: 'More was sold than was held, so growth cannot be measured.' };
    case 'nothingHeld':
    case null:
      return { rate, note: 'Nothing was held in this period.' };
  }
}

export function moneyWeightedWords(found: MoneyWeighted | null): RateWords {
  if (found === null) return { rate: null, note: 'A price or rate is missing on a day that counts.' };
  if (found.found)
    return found.days < DAYS_A_YEAR
      ? { rate: found.forPeriod, note: `for ${daysText(found.days)}. Under a year, so there is no yearly rate.` }
      : { rate: found.perYear, note: `a year over ${daysText(found.days)}.` };
  switch (found.reason) {
    case 'noFlows':
      return { rate: null, note: 'Nothing was held or paid in this period.' };
    case 'noRoot':
      return { rate: null, note: 'No rate solves these payments.' };
    case 'severalRoots':
      return { rate: null, note: 'Several rates solve these payments, so none is shown.' };
  }
}

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days.toLocaleString('en-GB')} days`;
}

/** What is missing, for example `Vodafone: no price from 3 Mar 2024 to 5 Mar 2024`. */
export function missingText(missing: readonly MissingDays[], nameOf: (isin: string) => string): string {
  return listed(
    missing.map(({ isin, currency, from, to }) => {
      const what = currency === null ? 'no price' : `no ${currency} exchange rate`;
      const when = from === to ? `on ${formatDate(from)}` : `from ${formatDate(from)} to ${formatDate(to)}`;
      return `${isin === null ? 'Cash' : nameOf(isin)}: ${what} ${when}`;
    }),
  );
}

export function oldPricesText(old: readonly OldPriceUsed[], nameOf: (isin: string) => string): string {
  return listed(
    old.map(
      ({ isin, priceDate, until }) =>
        `${nameOf(isin)} has its price of ${formatDate(priceDate)} until ${formatDate(until)}`,
    ),
  );
}

/** Where cash counts within a scope: its account holder, wrapper and broker choose; a category or security does not. */
export function cashInScope(cashSince: readonly CashSince[], scope: ReturnsScope): readonly CashSince[] {
  const { accountId, taxWrapper, brokerId } = scope;
  return cashSince.filter(
    (place) =>
      (accountId === undefined || place.accountId === accountId) &&
      (taxWrapper === undefined || place.taxWrapper === taxWrapper) &&
      (brokerId === undefined || place.brokerId === brokerId),
  );
}

/** Since when cash counts where, and how all else is counted. */
export function cashText(cashSince: readonly CashSince[], names: LineNames): string {
  const places = cashSince.map(
    ({ accountId, brokerId, taxWrapper, day }) =>
      `${names.account(accountId)}, ${names.broker(brokerId)}, ${labelOf(TAX_WRAPPER_OPTIONS, taxWrapper)} from ${formatDate(day)}`,
  );
  return `Cash at brokers counts: ${listed(places)} Before that, and elsewhere, purchases are paid in, sales and income are paid out. Savings and properties are not counted.`;
}

function listed(texts: readonly string[]): string {
  const more = texts.length - MOST_NAMES;
  return `${texts.slice(0, MOST_NAMES).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
