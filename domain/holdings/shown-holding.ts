/**
 * The figures of a holding as every table, total, chart and reply shows them, so that they add up on a calculator
 * (docs/decisions/0016-figures-that-foot.md).
 */
import { divide, round, subtract, type Exact } from '../values/decimal.ts';
import { PENNY_PLACES } from '../values/round-parts.ts';
import type { Holding } from './holdings.ts';

/** Whole pence; figures that need a value are null without one. */
export interface ShownHolding {
  readonly cost: Exact<'pounds'>;
  readonly value: Exact<'pounds'> | null;
  /** Value less cost, as both are shown. */
  readonly gain: Exact<'pounds'> | null;
  /** A percentage of the cost, 12.5 meaning 12.5 %; null also without a cost. */
  readonly gainPercent: Exact<'percent'> | null;
}

/** Cost and value to the penny, halves away from zero; the gain is their difference. */
export function shownHolding({ totalCost, value: exactValue }: Pick<Holding, 'totalCost' | 'value'>): ShownHolding {
  const cost = round(totalCost, PENNY_PLACES);
  const value = exactValue === null ? null : round(exactValue, PENNY_PLACES);
  const gain = value === null ? null : subtract(value, cost);
  return { cost, value, gain, gainPercent: gain === null || cost === 0n ? null : percentOf(gain, cost) };
}

/** A part of a whole as a percentage. */
export function percentOf(part: Exact<'pounds'>, whole: Exact<'pounds'>): Exact<'percent'> {
  return divide((part * 100n) as Exact<'pounds'>, whole);
}
