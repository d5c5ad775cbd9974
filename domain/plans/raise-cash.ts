/** Plans to raise an amount after charges, from holdings outside ISAs and pensions (RULES 7). */
import type { Pounds } from '../values/amount.ts';
import { divide, exact, sum, toAmount, type Exact } from '../values/decimal.ts';
import { isTaxableWrapper } from '../fields/enums.ts';
import { finishBest } from './finish-plan.ts';
import type { PlanBook } from './plan-book.ts';
import type { PlanGoal, TradeStep } from './plan.ts';
import { eachOf, type PlanWork } from './plan-work.ts';
import { positionsOf, supplyOf, unitSteps, type SalePosition } from './positions.ts';
import { candidateOf, NOTHING, type Candidate } from './sale-search.ts';
import { isTooSmall, netProceeds, tradeStep } from './steps.ts';

type RaiseGoal = Extract<PlanGoal, { kind: 'raiseCash' }>;

/**
 * RULES 7.1: the fewest units of a position whose sale brings at least the amount after charges; null when all of it
 * brings less.
 */
function fewestUnits(book: PlanBook, position: SalePosition, amount: Exact<'pounds'>): TradeStep | null {
  const units = unitSteps(position, book.factsOf(position.isin));
  const at = (steps: number): TradeStep => tradeStep(book, 'sell', position, units.unitsOf(steps));
  const brings = (steps: number): boolean => netProceeds(at(steps)) >= amount;
  if (units.most < 1 || !brings(units.most)) return null;
  let [low, high] = [0, units.most];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (brings(middle)) high = middle;
    else low = middle;
  }
  return at(high);
}

/** Sells positions in the given order until the amount is raised; of the last, only as many units as needed. */
function raise(book: PlanBook, order: readonly Candidate[], amount: Exact<'pounds'>) {
  const steps: TradeStep[] = [];
  let left = amount;
  for (const { position, whole } of order) {
    const last = fewestUnits(book, position, left);
    const step = last ?? whole;
    if (last === null && (isTooSmall(book, exact(whole.consideration)) || netProceeds(whole) <= 0n)) continue;
    steps.push(step);
    if (last !== null) return { steps, reached: true };
    left = (left - netProceeds(step)) as Exact<'pounds'>;
  }
  return { steps, reached: false };
}

/** Plans that raise the amount with the fewest trades, and with the lowest gain per pound. */
export function* planCash(book: PlanBook, goal: RaiseGoal): PlanWork {
  const { accountId } = goal;
  const amount = exact(goal.amount);
  const { free, leftOut } = supplyOf(book, positionsOf(book, [accountId]), ({ taxWrapper }) =>
    isTaxableWrapper(taxWrapper),
  );
  const candidates = yield* eachOf(free, (position) => candidateOf(book, position), [0, 1]);
  const byValue = candidates.toSorted((a, b) => b.whole.consideration - a.whole.consideration);
  const byGain = candidates
    .map((candidate) => ({ candidate, each: gainPerPound(candidate) }))
    .toSorted((a, b) => (a.each < b.each ? -1 : a.each > b.each ? 1 : 0))
    .map(({ candidate }) => candidate);
  const leads = byGain.filter(({ whole }) => netProceeds(whole) >= amount).slice(0, 3);
  const orders = [byValue, byGain, ...leads.map((lead) => [lead])];
  const found = orders.map((order) => raise(book, order, amount)).filter(({ steps }) => steps.length > 0);
  const isReached = found.some(({ reached }) => reached);
  return {
    goal,
    date: book.input.date,
    plans: finishBest(book, found),
    shortfall: isReached ? null : { code: free.length === 0 ? 'noHoldings' : 'notEnough', nearest: mostOf(found) },
    leftOut,
  };
}

function gainPerPound({ gain, whole }: Candidate): bigint {
  return whole.consideration === 0 ? 0n : divide(gain, exact(whole.consideration));
}

function mostOf(found: readonly { readonly steps: readonly TradeStep[] }[]): Pounds {
  const raised = found.map(({ steps }) => sum(steps.map(netProceeds)));
  return toAmount(raised.reduce((most, amount) => (amount > most ? amount : most), NOTHING));
}
