/** A household's distance from its targets as trades are added one by one (RULES 10). */
import { add, exact, multiply, negate, round, subtract, sum, zero, type Exact } from '../values/decimal.ts';
import { isTaxableWrapper, type AssetCategory, type TaxWrapper } from '../fields/enums.ts';
import { PENNY_PLACES } from '../values/round-parts.ts';
import { mostBought } from './most-bought.ts';
import type { PlanBook } from './plan-book.ts';
import type { PlanGoal, PriceUsed, TradeStep } from './plan.ts';
import type { SalePosition } from './positions.ts';
import { isTooSmall, netProceeds, totalCost } from './steps.ts';

export type TargetGoal = Extract<PlanGoal, { kind: 'tradesToTarget' }>;

type Amounts = ReadonlyMap<AssetCategory, Exact<'pounds'>>;

const NOTHING = zero<'pounds'>();

/** Identifies cash that can only be used within one account's wrapper. */
export function bucketOf({ accountId, taxWrapper }: { readonly accountId: string; readonly taxWrapper: TaxWrapper }) {
  return `${accountId}|${taxWrapper}`;
}

export function categoryOf(book: PlanBook, isin: string): AssetCategory {
  return book.factsOf(isin)?.category ?? 'NON_CORE';
}

/** The value at the price before the spread, to the penny, as the dashboard counts it. */
export function valueOf(step: { readonly units: SalePosition['held']; readonly price: SalePosition['price'] }) {
  return round(multiply(exact(step.price.price) as unknown as Exact<'pounds'>, exact(step.units)), PENNY_PLACES);
}

/** The trades so far, with the amount in each category and bucket after them. Adding a trade returns a new state. */
export class TargetState {
  readonly steps: readonly TradeStep[];
  private readonly book: PlanBook;
  private readonly positions: readonly SalePosition[];
  private readonly targets: Amounts;
  private readonly values: Amounts;
  private readonly cash: ReadonlyMap<string, Exact<'pounds'>>;

  private constructor(
    book: PlanBook,
    positions: readonly SalePosition[],
    targets: Amounts,
    state: Pick<TargetState, 'steps'> & { values: Amounts; cash: ReadonlyMap<string, Exact<'pounds'>> },
  ) {
    this.book = book;
    this.positions = positions;
    this.targets = targets;
    this.steps = state.steps;
    this.values = state.values;
    this.cash = state.cash;
  }

  static of(book: PlanBook, goal: TargetGoal, positions: readonly SalePosition[]): TargetState {
    const values = new Map<AssetCategory, Exact<'pounds'>>();
    for (const { isin, held, price } of positions) {
      const category = categoryOf(book, isin);
      values.set(category, add(values.get(category) ?? NOTHING, valueOf({ units: held, price })));
    }
    const cash = new Map<string, Exact<'pounds'>>();
    for (const each of goal.cash)
      cash.set(bucketOf(each), add(cash.get(bucketOf(each)) ?? NOTHING, exact(each.amount)));
    const whole = add(sum(values.values()), sum(cash.values()));
    const targets = new Map<AssetCategory, Exact<'pounds'>>();
    for (const [category, percent] of goal.targets)
      if (category !== 'CASH') targets.set(category, (multiply(whole, exact(percent)) / 100n) as Exact<'pounds'>);
    // RULES 10.1: the rest of the whole stays cash.
    targets.set('CASH', subtract(whole, sum(targets.values())));
    return new TargetState(book, positions, targets, { steps: [], values, cash });
  }

  /** A category's amount above its target; negative below it. */
  excessOf(category: AssetCategory): Exact<'pounds'> {
    const idle = category === 'CASH' ? sum(this.cash.values()) : NOTHING;
    return subtract(add(this.values.get(category) ?? NOTHING, idle), this.targets.get(category) ?? NOTHING);
  }

  /** RULES 10.2: half of all amounts above or below target, which is the amount that would have to move. */
  get drift(): Exact<'pounds'> {
    const categories = new Set([...this.targets.keys(), ...this.values.keys()]);
    const apart = [...categories].map((category) => {
      const excess = this.excessOf(category);
      return excess < 0n ? ((0n - excess) as Exact<'pounds'>) : excess;
    });
    return (sum(apart) / 2n) as Exact<'pounds'>;
  }

  cashIn(bucket: string): Exact<'pounds'> {
    return this.cash.get(bucket) ?? NOTHING;
  }

