import type { Figure } from './format.ts';

/** Decimals of the longest of the figures, at most `most`: what a column needs to line up on the decimal point. */
export function decimalPlaces(figures: Iterable<Figure | null>, most = 6): number {
  let places = 0;
  for (const figure of figures) {
    if (figure !== null) places = Math.max(places, String(figure).split('.')[1]?.length ?? 0);
  }
  return Math.min(places, most);
}
