/** Stamp duty on a UK purchase, 0.5 % of it, and the PTM levy that brokers may add to it. */
import { absolute, parseExact, subtract, type Exact } from '../../values/decimal.ts';

/** The levy on trades above £10,000, in earlier years and now. */
export const LEVIES = ['1', '1.5'].map((text) => parseExact<'pounds'>(text) as Exact<'pounds'>);

/** A penny of rounding in the duty, as 0.5 % of the amount. */
const ROUNDING = parseExact<'pounds'>('2') as Exact<'pounds'>;

/** True where the duty is 0.5 % of the amount, within a penny. */
export function isStampDuty(duty: Exact<'pounds'>, amount: Exact<'pounds'>): boolean {
  return absolute(subtract((duty * 200n) as Exact<'pounds'>, amount)) <= ROUNDING;
}
