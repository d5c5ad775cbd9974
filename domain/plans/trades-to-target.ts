/**
 * Trades that bring a household nearer to its targets without additional tax: new cash first, then ISAs and pensions,
 * then gains within the exempt amount (RULES 10).
 */
import type { Pounds, Quantity } from '../values/amount.ts';
import { add, exact, negate, subtract, sum, toAmount, type Exact } from '../values/decimal.ts';
import { isTaxableWrapper } from '../fields/enums.ts';
import { groupBy } from '../values/group-by.ts';
import { toPennies } from '../values/round-parts.ts';
import { finishPlan } from './finish-plan.ts';
import { exemptLeft } from './gain-plans.ts';
import { mostSteps } from './most-bought.ts';
import { exceedWhole } from './own-targets.ts';
import type { PlanBook } from './plan-book.ts';
import type { PlanAnswer, PlanNote, TradeStep } from './plan.ts';
import { eachOf, type PlanWork } from './plan-work.ts';
import { positionsOf, supplyOf, unitSteps, type SalePosition } from './positions.ts';
import { changeBy, mostUnits, NOTHING } from './sale-search.ts';
import { isTooSmall, netProceeds, totalCost, tradeStep } from './steps.ts';
import { bucketOf, categoryOf, TargetState, type TargetGoal, valueOf } from './target-state.ts';

/** The most unsold units whose value, at the price before the spread, is within their category's excess. */
function unitsOfExcess(book: PlanBook, position: SalePosition, excess: Exact<'pounds'>, unsold: Quantity) {
  const units = unitSteps(position, book.factsOf(position.isin), unsold);
  const value = (steps: number): Exact<'pounds'> => valueOf({ units: units.unitsOf(steps), price: position.price });
  const steps = mostSteps(units.most, (count) => value(count) <= excess);
  return steps === 0 ? null : units.unitsOf(steps);
}

const PENNY = exact(0.01 as Pounds);

class Rebalance {
  state: TargetState;
  private readonly book: PlanBook;
  /** The change of each holder's net gains by the steps so far. */
  private readonly changes = new Map<string, Exact<'pounds'>>();

  constructor(book: PlanBook, state: TargetState) {
    this.book = book;
    this.state = state;
  }

  /** RULES 10.3: sells as much of a position at a loss as reduces the holder's gains to the exempt amount. */
  shiftLoss(position: SalePosition): void {
    this.shift(position, (limit) => this.unitsThatLowerTax(position, limit));
  }

  /** RULES 10.3: sells a position's excess and buys categories below target, in the same account and wrapper. */
  shift(position: SalePosition, within: (limit: Quantity) => Quantity | null = (limit) => limit): void {
    const { book, state } = this;
    const excess = state.excessOf(categoryOf(book, position.isin));
    const amount = excess < state.lack ? excess : state.lack;
    if (amount <= 0n) return;
    const excessUnits = unitsOfExcess(book, position, amount, this.unsoldOf(position));
    const limit = excessUnits === null ? null : within(excessUnits);
    if (limit === null) return;
    const units = position.isTaxable ? this.unitsWithinRoom(position, limit) : limit;
    if (units === null) return;
    const sale = tradeStep(book, 'sell', position, units);
    if (isTooSmall(book, exact(sale.consideration)) || netProceeds(sale) <= 0n) return;
    this.accept(state.with(sale).invest(position));
  }

  /** RULES 10.5: as many units as leave the holder's tax unchanged. */
  private unitsWithinRoom(position: SalePosition, limit: SalePosition['held']) {
    const { book, state } = this;
    const { accountId } = position;
    if (book.yearOf(accountId).rules === null) return null;
    const left = subtract(this.mostChange(accountId), this.changeOf(accountId));
    return mostUnits(book, position, state.steps, left, 'gain', limit);
  }

  private unsoldOf(position: SalePosition): Quantity {
    const sold = this.state.steps.filter(
      (step) => step.kind === 'sell' && step.isin === position.isin && bucketOf(step) === bucketOf(position),
    );
    return toAmount(subtract(exact(position.held), sum(sold.map(({ units }) => exact(units)))));
  }

