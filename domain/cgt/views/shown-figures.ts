/** The figures of a disposal as every screen, print, file, total and tax shows them (RULES 4.7): they add up on a calculator. */
import { round, subtract, type Exact } from '../../values/decimal.ts';
import { PENNY_PLACES, roundParts } from '../../values/round-parts.ts';
import type { Disposal } from '../terms/gains.ts';
import { shareByUnits, type Units } from '../terms/units.ts';

/** Whole pennies; the gain is the exact one to the penny, and proceeds less allowable cost. */
export interface ShownResult {
  readonly proceeds: Exact<'pounds'>;
  readonly allowableCost: Exact<'pounds'>;
  readonly gain: Exact<'pounds'>;
}

/** The result with its parts: the matches' costs and the costs of selling are the allowable cost, their proceeds the proceeds. */
export interface ShownFigures extends ShownResult {
  readonly incidentalCosts: Exact<'pounds'>;
  /** In the order of the disposal's matches. */
  readonly matches: readonly { readonly cost: Exact<'pounds'>; readonly proceeds: Exact<'pounds'> }[];
}

/** RULES 4.7: proceeds and gain to the penny, halves away from zero; the cost is their difference. */
export function shownResult(disposal: Pick<Disposal, 'proceeds' | 'gain'>): ShownResult {
  const proceeds = round(disposal.proceeds, PENNY_PLACES);
  const gain = round(disposal.gain, PENNY_PLACES);
  return { proceeds, allowableCost: subtract(proceeds, gain), gain };
}

/** RULES 4.7: the shown result with its parts, by largest remainder. */
export function shownFigures(disposal: Disposal): ShownFigures {
  const result = shownResult(disposal);
  const [incidentalCosts, ...costs] = roundParts(
    [disposal.incidentalCosts, ...disposal.matches.map((match) => match.cost)],
    PENNY_PLACES,
    result.allowableCost,
  );
  const proceeds = roundParts(matchedProceeds(disposal), PENNY_PLACES, result.proceeds);
  return {
    ...result,
    incidentalCosts: incidentalCosts ?? disposal.incidentalCosts,
    matches: disposal.matches.map((match, index) => ({
      cost: costs[index] ?? match.cost,
      proceeds: proceeds[index] ?? disposal.proceeds,
    })),
  };
}

/** RULES 4.5: proceeds fall to the matches by quantity, the last takes the rest. */
function matchedProceeds(disposal: Disposal): Exact<'pounds'>[] {
  let proceedsLeft = disposal.proceeds;
  let quantityLeft = disposal.quantity;
  return disposal.matches.map(({ quantity }) => {
    const proceeds =
      quantityLeft === 0n
        ? proceedsLeft
        : shareByUnits(proceedsLeft, quantity as bigint as Units, quantityLeft as bigint as Units);
    proceedsLeft = subtract(proceedsLeft, proceeds);
    quantityLeft = subtract(quantityLeft, quantity);
    return proceeds;
  });
}
