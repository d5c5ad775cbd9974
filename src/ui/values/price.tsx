import { Pieces } from './figures.tsx';
import { type Figure, moneyParts } from '../texts/format.ts';

/** Decimals of a price in full: at least 2, at most 6 (001 §2.8). */
function placesOf(price: Figure): number {
  return Math.min(Math.max(String(price).split('.')[1]?.length ?? 0, 2), 6);
}

export interface PriceProps {
  readonly value: Figure | null | undefined;
  /** Decimals of the column's longest price: aligns the column on the decimal point. */
  readonly alignPlaces?: number;
}

/**
 * A price as it was dealt: 2 to 6 decimals, without a currency sign, since its column or row names the currency; null
 * shows '-'.
 */
export function Price({ value, alignPlaces }: PriceProps) {
  if (value === null || value === undefined) return '-';
  return <Pieces parts={{ ...moneyParts(value, { places: placesOf(value) }), unit: '' }} align={alignPlaces} />;
}
