import type { PriceUsed } from '../../../domain/plans/plan.ts';
import { londonDate } from '../../../domain/values/dates.ts';
import { priceAgeText } from '../texts/price-age-text.ts';
import { useNow } from '../hooks/use-now.ts';

interface PriceAgeProps {
  /** Of each security that is held; null where it has none. */
  readonly prices: readonly { readonly price: PriceUsed | null }[];
  readonly className?: string | undefined;
}

/** Says that prices are older than a day; nothing where none is. */
export function PriceAge({ prices, className }: PriceAgeProps) {
  const dates = prices.flatMap(({ price }) => (price === null ? [] : [price.date]));
  const text = priceAgeText(dates, londonDate(useNow()));
  return text !== null && <span className={className}>{text}</span>;
}
