/** What is wrong with a holding's figures: missing or old prices, missing rates, sales that no purchase covers. */
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';
import { formatQuantity } from '../../ui/format.ts';
import { holdingKeyText } from './holding-key.ts';

export interface HoldingFinding {
  /** The holding's row. */
  readonly key: string;
  readonly holding: HoldingView;
  readonly text: string;
}

/** A closing price older than this many days is told; a long weekend is four. */
const STALE_DAYS = 7;

function textsOf(holding: HoldingView): string[] {
  const { missing, currentPriceAgeInDays: age, oversold, unmatchedQuantity } = holding;
  const texts: string[] = [];
  if (missing?.what === 'price') texts.push('there is no price');
  if (missing?.what === 'rate') texts.push(`there is no ${missing.of} rate`);
  if (missing === null && age !== null && age > STALE_DAYS) texts.push(`its price is ${age} days old`);
  if (oversold) texts.push('more was sold than was held');
  else if (unmatchedQuantity > 0)
    texts.push(`${formatQuantity(unmatchedQuantity)} units that were sold match no purchase`);
  return texts;
}

/** Everything that was found, in the order of the holdings. */
export function findingsOf(holdings: readonly HoldingView[]): readonly HoldingFinding[] {
  return holdings.flatMap((holding) =>
    textsOf(holding).map((text) => ({ key: holdingKeyText(holding), holding, text })),
  );
}
