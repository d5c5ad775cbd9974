/** The rate at which a row's pounds were calculated from its amount in another currency (RULES 8). */
import type { Amount, Pounds } from '../values/amount.ts';
import { absolute, add, divide, exact, round, subtract, sum, toAmount, type Exact } from '../values/decimal.ts';
import { isTaxableWrapper, type Denomination } from '../fields/enums.ts';
import type { Transaction } from '../records/records.ts';
import type { MadeRate } from '../cgt/views/disposal-view.ts';
import { rateFor, type Rates } from './pound-rate.ts';
import type { RateSetting } from '../records/account-settings.ts';

/** The same figure in both currencies, and the largest difference that rounding explains, in pounds. */
interface Pair {
  readonly currency: string;
  readonly foreign: Exact<'money'>;
  readonly pounds: Exact<'pounds'>;
  readonly slack: Exact<'pounds'>;
}

/** Prices have at least six places; each part of an amount is rounded to the penny. */
const PRICE_SLACK = exact(0.000001 as Pounds);
const AMOUNT_SLACK = exact(0.02 as Pounds);
const SHOWN_PLACES = 6;

/** True for a row that may have moved another currency. */
export function isForeign(row: Transaction, denomination: Denomination | null): boolean {
  return pairsOf(row, denomination).length > 0;
}

/** Null for a row in pounds, or without figures in both currencies. */
export function madeRateOf(row: Transaction, denomination: Denomination | null, rates: Rates): MadeRate | null {
  const pairs = pairsOf(row, denomination);
  const [first] = pairs;
  if (first === undefined) return null;
  for (const pair of pairs) {
    const matching = (['hmrcMonth', 'day'] as const).flatMap((source) => {
      const rate = rateFor(pair.currency, row.transactionDate, source, rates);
      // Where a month has no rate, `rateFor` returns the daily rate, which is then not a monthly one.
      return rate !== null && rate.source === source && isMadeAt(pair, rate.perPound) ? [{ ...rate, source }] : [];
    });
    const [found] = matching;
    if (found === undefined || matching.some(({ perPound }) => perPound !== found.perPound)) continue;
    const { perPound, source: kind, operatorSource, date } = found;
    return { currency: pair.currency, perPound: toAmount(perPound), kind, operatorSource, date };
  }
  const implied = round(divide<'rate'>(first.foreign, first.pounds), SHOWN_PLACES);
  return {
    currency: first.currency,
    perPound: toAmount(implied),
    kind: 'other',
    operatorSource: null,
    date: row.transactionDate,
  };
}

function isMadeAt({ foreign, pounds, slack }: Pair, perPound: Exact<'rate'>): boolean {
  return absolute(subtract(divide<'pounds'>(foreign, perPound), pounds)) <= slack;
}

/** The price where the row has it in both currencies, and the amount paid or received. */
function pairsOf(row: Transaction, denomination: Denomination | null): Pair[] {
  const { nativePrice, localPrice, cashAmount, cashCurrency } = row;
  const pairs: Pair[] = [];
  if (
    (denomination === 'USD' || denomination === 'EUR') &&
    nativePrice !== null &&
    localPrice !== null &&
    nativePrice > 0 &&
    localPrice > 0
  )
    pairs.push({
      currency: denomination,
      foreign: exact(nativePrice as Amount<'price'> as number as Amount<'money'>),
      pounds: exact(localPrice as Amount<'price'> as number as Pounds),
      slack: PRICE_SLACK,
    });
  if (cashAmount === undefined || cashCurrency === undefined || cashCurrency === 'GBP' || cashAmount <= 0) return pairs;
  const pounds = movedPounds(row);
  if (pounds > 0n) pairs.push({ currency: cashCurrency, foreign: exact(cashAmount), pounds, slack: AMOUNT_SLACK });
  return pairs;
}

/** The amount that a trade or payment moved, in the pounds of its record. */
function movedPounds(row: Transaction): Exact<'pounds'> {
  const { transactionType, grossIncome, taxWithheld } = row;
  const charges = sum([row.brokerCharge, row.stampDuty, row.fxCharge].map((charge) => exact(charge)));
  const amount =
    grossIncome === undefined || taxWithheld === undefined
      ? add(exact(row.consideration), exact(row.accruedInterest))
      : subtract(exact(grossIncome), exact(taxWithheld));
  return transactionType === 'BUY' ? add(amount, charges) : subtract(amount, charges);
}

/** A row whose kind of rate is the rarer one in its account. */
export interface MixedRate {
  readonly row: Transaction;
  readonly kind: RateSetting['source'];
  /** Number of rows of the account with the other kind. */
  readonly others: number;
}

/** RULES 8.3: for each account that mixes HMRC's monthly and daily rates, the latest row of the rarer kind. */
export function mixedRates(
  transactions: readonly Transaction[],
  denominationOf: (isin: string) => Denomination | null,
  rates: Rates,
): MixedRate[] {
  const byAccount = new Map<string, Record<RateSetting['source'], Transaction[]>>();
  for (const row of transactions) {
    if (!isTaxableWrapper(row.taxWrapper)) continue;
    const made = madeRateOf(row, denominationOf(row.isin), rates);
    if (made === null || made.kind === 'other') continue;
    const rows = byAccount.get(row.accountId) ?? { hmrcMonth: [], day: [] };
    byAccount.set(row.accountId, rows);
    rows[made.kind].push(row);
  }
  return [...byAccount.values()].flatMap(({ hmrcMonth, day }): MixedRate[] => {
    const kind = hmrcMonth.length < day.length ? 'hmrcMonth' : 'day';
    const [few, many] = kind === 'day' ? [day, hmrcMonth] : [hmrcMonth, day];
    const row = few.toSorted((a, b) => (a.transactionDate < b.transactionDate ? -1 : 1)).at(-1);
    return row === undefined || many.length === 0 ? [] : [{ row, kind, others: many.length }];
  });
}
