/** Stamp duty on a UK purchase, 0.5 % of it, and the PTM levy that brokers may add to it. */
import type { IsoDate } from '../../values/dates.ts';
import { absolute, parseExact, subtract, type Exact } from '../../values/decimal.ts';

/** The levy on trades above £10,000 was raised on this day. */
const RAISED = '2024-12-02';
const [BEFORE, SINCE] = ['1', '1.5'].map((text) => parseExact<'pounds'>(text) as Exact<'pounds'>) as [
  Exact<'pounds'>,
  Exact<'pounds'>,
];
export const LEVIES: readonly Exact<'pounds'>[] = [BEFORE, SINCE];

/** The levies that a trade of a day may bear; both where the day is not known. */
export function leviesOn(day: IsoDate | null): readonly Exact<'pounds'>[] {
  return day === null ? LEVIES : [day < RAISED ? BEFORE : SINCE];
}

/** A penny of rounding in the duty, as 0.5 % of the amount. */
const ROUNDING = parseExact<'pounds'>('2') as Exact<'pounds'>;

/** True where the duty is 0.5 % of the amount, within a penny. */
export function isStampDuty(duty: Exact<'pounds'>, amount: Exact<'pounds'>): boolean {
  return absolute(subtract((duty * 200n) as Exact<'pounds'>, amount)) <= ROUNDING;
}
