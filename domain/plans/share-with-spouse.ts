/**
 * Uses both exempt amounts of a couple: the holder sells a part, and transfers another at no gain and no loss for the
 * spouse to sell (RULES 8).
 */
import type { Quantity } from '../values/amount.ts';
import { exact, toAmount, type Exact } from '../values/decimal.ts';
import { mostWithin } from '../cgt/planned-sale/most-within.ts';
import { finishBest, gainOf } from './finish-plan.ts';
import { exemptRoom, taxableSupply } from './gain-plans.ts';
import type { PlanBook } from './plan-book.ts';
import type { Plan, PlanAnswer, PlanGoal, PlanStep } from './plan.ts';
import { eachOf, type PlanWork } from './plan-work.ts';
import { acquisitionsAhead, unitSteps, type SalePosition } from './positions.ts';
import { candidateOf, changeBy, mostUnits, NOTHING } from './sale-search.ts';
import { isTooSmall, tradeStep, transferStep } from './steps.ts';

type ShareGoal = Extract<PlanGoal, { kind: 'shareWithSpouse' }>;

interface Shared {
  readonly steps: readonly PlanStep[];
  readonly reached: boolean;
}

/** RULES 8.1 to 8.3: the split of one position; null when the spouse could sell none of it at a gain. */
function share(
  book: PlanBook,
  goal: ShareGoal,
  position: SalePosition,
  own: Exact<'pounds'>,
  other: Exact<'pounds'>,
): Shared | null {
  const kept = own > 0n ? mostUnits(book, position, [], own, 'gain') : null;
  const sale = kept === null ? null : tradeStep(book, 'sell', position, kept);
  const first = sale === null || isTooSmall(book, exact(sale.consideration)) ? [] : [sale];
  const left = toAmount((exact(position.held) - exact((first[0]?.units ?? 0) as Quantity)) as Exact<'quantity'>);
  if (left <= 0) return null;
  const units = unitSteps(position, book.factsOf(position.isin), left);
  const theirs = { ...position, accountId: goal.spouseAccountId };
  const stepsAt = (count: number): PlanStep[] => [
    ...first,
    transferStep(book, position, goal.spouseAccountId, units.unitsOf(count)),
    tradeStep(book, 'sell', theirs, units.unitsOf(count)),
  ];
  const measure = (count: number): Exact<'pounds'> => changeBy(book, stepsAt(count), goal.spouseAccountId);
  // The gain is linear over all units, because a transfer and a sale of the same day are identified with each other
  // (cgt/RULES 3.1(1), 8.3).
  const most = mostWithin({ most: units.most, stretches: [1] }, measure, other);
  if (most === null) return null;
  const steps = stepsAt(most);
  const sold = steps.at(-1);
  if (sold?.kind !== 'sell' || isTooSmall(book, exact(sold.consideration))) return null;
  // The transfer may be identified together with the sale, so the holder's own gain is checked again.
  if (changeBy(book, steps, goal.accountId) > own) return null;
  return { steps, reached: most < units.most };
}

/** Plans that use the rest of both exempt amounts with one security each. */
export function* planShare(book: PlanBook, goal: ShareGoal): PlanWork {
  const { accountId, spouseAccountId } = goal;
  const { free, leftOut } = taxableSupply(book, accountId);
  const answer = (plans: readonly Plan[], shortfall: PlanAnswer['shortfall']): PlanAnswer => ({
    goal,
    date: book.input.date,
    plans,
    shortfall,
    leftOut,
  });
  const [own, other] = [exemptRoom(book.yearOf(accountId)), exemptRoom(book.yearOf(spouseAccountId))];
  if (own === null || other === null) return answer([], { code: 'yearUnknown', nearest: null });
  if (other === 0n) return answer([], { code: 'exemptAmountUsed', nearest: null });
  if (free.length === 0) return answer([], { code: 'noHoldings', nearest: null });
  const isFreeForOther = (position: SalePosition): boolean =>
    acquisitionsAhead(book, { ...position, accountId: spouseAccountId }).length === 0;
  const candidates = yield* eachOf(free.filter(isFreeForOther), (position) => candidateOf(book, position), [0, 0.8]);
  const gaining = candidates
    .filter(({ gain }) => gain > NOTHING)
    .toSorted((a, b) => (a.gain < b.gain ? 1 : a.gain > b.gain ? -1 : 0))
    .slice(0, MOST_TRIED);
  if (gaining.length === 0) return answer([], { code: 'noGains', nearest: toAmount(NOTHING) });
  const tried = yield* eachOf(gaining, ({ position }) => share(book, goal, position, own, other), [0.8, 1]);
  const shared = tried.filter((found): found is Shared => found !== null);
  const plans = finishBest(book, shared);
  const nearest = toAmount(exact(Math.max(0, ...plans.map(gainOf)) as ReturnType<typeof gainOf>));
  return answer(plans, shared.some(({ reached }) => reached) ? null : { code: 'notEnough', nearest });
}

const MOST_TRIED = 5;
