import type { HoldingView } from '../../../domain/holdings/holding-view.ts';
import type { PriceLine } from '../../../domain/holdings/price-line.ts';
import { formatDate, formatInstant } from '../../ui/texts/date-text.ts';
import { DateText, HiddenMoney } from '../../ui/values/figures.tsx';
import { Tooltip } from '../../ui/controls/tooltip.tsx';
import { SparklinePlace } from '../../ui/charts/sparkline.tsx';
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx';
import styles from './holdings.module.css';
import { PriceSparkline } from './price-line.tsx';

/** When the price was fetched, for the tooltip (001 §2.8); one that was typed or imported has only its day. */
function fetchWords(holding: HoldingView): string {
  if (holding.currentPriceFetchedAt !== null) return `Price fetched ${formatInstant(holding.currentPriceFetchedAt)}`;
  if (holding.currentPriceDate !== null)
    return `Price of ${formatDate(holding.currentPriceDate)}, without a time of fetching`;
  return 'No price date available';
}

export interface PriceCellProps {
  readonly holding: HoldingView;
  /** The price over a year, where it is known and shown; null while it is read. */
  readonly line: PriceLine | null | undefined;
}

/** The price in pounds with the day it is of, and its line where there is room; a missing one says why it is missing. */
export function PriceCell({ holding, line }: PriceCellProps) {
  const words = fetchWords(holding);
  return (
    <Tooltip text={words}>
      <span className={styles.price} tabIndex={0}>
        <HiddenOrMissing holding={holding} line={line} />
        <VisuallyHidden>{words}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}

function HiddenOrMissing({ holding, line }: PriceCellProps) {
  if (holding.currentPrice === null)
    return <Missing reason={holding.missing?.what === 'rate' ? `No ${holding.missing.of} rate` : 'No price'} />;
  return (
    <>
      <HiddenMoney value={holding.currentPrice} places={4} />
      <span className={styles.second}>
        {line !== undefined && (
          <span className={styles.line}>{line === null ? <SparklinePlace /> : <PriceSparkline line={line} />}</span>
        )}
        <DateText value={holding.currentPriceDate} />
      </span>
    </>
  );
}

/** '-' for what is not known, and why under it: never a zero. */
export function Missing({ reason }: { readonly reason: string }) {
  return (
    <>
      -<span className={styles.second}>{reason}</span>
    </>
  );
}
