/** The price of a security in what it is quoted in, where a file's price in pounds settles it. */
import { isAmount, parseAmount } from '../amount.ts';
import { poundsToPence } from './numbers.ts';
import type { RowReading } from './row-reading.ts';

/** The price in the asset's denomination of a file that has no column for it, where pounds settle it: GBX is pence. Null otherwise. */
export function nativePriceOf({ figures }: RowReading, denomination: string): number | null {
  if (figures.foreignPrice !== null)
    return figures.foreignPrice.currency === denomination ? figures.foreignPrice.value : null;
  if (figures.priceInPounds === null) return null;
  if (denomination === 'GBP') return figures.localPrice;
  const pence = denomination === 'GBX' ? poundsToPence(figures.priceInPounds) : null;
  const value = pence === null ? null : parseAmount(pence);
  return value === null || !isAmount(value) ? null : value;
}
