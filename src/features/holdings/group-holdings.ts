/** Holdings grouped by what they have in common. */
import { ASSET_TYPES, assetCategoryLabel, labelOf } from '../../../domain/fields/enums.ts';
import { groupBy } from '../../../domain/values/group-by.ts';
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';

export const GROUPINGS = [
  { value: 'account', label: 'Account' },
  { value: 'wrapper', label: 'Tax wrapper' },
  { value: 'category', label: 'Asset category' },
  { value: 'type', label: 'Asset type' },
] as const;
export type Grouping = (typeof GROUPINGS)[number]['value'];

export interface HoldingGroup {
  readonly key: string;
  readonly label: string;
  readonly holdings: readonly HoldingView[];
}

/** Two account holders may have one name: the key tells them apart. */
const KEYS: Readonly<Record<Grouping, (holding: HoldingView) => readonly [key: string, label: string]>> = {
  account: ({ accountId, accountName }) => [accountId, accountName],
  wrapper: ({ taxWrapper }) => [taxWrapper, taxWrapper],
  category: ({ assetCategory }) =>
    assetCategory === null ? ['', 'Not in the catalogue'] : [assetCategory, assetCategoryLabel(assetCategory)],
  type: ({ assetType }) =>
    assetType === '' ? ['', 'Not in the catalogue'] : [assetType, labelOf(ASSET_TYPES, assetType)],
};

/** The groups by label; within each the holdings keep their order. */
export function groupHoldings(holdings: readonly HoldingView[], grouping: Grouping): readonly HoldingGroup[] {
  const keyOf = KEYS[grouping];
  const groups = [...groupBy(holdings, (holding) => keyOf(holding)[0])];
  return groups
    .map(([key, members]): HoldingGroup => ({
      key,
      label: members[0] === undefined ? '' : keyOf(members[0])[1],
      holdings: members,
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en-GB'));
}
