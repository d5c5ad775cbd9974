import type { Percent } from '../../../domain/values/amount.ts';
import type { AssetClassSummary } from '../../../domain/holdings/dashboard.ts';
import { formatPercent } from '../../ui/texts/format.ts';

/** A part of the portfolio as the picture draws it. */
export interface AllocationBar {
  readonly label: string;
  /** Null where it is not known. */
  readonly share: Percent | null;
  /** Null in a view without targets. */
  readonly target: Percent | null;
}

/** The value behind the bar of a class; null where it is not known. */
export function shareOf(
  { currentPercent, costPercent }: Pick<AssetClassSummary, 'currentPercent' | 'costPercent'>,
  byCost: boolean,
): Percent | null {
  return byCost ? costPercent : currentPercent;
}

/** The text at a bar's end: a class without a share or a target says so, with neither a dash nor a nil. */
export function allocationWords({ share, target }: Omit<AllocationBar, 'label'>): string {
  if (target === null) return share === null ? 'no price' : formatPercent(share, 1);
  if (share === null) return target === 0 ? 'no price' : `no price, target ${formatPercent(target, 1)}`;
  return target === 0
    ? `${formatPercent(share, 1)}, no target`
    : `${formatPercent(share, 1)} of ${formatPercent(target, 1)}`;
}
