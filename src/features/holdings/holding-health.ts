/** What is wrong with a holding's figures: missing or old prices, missing rates, sales that no purchase covers. */
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';
import { formatQuantity } from '../../ui/texts/format.ts';
import { holdingKeyText } from './holding-key.ts';

export interface HoldingFinding {
  /** The holding's row. */
  readonly key: string;
  readonly holding: HoldingView;
  readonly text: string;
  /** It holds for the security in every account and wrapper. */
  readonly isOfSecurity: boolean;
}

/** A closing price older than this many days is reported; a long weekend is four. */
const STALE_DAYS = 7;

/** What is wrong with the price of the security, whoever holds it. */
function priceTextOf({ missing, currentPriceAgeInDays: age }: HoldingView): string | null {
  if (missing?.what === 'price') return 'there is no price';
  if (missing?.what === 'rate') return `there is no ${missing.of} rate`;
  return age !== null && age > STALE_DAYS ? `its price is ${age} days old` : null;
}

/** What is wrong with the position itself. */
function positionTextOf({ oversold, unmatchedQuantity }: HoldingView): string | null {
  if (oversold) return 'more was sold than was held';
  return unmatchedQuantity > 0 ? `${formatQuantity(unmatchedQuantity)} units sold match no purchase` : null;
}

/**
 * Everything that was found, in the order of the holdings; a finding about a security's price is reported once, at its
 * first holding.
 */
export function findingsOf(holdings: readonly HoldingView[]): readonly HoldingFinding[] {
  const told = new Set<string>();
  return holdings.flatMap((holding) => {
    const priceText = told.has(holding.isin) ? null : priceTextOf(holding);
    if (priceText !== null) told.add(holding.isin);
    const key = holdingKeyText(holding);
    const positionText = positionTextOf(holding);
    return [
      ...(priceText === null ? [] : [{ key, holding, text: priceText, isOfSecurity: true }]),
      ...(positionText === null ? [] : [{ key, holding, text: positionText, isOfSecurity: false }]),
    ];
  });
}
