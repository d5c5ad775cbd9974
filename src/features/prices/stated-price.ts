import { parseAmount } from '../../../domain/values/amount.ts';
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { Denomination } from '../../../domain/fields/enums.ts';
import { hasKnownDenomination } from '../../../domain/holdings/missing-prices.ts';
import { issueText } from '../../../domain/records/issue-text.ts';
import { checkPrice } from '../../../domain/records/price.ts';
import type { Asset } from '../../../domain/records/records.ts';
import type { TypedFigure } from '../../../workers/api/worker-api.ts';
import type { StatedPrice } from '../../sync/ask/price-calls.ts';

/** What was typed for a security; the day is `yyyy-MM-dd`, or the text while it names none. */
export interface TypedPrice {
  readonly price: string;
  readonly day: string;
  /** Where the catalogue does not know it; empty until it was chosen. */
  readonly currency: Denomination | '';
}

/** The price that was typed for a security, or what is wrong with it, in a sentence. */
export function readTypedPrice(
  asset: Asset,
  { price, day, currency }: TypedPrice,
  today: IsoDate,
): { readonly stated: StatedPrice } | { readonly fault: string } {
  const closePrice = parseAmount(price);
  const checked = checkPrice(
    { priceDate: day, closePrice: typeof closePrice === 'number' ? closePrice : price },
    today,
  );
  if (!checked.ok) return { fault: checked.issues.map(issueText).join(' ') };
  if (hasKnownDenomination(asset)) return { stated: checked.value };
  return currency === '' ? { fault: 'Choose the currency of the price.' } : { stated: { ...checked.value, currency } };
}

/** A typed price that can be compared with the security's known ones; null while it is not complete. */
export function typedFigureOf(asset: Asset, typed: TypedPrice, today: IsoDate): TypedFigure | null {
  const read = readTypedPrice(asset, typed, today);
  if ('fault' in read) return null;
  const { priceDate: day, closePrice: price, currency: unit = asset.denomination } = read.stated;
  return { kind: 'price', isin: asset.isin, day, price, unit };
}
