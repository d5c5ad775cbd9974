import type { Percent } from '../../../domain/amount.ts';
import type { AssetClassSummary } from '../../../domain/holdings/dashboard.ts';
import { formatPercent } from '../../ui/texts/format.ts';

export interface AllocationProps {
  readonly rows: readonly AssetClassSummary[];
  /** True while no security has a price: the shares are then of the cost, and the picture says so. */
  readonly byCost: boolean;
}

/** What the bar of a class stands for; null where it is not known. */
export function shareOf(
  { currentPercent, costPercent }: Pick<AssetClassSummary, 'currentPercent' | 'costPercent'>,
  byCost: boolean,
): Percent | null {
  return byCost ? costPercent : currentPercent;
}

/** The words at a bar's end: a class without a share or a target says so, with neither a dash nor a nil. */
export function allocationWords(share: Percent | null, target: Percent): string {
  if (share === null) return target === 0 ? 'no price' : `no price, target ${formatPercent(target, 1)}`;
  return target === 0
    ? `${formatPercent(share, 1)}, no target`
    : `${formatPercent(share, 1)} of ${formatPercent(target, 1)}`;
}
