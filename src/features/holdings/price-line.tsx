import { toDayNumber } from '../../../domain/values/dates.ts';
import type { PriceLine } from '../../../domain/holdings/price-line.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { formatDate } from '../../ui/texts/date-text.ts';
import { formatFigure } from '../../ui/texts/format.ts';

/** By ISIN; empty while values are hidden. */
export type PriceLines = ReadonlyMap<string, PriceLine>;

export const NO_LINES: PriceLines = new Map();

/**
 * The last year's prices of what is held; null while they are read. Not asked for, and not kept, while values are hidden.
 */
export function usePriceLines(isWanted = true): PriceLines | null {
  const hidden = useValuesHidden();
  const isShown = isWanted && !hidden;
  const lines = useLive(
    async () => (isShown ? new Map((await compute().priceLines()).map((line) => [line.isin, line])) : NO_LINES),
    onComputeChange,
    [isShown],
  );
  if (!isShown) return NO_LINES;
  return lines.loading ? null : (lines.data ?? NO_LINES);
}

/** The line in words: where it begins and ends, and how far it went. */
function priceLineText({ currency, points, isSplit }: PriceLine): string {
  const prices = points.map(({ closePrice }) => closePrice);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const days = `from ${formatDate(first.priceDate)} to ${formatDate(last.priceDate)}`;
  const [begin, end, lowest, highest] = [first.closePrice, last.closePrice, low, high].map((price) =>
    formatFigure(price, 2),
  );
  const adjusted = isSplit ? ', with prices before a split converted to units of today' : '';
  return `Price ${days}: ${begin} to ${end} ${currency}, lowest ${lowest}, highest ${highest}${adjusted}`;
}

/** A security's prices of a year as a small line. */
export function PriceSparkline({ line }: { readonly line: PriceLine }) {
  return (
    <Sparkline
      points={line.points.map(({ priceDate, closePrice }) => ({ x: toDayNumber(priceDate), y: closePrice }))}
      text={priceLineText(line)}
    />
  );
}