  /**
   * RULES 10.3: the fewest units whose loss covers the gains above the exempt amount, up to a limit; null when there
   * are none.
   */
  private unitsThatLowerTax(position: SalePosition, limit: Quantity): Quantity | null {
    const { book, state } = this;
    const { accountId } = position;
    const left = exemptLeft(book.yearOf(accountId));
    if (left === null || this.changeOf(accountId) <= left) return null;
    const above = subtract(this.changeOf(accountId), left);
    const units = unitSteps(position, book.factsOf(position.isin), limit);
    const within = mostUnits(book, position, state.steps, above, 'loss', limit);
    return units.unitsOf(Math.min(units.most, (within === null ? 0 : units.stepsIn(within)) + 1));
  }

  private changeOf(accountId: string): Exact<'pounds'> {
    return this.changes.get(accountId) ?? NOTHING;
  }

  /**
   * RULES 10.5: the largest change of a holder's net gains that the steps may reach: the remaining exempt amount, or
   * the change so far where that is larger.
   */
  private mostChange(accountId: string): Exact<'pounds'> {
    const free = exemptLeft(this.book.yearOf(accountId)) ?? NOTHING;
    const soFar = this.changeOf(accountId);
    return free > soFar ? free : soFar;
  }

  invest(place: Pick<SalePosition, 'accountId' | 'taxWrapper'>): void {
    this.accept(this.state.invest(place));
  }

  /** RULES 10.3: trades that add tax are not made, nor trades that neither reduce the drift nor lower the tax. */
  private accept(after: TargetState): void {
    if (after.drift > this.state.drift) return;
    const added = after.steps.slice(this.state.steps.length);
    const changes = new Map<string, Exact<'pounds'>>();
    for (const { accountId } of added.filter(({ taxWrapper }) => isTaxableWrapper(taxWrapper))) {
      if (changes.has(accountId)) continue;
      changes.set(accountId, this.changeWith(accountId, added));
    }
    if ([...changes].some(([accountId, change]) => change > this.mostChange(accountId))) return;
    const lessensDrift = add(after.drift, PENNY) <= this.state.drift;
    if (!lessensDrift && ![...changes].some(([accountId, change]) => this.lowersTax(accountId, change))) return;
    for (const [accountId, change] of changes) this.changes.set(accountId, change);
    this.state = after;
  }

  /** True when the change lowers net gains that are above the exempt amount. */
  private lowersTax(accountId: string, change: Exact<'pounds'>): boolean {
    const before = this.changeOf(accountId);
    return change < before && isAboveExempt(this.book, accountId, before);
  }

  private changeWith(accountId: string, added: readonly TradeStep[]): Exact<'pounds'> {
    const { book } = this;
    const families = new Set(added.map(({ isin }) => book.familyOf(isin)));
    const near = this.state.steps.filter(({ isin }) => families.has(book.familyOf(isin)));
    const by = subtract(changeBy(book, [...near, ...added], accountId), changeBy(book, near, accountId));
    return add(this.changeOf(accountId), by);
  }
}

function isAboveExempt(book: PlanBook, accountId: string, change: Exact<'pounds'>): boolean {
  const left = exemptLeft(book.yearOf(accountId));
  return left !== null && change > left;
}

interface SalesOrder {
  /** Untaxed positions first, then by largest loss per pound. */
  readonly all: readonly SalePosition[];
  /** The positions whose loss lowers the tax of the year. */
  readonly losses: readonly SalePosition[];
}