  /** The sum of all amounts below target, including cash. */
  get lack(): Exact<'pounds'> {
    return sum(
      [...this.targets.keys()].map((category) => {
        const excess = this.excessOf(category);
        return excess < 0n ? negate(excess) : NOTHING;
      }),
    );
  }

  /** Categories below target, furthest first; purchases cannot add cash. */
  get lacking(): readonly AssetCategory[] {
    return [...this.targets.keys()]
      .filter((category) => category !== 'CASH' && this.excessOf(category) < 0n)
      .toSorted((a, b) => (this.excessOf(a) < this.excessOf(b) ? -1 : 1));
  }

  with(step: TradeStep): TargetState {
    const { book, positions, targets } = this;
    const price = book.priceOf(step);
    if (price === undefined) throw new Error('a trade has a price');
    const category = categoryOf(book, step.isin);
    const [value, bucket] = [valueOf({ units: step.units, price }), bucketOf(step)];
    const isSale = step.kind === 'sell';
    const held = this.values.get(category) ?? NOTHING;
    const idle = this.cashIn(bucket);
    return new TargetState(book, positions, targets, {
      steps: [...this.steps, step],
      values: new Map(this.values).set(category, isSale ? subtract(held, value) : add(held, value)),
      cash: new Map(this.cash).set(bucket, isSale ? add(idle, netProceeds(step)) : subtract(idle, totalCost(step))),
    });
  }

  /**
   * RULES 10.3: spends a bucket's cash on the categories furthest below target, in securities that the household holds.
   */
  invest(place: { readonly accountId: string; readonly taxWrapper: TaxWrapper }): TargetState {
    return this.lacking.reduce<TargetState>((state, category) => state.bought(category, place), this);
  }

  /** Buys as much of one category as it lacks and the bucket pays for; returns the same state when that is nothing. */
  private bought(
    category: AssetCategory,
    place: { readonly accountId: string; readonly taxWrapper: TaxWrapper },
  ): TargetState {
    const lack = negate(this.excessOf(category));
    const cash = [lack, this.excessOf('CASH'), this.cashIn(bucketOf(place))].reduce((a, b) => (a < b ? a : b));
    const security = cash > 0n ? this.purchasable(category, place) : null;
    const step = security === null ? null : mostBought(this.book, security, cash);
    if (step === null || isTooSmall(this.book, exact(step.consideration))) return this;
    const after = this.with(step);
    return after.drift < this.drift ? after : this;
  }

  /**
   * RULES 10.4: a held security of the category, preferably in this bucket; none whose purchase would be identified
   * with an earlier sale.
   */
  private purchasable(
    category: AssetCategory,
    place: { readonly accountId: string; readonly taxWrapper: TaxWrapper },
  ): SalePosition | null {
    const isHere = (position: SalePosition): boolean => bucketOf(position) === bucketOf(place);
    const value = ({ held, price }: SalePosition): Exact<'pounds'> => valueOf({ units: held, price });
    const priceHere = ({ isin }: SalePosition): PriceUsed | undefined => this.book.priceOf({ ...place, isin });
    const [first] = this.positions
      .filter(({ isin }) => categoryOf(this.book, isin) === category && this.mayBuy(isin, place))
      .filter((position) => priceHere(position) !== undefined)
      .toSorted((a, b) => Number(isHere(b)) - Number(isHere(a)) || (value(a) < value(b) ? 1 : -1));
    if (first === undefined) return null;
    const broker = this.positions.find(isHere)?.brokerId ?? first.brokerId;
    return {
      ...first,
      accountId: place.accountId,
      taxWrapper: place.taxWrapper,
      price: priceHere(first) ?? first.price,
      brokerId: isHere(first) ? first.brokerId : broker,
    };
  }

  private mayBuy(
    isin: string,
    { accountId, taxWrapper }: { readonly accountId: string; readonly taxWrapper: TaxWrapper },
  ): boolean {
    if (!isTaxableWrapper(taxWrapper)) return true;
    const { book } = this;
    const family = book.familyOf(isin);
    const isSoldHere = this.steps.some(
      (step) => step.kind === 'sell' && step.accountId === accountId && book.familyOf(step.isin) === family,
    );
    return !isSoldHere && !book.wouldRematch(accountId, isin);
  }

  /** Categories with a target in which nothing is held. */
  get unheld(): readonly AssetCategory[] {
    return this.lacking.filter(
      (category) => !this.positions.some(({ isin }) => categoryOf(this.book, isin) === category),
    );
  }
}
