/** The identification rules and the events of a pool in words (RULES-REFERENCE 3.1), for the workings of a disposal. */
import type { Capacity } from '../../../domain/cgt/terms/capacity.ts';
import type { DisposalView } from '../../../domain/cgt/views/disposal-view.ts';
import type { LedgerEvent, MatchRule } from '../../../domain/cgt/terms/gains.ts';

interface RuleWords {
  readonly label: string;
  /** Completes 'These units are …'. */
  readonly meaning: string;
}

const RULES: Readonly<Record<MatchRule, RuleWords>> = {
  SAME_DAY: { label: 'Same day', meaning: 'Bought on the day of the sale.' },
  THIRTY_DAY: { label: '30-day', meaning: 'Bought within the 30 days after the sale, earliest first.' },
  SECTION_104: { label: 'Section 104 pool', meaning: 'Taken out of the pool at its average cost.' },
  CAPITAL_DISTRIBUTION: {
    label: 'Capital distribution',
    meaning: 'Cash received for the holding counts as a part disposal of it.',
  },
  LATER_ACQUISITION: {
    label: 'Later acquisition',
    meaning: 'More was sold than was held: the next purchase covers it.',
  },
  UNMATCHED: { label: 'Unmatched', meaning: 'No purchase is recorded for these units; their cost counts as nil.' },
};

export function ruleLabel(rule: MatchRule): string {
  return RULES[rule].label;
}

export function ruleMeaning(rule: MatchRule): string {
  return RULES[rule].meaning;
}

/** Completes 'FX charges of … on the sale …'. */
export function fxChargeWords({ fxChargeAllowable }: Pick<DisposalView, 'fxChargeAllowable'>): string {
  return fxChargeAllowable ? 'are counted as a cost, under the settings of the account.' : 'are not counted as a cost.';
}

/** RULES 4.7. */
export const POOL_ROUNDED =
  "The pool's cost is rounded to the penny separately, so the amount that it falls by can differ from the cost of a match by a penny.";

/** The most by which the cost of a match and the pool's decrease differ through rounding alone. */
const ROUNDING = 0.02;

/** True when the pool before, less the pool after, is not the cost of a match as shown. */
export function poolIsRoundedApart({ matches }: Pick<DisposalView, 'matches'>): boolean {
  return matches.some(({ cost, poolBefore, poolAfter }) => {
    if (poolBefore === null || poolAfter === null) return false;
    const difference = Number(Math.abs(poolBefore.cost - poolAfter.cost - cost).toFixed(2));
    return difference > 0 && difference <= ROUNDING;
  });
}

const EVENTS: Readonly<Record<LedgerEvent, string>> = {
  ACQUISITION: 'Acquisition',
  DISPOSAL: 'Disposal',
  SPLIT: 'Split',
  RIGHTS_ISSUE: 'Rights issue',
  RETURN_OF_CAPITAL: 'Return of capital',
  NOTIONAL_DISTRIBUTION: 'Notional distribution',
  EQUALISATION: 'Equalisation',
  MERGER_OUT: 'Merger',
  DEMERGER_OUT: 'Demerger',
  REORGANISATION_IN: 'Received in a reorganisation',
};

export function eventLabel(event: LedgerEvent): string {
  return EVENTS[event];
}

export function poolName(capacity: Capacity): string {
  return capacity === 'TAXABLE' ? 'taxable wrappers' : capacity;
}