/** RULES 10.3: the order in which positions are sold. */
function* salesOrder(book: PlanBook, positions: readonly SalePosition[]): Generator<number, SalesOrder> {
  const rankOf = (position: SalePosition) => {
    const whole = tradeStep(book, 'sell', position, position.held);
    const gain = position.isTaxable ? changeBy(book, [whole], position.accountId) : NOTHING;
    const perPound = whole.consideration === 0 ? 0n : (gain * 10n ** 12n) / exact(whole.consideration);
    return { position, gain, perPound };
  };
  const ranked = yield* eachOf(positions, rankOf, [0, 0.4]);
  const sorted = ranked.toSorted(
    (a, b) =>
      Number(a.position.isTaxable) - Number(b.position.isTaxable) ||
      (a.perPound < b.perPound ? -1 : a.perPound > b.perPound ? 1 : 0),
  );
  const lowersTax = ({ position, gain }: (typeof ranked)[number]): boolean =>
    gain < 0n && isAboveExempt(book, position.accountId, NOTHING);
  return {
    all: sorted.map(({ position }) => position),
    losses: sorted.filter(lowersTax).map(({ position }) => position),
  };
}

/** The trades, with the drift before and after them. */
export function* planTarget(book: PlanBook, goal: TargetGoal): PlanWork {
  const positions = positionsOf(book, goal.accountIds);
  const { priced } = positions;
  const { free, leftOut } = supplyOf(book, positions);
  const answer = (plans: PlanAnswer['plans'], shortfall: PlanAnswer['shortfall']): PlanAnswer => ({
    goal,
    date: book.input.date,
    plans,
    shortfall,
    leftOut,
  });
  if (priced.length === 0) return answer([], { code: 'noHoldings', nearest: null });
  if (exceedWhole(goal.targets)) return answer([], { code: 'targetsOver100', nearest: null });
  const start = TargetState.of(book, goal, priced);
  const rebalance = new Rebalance(book, start);
  for (const place of goal.cash) rebalance.invest(place);
  const order = yield* salesOrder(book, free);
  yield* eachOf(order.losses, (position) => rebalance.shiftLoss(position), [0.4, 0.5]);
  yield* eachOf(order.all, (position) => rebalance.shift(position), [0.5, 0.9]);
  // Trades in between may have made room for further losses.
  yield* eachOf(order.losses, (position) => rebalance.shiftLoss(position), [0.9, 1]);
  const { state } = rebalance;
  const drift: PlanNote = { code: 'drift', before: toPennies(start.drift), after: toPennies(state.drift) };
  const unheld = state.unheld.map((category): PlanNote => ({ code: 'nothingOfCategory', category }));
  const smallest = toAmount(start.drift) === 0;
  if (state.steps.length === 0)
    return answer([], { code: smallest ? 'onTarget' : 'notEnough', nearest: toPennies(start.drift) });
  const plan = finishPlan(book, {
    steps: asTrades(book, state.steps),
    reached: true,
    notes: [drift, ...unheld],
  });
  return answer([plan], null);
}

/**
 * Sales come before purchases, which need their cash; trades in one security at one place become one trade with one
 * charge.
 */
function asTrades(book: PlanBook, steps: readonly TradeStep[]): TradeStep[] {
  const together = (kind: 'sell' | 'buy'): TradeStep[] => {
    const places = groupBy(
      steps.filter((step) => step.kind === kind),
      (step) => `${bucketOf(step)}|${step.isin}`,
    );
    return [...places.values()].flatMap((parts) => asOneTrade(book, kind, parts));
  };
  return [...together('sell'), ...together('buy')];
}

function asOneTrade(book: PlanBook, kind: 'sell' | 'buy', parts: readonly TradeStep[]): readonly TradeStep[] {
  const [first] = parts;
  const price = first && book.priceOf(first);
  if (first === undefined || price === undefined || parts.length === 1) return parts;
  const units = toAmount(sum(parts.map((part) => exact(part.units))));
  const whole = tradeStep(book, kind, { ...first, price }, units);
  const cashOf = (step: TradeStep): Exact<'pounds'> => (kind === 'sell' ? netProceeds(step) : negate(totalCost(step)));
  // A penny of rounding must not spend cash that does not exist.
  return cashOf(whole) >= sum(parts.map(cashOf)) ? [whole] : parts;
}
