/** Targets of the household or of one holder, as the extras store them, in addition to the server's (RULES 10.7). */
import { checkAmount, isAmount, type Percent } from '../values/amount.ts';
import { exact, sum } from '../values/decimal.ts';
import { ASSET_CATEGORIES, type AssetCategory } from '../fields/enums.ts';
import type { ExtraValue } from '../records/extra.ts';
import { checkTargetPercentage } from '../records/target-allocation.ts';

/** The key of the household's targets; a holder's key is the id of the account. */
export const HOUSEHOLD = 'household';

/** Percentage by category; the rest stays cash. */
export type Targets = ReadonlyMap<AssetCategory, Percent>;

/** Categories that can have a target; cash is the rest. */
export const TARGET_CATEGORIES = ASSET_CATEGORIES.filter(({ value }) => value !== 'CASH');

/** Reads targets; invalid ones are ignored. */
export function readOwnTargets({ percentages }: ExtraValue): Targets {
  const stated = typeof percentages === 'object' && percentages !== null ? percentages : {};
  return new Map(
    TARGET_CATEGORIES.flatMap(({ value: category }) => {
      const percent: unknown = Reflect.get(stated, category);
      const amount = typeof percent === 'number' ? checkAmount<'percent'>(percent) : null;
      if (amount === null || !isAmount(amount)) return [];
      return checkTargetPercentage({ targetPercentage: amount }).ok ? [[category, amount] as const] : [];
    }),
  );
}

/** The targets as the extra stores them; categories with 0 % are left out. */
export function ownTargetsValue(targets: Targets): ExtraValue {
  return { percentages: Object.fromEntries([...targets].filter(([, percent]) => percent !== 0)) };
}

/** RULES 10.1: the rest for cash must not be negative. */
export function exceedWhole(targets: Targets): boolean {
  const others = [...targets].filter(([category]) => category !== 'CASH').map(([, percent]) => exact(percent));
  return sum(others) > exact(100 as Percent);
}
