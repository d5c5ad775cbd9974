/** The order of the holdings table (001 §4): figures and words, nothing lowest. */
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';
import { holdingKeyText } from './holding-key.ts';
import { type HoldingReturns, type ReturnField, returnFigure } from './holding-returns.tsx';

export type HoldingSortField =
  | 'assetName'
  | 'accountName'
  | 'taxWrapper'
  | 'quantity'
  | 'averagePrice'
  | 'totalCost'
  | 'currentPrice'
  | 'currentValueInGBP'
  | ReturnField;

export interface HoldingSort {
  readonly field: HoldingSortField;
  readonly direction: 'asc' | 'desc';
}

export const DEFAULT_HOLDING_SORT: HoldingSort = { field: 'totalCost', direction: 'desc' };

const RETURNS: ReadonlySet<string> = new Set<ReturnField>(['gain', 'timeWeighted', 'moneyWeighted']);

function isReturn(field: HoldingSortField): field is ReturnField {
  return RETURNS.has(field);
}

const FIGURES: ReadonlySet<HoldingSortField> = new Set([
  'quantity',
  'averagePrice',
  'totalCost',
  'currentPrice',
  'currentValueInGBP',
]);

/**
 * The order after a click on a header: the same field is reversed, a new figure starts descending, new words
 * ascending.
 */
export function nextSort(current: HoldingSort, field: HoldingSortField): HoldingSort {
  if (current.field === field) return { field, direction: current.direction === 'asc' ? 'desc' : 'asc' };
  return { field, direction: FIGURES.has(field) || isReturn(field) ? 'desc' : 'asc' };
}

function compareFigures(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return a - b;
}

function compareWords(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** A sorted copy; equal rows go by asset name, so that an order never depends on the one before. */
export function sortHoldings(
  holdings: readonly HoldingView[],
  sort: HoldingSort,
  returns: HoldingReturns = null,
): readonly HoldingView[] {
  const { field } = sort;
  const sign = sort.direction === 'asc' ? 1 : -1;
  const valueOf = (holding: HoldingView): string | number | null => {
    if (!isReturn(field)) return holding[field];
    const found = returns?.get(holdingKeyText(holding));
    return found === undefined ? null : returnFigure(field, found);
  };
  const compare = (a: HoldingView, b: HoldingView): number => {
    const [left, right] = [valueOf(a), valueOf(b)];
    if (typeof left === 'string' || typeof right === 'string') return compareWords(String(left), String(right));
    return compareFigures(left, right);
  };
  return holdings.toSorted(
    (a, b) =>
      sign * compare(a, b) || compareWords(a.assetName, b.assetName) || compareWords(a.accountName, b.accountName),
  );
}
