/** Bed and ISA: sold where gains are taxed, and bought again in the ISA with the proceeds (RULES 6). */
import { exact, toAmount, type Exact } from '../values/decimal.ts';
import { finishBest } from './finish-plan.ts';
import { exemptRoom, taxableSupply } from './gain-plans.ts';
import { mostBought, mostSteps } from './most-bought.ts';
import type { PlanBook } from './plan-book.ts';
import type { Plan, PlanAnswer, PlanGoal, PlanNote, PlanStep, TradeStep } from './plan.ts';
import { eachOf, type PlanWork } from './plan-work.ts';
import { positionsOf, unitSteps, type SalePosition } from './positions.ts';
import { changeBy, mostUnits } from './sale-search.ts';
import { lastTradeDay, settlesOn } from './settlement.ts';
import { isTooSmall, netProceeds, tradeStep } from './steps.ts';

type BedGoal = Extract<PlanGoal, { kind: 'bedAndIsa' }>;

/** RULES 6.1: the sale of one position for the ISA; null when not even one unit fits. */
function saleFor(
  book: PlanBook,
  goal: BedGoal,
  position: SalePosition,
  before: readonly PlanStep[],
  cash: Exact<'pounds'>,
) {
  const units = unitSteps(position, book.factsOf(position.isin));
  const at = (steps: number): TradeStep => tradeStep(book, 'sell', position, units.unitsOf(steps));
  const byCash = mostSteps(units.most, (steps) => netProceeds(at(steps)) <= cash);
  if (byCash < 1) return null;
  if (!goal.withinExemptAmount) return at(byCash);
  const room = exemptRoom(book.yearOf(goal.accountId));
  if (room === null) return null;
  const left = (room - changeBy(book, before, goal.accountId)) as Exact<'pounds'>;
  const sold = mostUnits(book, position, before, left, 'gain', at(byCash).units);
  return sold === null ? null : tradeStep(book, 'sell', position, sold);
}

interface Moved {
  readonly steps: readonly PlanStep[];
  readonly reached: boolean;
}

/** Sells positions in the given order, each with its repurchase, until the subscription is used. */
function move(book: PlanBook, goal: BedGoal, order: readonly SalePosition[], isaBroker: string | null): Moved {
  const sales: TradeStep[] = [];
  const buys: TradeStep[] = [];
  let cash = exact(goal.subscription);
  let reached = false;
  for (const position of order) {
    const sale = saleFor(book, goal, position, sales, cash);
    if (sale === null || isTooSmall(book, exact(sale.consideration))) continue;
    const paidIn = netProceeds(sale);
    const place = { ...position, taxWrapper: 'ISA' as const, brokerId: isaBroker ?? position.brokerId };
    const settled = settlesOn(book.input.date, book.factsOf(position.isin)?.type);
    const buy = mostBought(book, place, paidIn, settled);
    if (buy === null) continue;
    sales.push(sale);
    buys.push(buy);
    cash = (cash - paidIn) as Exact<'pounds'>;
    reached = sale.units < position.held;
    if (reached) break;
  }
  const until = buys.reduce((last, { date }) => (date > last ? date : last), book.input.date);
  const steps: PlanStep[] = [
    ...sales,
    ...(buys.length === 0 ? [] : [{ kind: 'wait', until, reason: 'settlement' } as const]),
    ...buys.map((buy) => ({ ...buy, date: until })),
  ];
  return { steps, reached };
}

/** Plans that move as much into the ISA as the subscription and, if requested, the exempt amount allow. */
export function* planBedAndIsa(book: PlanBook, goal: BedGoal): PlanWork {
  const { accountId } = goal;
  const { free, leftOut } = taxableSupply(book, accountId);
  const answer = (plans: readonly Plan[], shortfall: PlanAnswer['shortfall']): PlanAnswer => ({
    goal,
    date: book.input.date,
    plans,
    shortfall,
    leftOut,
  });
  if (goal.subscription <= 0) return answer([], { code: 'nothingSubscribable', nearest: null });
  if (goal.withinExemptAmount && exemptRoom(book.yearOf(accountId)) === null)
    return answer([], { code: 'yearUnknown', nearest: null });
  if (free.length === 0) return answer([], { code: 'noHoldings', nearest: null });
  const isaBroker = positionsOf(book, [accountId]).priced.find(({ taxWrapper }) => taxWrapper === 'ISA')?.brokerId;
  const byValue = free.toSorted(
    (a, b) => tradeStep(book, 'sell', b, b.held).consideration - tradeStep(book, 'sell', a, a.held).consideration,
  );
  const orders = [byValue, ...byValue.slice(0, 3).map((position) => [position])];
  const tried = yield* eachOf(orders, (order) => move(book, goal, order, isaBroker ?? null), [0, 1]);
  const moved = tried.filter(({ steps }) => steps.length > 0);
  const drafts = moved.map(({ steps, reached }) => {
    const types = steps.flatMap((step) => (step.kind === 'sell' ? [book.factsOf(step.isin)?.type] : []));
    const last = types.map((type) => lastTradeDay(book.taxYear, type)).toSorted()[0];
    const notes: PlanNote[] = last === undefined ? [] : [{ code: 'lastTradeDay', date: last }];
    return { steps, reached, notes };
  });
  const plans = finishBest(book, drafts);
  const most = Math.max(0, ...plans.map(({ movedIntoIsa }) => movedIntoIsa));
  const isReached = moved.some(({ reached }) => reached);
  return answer(
    plans,
    isReached ? null : { code: 'notEnough', nearest: toAmount(exact(most as typeof goal.subscription)) },
  );
}
