import { expect, it } from 'vitest';
import type { Percent } from '../values/amount.ts';
import type { AssetCategory } from '../fields/enums.ts';
import { checkExtra } from '../records/extra.ts';
import { exceedWhole, HOUSEHOLD, ownTargetsValue, readOwnTargets, type Targets } from './own-targets.ts';

const targets = (...parts: readonly (readonly [AssetCategory, number])[]): Targets =>
  new Map(parts.map(([category, percent]) => [category, percent as Percent]));

it('10.7: targets are stored as an extra and read back without invalid entries', () => {
  const own = targets(['LT_BONDS', 12.5], ['US_TSM', 60]);
  const value = ownTargetsValue(new Map([...own, ['UK_TSM', 0 as Percent]]));
  expect(value).toEqual({ percentages: { LT_BONDS: 12.5, US_TSM: 60 } });
  expect(checkExtra({ kind: 'targets', key: HOUSEHOLD, value }).ok).toBe(true);
  expect(readOwnTargets(value)).toEqual(own);
  const odd = { US_TSM: 'much', UK_TSM: -1, EM_TSM: 1.005, CASH: 10, GOLD: 5, NON_CORE: 7 };
  expect(readOwnTargets({ percentages: odd })).toEqual(targets(['NON_CORE', 7]));
  expect([readOwnTargets({}), readOwnTargets({ percentages: 5 })]).toEqual([new Map(), new Map()]);
});

it('10.1: together they are at most the whole; cash is what they leave', () => {
  expect(exceedWhole(targets(['UK_TSM', 40], ['US_TSM', 60], ['CASH', 10]))).toBe(false);
  expect(exceedWhole(targets(['UK_TSM', 40.01], ['US_TSM', 60]))).toBe(true);
});
