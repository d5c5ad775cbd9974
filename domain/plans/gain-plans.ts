/** Plans to use the exempt amount, to make a gain, or to make a loss (RULES 2, 5). */
import type { Pounds } from '../values/amount.ts';
import type { TaxYearComputation } from '../cgt/tax/tax-computation.ts';
import { absolute, exact, negate, subtract, toAmount, type Exact } from '../values/decimal.ts';
import { finishBest, type DraftPlan } from './finish-plan.ts';
import type { PlanBook } from './plan-book.ts';
import type { PlanAnswer, PlanGoal, PlanNote, Shortfall } from './plan.ts';
import { eachOf, type PlanWork } from './plan-work.ts';
import { positionsOf, supplyOf, type SalePosition, type Supply } from './positions.ts';
import { candidateOf, fill, NOTHING, type Candidate, type Direction, type Filled } from './sale-search.ts';

type GainGoal = Extract<PlanGoal, { kind: 'useExemptAmount' | 'makeGain' | 'harvestLoss' }>;

/** The positions that a holder may sell for a plan where gains are taxed. */
export function taxableSupply(book: PlanBook, accountId: string): Supply {
  return supplyOf(book, positionsOf(book, [accountId]), ({ isTaxable }) => isTaxable);
}

function least(a: Exact<'pounds'>, b: Exact<'pounds'>): Exact<'pounds'> {
  return a < b ? a : b;
}

/**
 * The part of the year's exempt amount that net gains leave, negative where they exceed it; null when the year's rules
 * are not known.
 */
export function exemptLeft({ rules, net }: TaxYearComputation): Exact<'pounds'> | null {
  return rules === null ? null : subtract(exact(rules.annualExemptAmount as Pounds), net);
}

/**
 * RULES 5.1: the gain that may be added to the year before any is taxed or uses losses brought forward; null when the
 * year's rules are not known.
 */
export function exemptRoom(year: TaxYearComputation): Exact<'pounds'> | null {
  const left = exemptLeft(year);
  return left !== null && left < 0n ? NOTHING : left;
}

/** RULES 5.3: the part of a loss that only sets off gains which the exempt amount covers. */
export function wastedLoss({ rules, net }: TaxYearComputation, loss: Exact<'pounds'>): Exact<'pounds'> {
  if (rules === null || net <= 0n) return NOTHING;
  const exempt = exact(rules.annualExemptAmount as Pounds);
  const above = net > exempt ? subtract(net, exempt) : NOTHING;
  return loss <= above ? NOTHING : least(subtract(loss, above), least(net, exempt));
}

interface Aim {
  readonly amount: Exact<'pounds'>;
  readonly direction: Direction;
}

function aimOf(goal: GainGoal, year: TaxYearComputation): Aim | Shortfall {
  switch (goal.kind) {
    case 'makeGain':
      return { amount: exact(goal.amount), direction: 'gain' };
    case 'useExemptAmount': {
      const room = exemptRoom(year);
      if (room === null) return 'yearUnknown';
      return room === 0n ? 'exemptAmountUsed' : { amount: room, direction: 'gain' };
    }
    case 'harvestLoss': {
      if (goal.amount !== null) return { amount: exact(goal.amount), direction: 'loss' };
      if (year.rules === null) return 'yearUnknown';
      const above = subtract(year.net, exact(year.rules.annualExemptAmount as Pounds));
      return above > 0n ? { amount: above, direction: 'loss' } : 'noGainsToOffset';
    }
  }
}

/** Plans that come as near to the target as whole units allow and never exceed it. */
export function* planGain(book: PlanBook, goal: GainGoal): PlanWork {
  const { accountId } = goal;
  const year = book.yearOf(accountId);
  const { free, leftOut } = taxableSupply(book, accountId);
  const answer = (drafts: readonly DraftPlan[], shortfall: PlanAnswer['shortfall']): PlanAnswer => ({
    goal,
    date: book.input.date,
    plans: finishBest(book, drafts),
    shortfall,
    leftOut,
  });
  const aim = aimOf(goal, year);
  if (typeof aim === 'string') return answer([], { code: aim, nearest: null });
  const isWanted = ({ gain }: Candidate): boolean => (aim.direction === 'gain' ? gain > 0n : gain < 0n);
  const candidates = yield* eachOf(free, (position) => candidateOf(book, position), [0, 0.5]);
  const wanted = candidates.filter(isWanted);
  if (wanted.length === 0) return answer([], { code: nothingWanted(free, aim.direction), nearest: toAmount(NOTHING) });
  const filled = yield* eachOf(ordersOf(wanted), (order) => fill(book, order, aim.amount, aim.direction), [0.5, 1]);
  const isReached = filled.some(({ reached }) => reached);
  const drafts = filled.map((found) => ({
    steps: found.steps,
    reached: found.reached,
    notes: notesFor(aim, found, year),
  }));
  const most = filled.reduce((best, { change }) => (change > best ? change : best), NOTHING);
  return answer(drafts, isReached ? null : { code: 'notEnough', nearest: toAmount(most) });
}

function nothingWanted(positions: readonly SalePosition[], direction: Direction): Shortfall {
  if (positions.length === 0) return 'noHoldings';
  return direction === 'gain' ? 'noGains' : 'noLosses';
}

function notesFor({ direction }: Aim, { change }: Filled, year: TaxYearComputation): PlanNote[] {
  if (direction === 'gain') {
    const own = year.net < 0n ? least(negate(year.net), change) : NOTHING;
    return own > 0n ? [{ code: 'absorbsLosses', amount: toAmount(own) }] : [];
  }
  const wasted = wastedLoss(year, change);
  return wasted > 0n ? [{ code: 'lossWasted', amount: toAmount(wasted) }] : [];
}

/** The number of positions of each order that are sold first in a plan of their own. */
const FIRST_TRIED = 3;

function byMost<T>(of: (item: T) => bigint): (a: T, b: T) => number {
  return (a, b) => {
    const [x, y] = [of(a), of(b)];
    return x < y ? 1 : x > y ? -1 : 0;
  };
}

/** RULES 2.4: the orders in which positions are sold; each makes a plan. */
function ordersOf(candidates: readonly Candidate[]): SalePosition[][] {
  const most = candidates.toSorted(byMost(({ gain }) => absolute(gain)));
  // By gain per pound sold, so that as little as possible is sold.
  const densest = candidates.toSorted(
    byMost(({ gain, whole }) =>
      whole.consideration === 0 ? 0n : (absolute(gain) * 10n ** 9n) / exact(whole.consideration),
    ),
  );
  const cheapest = most.toSorted((a, b) => a.whole.charges - b.whole.charges);
  const leads = [most, densest, cheapest].flatMap((order) => order.slice(0, FIRST_TRIED));
  const orders = [...new Set(leads)].map((lead) => [lead, ...most.filter((other) => other !== lead)]);
  return [...orders, densest, cheapest].map((order) => order.map(({ position }) => position));
}
