/** Compares a price with an amount in another currency, at the rate that the row states or that of the day. */
import { conversionRounding } from '../cells/figure-proof.ts';
import { money, type ProofContext, type ProvedFigure, type ProvedFigures } from './proof-context.ts';
import { statedRateOf } from './stated-rate.ts';

/** A price in another currency than its cell's. */
export interface ConvertedPrice {
  readonly text: string;
  /** See `TradeFigures.conversion`. */
  readonly conversion: number;
}

/** The price in the currency of the amount at the rate that the row states; null where it states none, or needs none. */
export function priceByRate(
  price: ProvedFigure | undefined,
  currencyOf: (figure: ProvedFigure | undefined) => string,
  { consideration }: ProvedFigures,
  { statedRate, date, rate }: ProofContext,
): ConvertedPrice | null {
  if (price === undefined || consideration === undefined || statedRate === '' || date === null) return null;
  const [from, to] = [currencyOf(price), currencyOf(consideration)];
  if (from === to) return null;
  const inPounds = (currency: string): number => (currency === 'GBP' ? 1 : Number(rate(currency, date) ?? Number.NaN));
  const ofDay = inPounds(from) / inPounds(to);
  const used = ofDay > 0 ? statedRateOf(statedRate, String(ofDay)) : null;
  if (used === null) return null;
  return {
    text: (Number(price.text) * Number(used)).toFixed(8),
    conversion: conversionRounding(price.text, statedRate.trim()),
  };
}

/**
 * Compares price and amount in two currencies at the day's rates, which is enough to find a figure without its decimal
 * point. Tax of at most 45 % may have been deducted from income.
 */
export function proveAbroad(
  product: number,
  currencies: readonly string[],
  found: ProvedFigures,
  context: ProofContext,
  isIncome = false,
): void {
  const [ofPrice, ofAmount] = currencies.map((currency) =>
    currency === 'GBP'
      ? 1
      : Number((context.date === null ? null : context.rate(currency, context.date)) ?? Number.NaN),
  );
  const [expected, stated] = [product * (ofPrice ?? 0), Number(found.consideration?.text) * (ofAmount ?? 0)];
  if (!(expected > 0) || !(stated > 0)) return;
  // Charges may be part of a trade's amount; an income has none.
  const [least, other] = isIncome ? [expected * 0.55, 0.05] : [expected, 40];
  if (stated > expected * 1.1 + other || stated < least * 0.9 - other || expected > stated * 3 || stated > expected * 3)
    context.words.doubt(
      `Quantity x price is about £${money.format(expected)} at the rate of the day, but the amount is £${money.format(stated)}. Check both.`,
    );
}
