/** The movement from one price to the next (001 §2.7). */
import type { Price } from '../../../domain/values/amount.ts';
import { divide, exact, multiply, negate, ONE, subtract, toText, type Exact } from '../../../domain/values/decimal.ts';
import type { PricePoint } from '../../../domain/records/records.ts';
import { formatMoney, formatPercent } from '../../ui/texts/format.ts';

export interface PriceChange {
  /** Per cent, as decimal text. */
  readonly percent: string;
  readonly direction: 'up' | 'down' | 'none';
  /** Beyond the threshold, and in which direction. */
  readonly movement: 'rise' | 'fall' | 'small';
  readonly text: string;
  /** 'Change from X to Y (±n%)' */
  readonly hint: string;
}

const HUNDRED = (100n * ONE) as Exact<'percent'>;

/** `threshold` in per cent. Null without an older price, or when that is nil or in another currency. */
export function changeOf(price: PricePoint, older: PricePoint | undefined, threshold: number): PriceChange | null {
  if (older === undefined || older.closePrice === 0 || older.currency !== price.currency) return null;
  const difference = subtract(exact<'price'>(price.closePrice), exact<'price'>(older.closePrice as Price));
  const percent = multiply(HUNDRED, divide<'percent'>(difference, exact<'price'>(older.closePrice)));
  const limit = exact(threshold as Price) as unknown as Exact<'percent'>;
  const direction = percent > 0n ? 'up' : percent < 0n ? 'down' : 'none';
  const text = formatPercent(toText(percent), 2, 'always');
  return {
    percent: toText(percent),
    direction,
    text,
    movement: percent > limit ? 'rise' : percent < negate(limit) ? 'fall' : 'small',
    hint: `Change from ${priceText(older)} to ${priceText(price)} (${text})`,
  };
}

/** A price with its currency's mark and 2 decimals. */
export function priceText({ closePrice, currency }: Pick<PricePoint, 'closePrice' | 'currency'>): string {
  return formatMoney(closePrice, { currency });
}
