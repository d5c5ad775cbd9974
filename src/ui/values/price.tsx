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
  /** Whether the £ stands before it: where nothing beside it names the currency. */
  readonly inPounds?: boolean;
}

/** A price as it was dealt: 2 to 6 decimals, without a currency sign unless it is asked for; null shows '-'. */
export function Price({ value, alignPlaces, inPounds = false }: PriceProps) {
  if (value === null || value === undefined) return '-';
  const parts = moneyParts(value, { places: placesOf(value) });
  return <Pieces parts={inPounds ? parts : { ...parts, unit: '' }} align={alignPlaces} />;
}
