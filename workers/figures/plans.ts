/** Plans for the records in memory. A long calculation reports its progress, and can be stopped. */
import type { Percent } from '../../domain/values/amount.ts';
import { latestCharges } from '../../domain/plans/latest-charges.ts';
import type { Targets } from '../../domain/plans/own-targets.ts';
import { PlanBook } from '../../domain/plans/plan-book.ts';
import { planWork } from '../../domain/plans/plan-goal.ts';
import { withTypedPrices } from '../../domain/plans/plan-prices.ts';
import type { PlanAnswer, PlanGoal } from '../../domain/plans/plan.ts';
import { positionsOf } from '../../domain/plans/positions.ts';
import { ifAllSold } from '../../domain/plans/sell-all.ts';
import type {
  IfAllSold,
  PlannableSecurity,
  PlanProgress,
  PlanRequest,
  SoldHolder,
  StatedAssumptions,
} from '../api/plan-types.ts';
import type { Portfolio } from './portfolio.ts';

/** The caller gets the progress after this many milliseconds of work, and may then stop it. */
const TURN_MS = 50;
const AS_RECORDED: StatedAssumptions = { charges: {}, prices: {}, spread: 0 as Percent, keepsSmallSteps: false };

export class Plans {
  private readonly portfolio: Pick<Portfolio, 'planInput'>;
  private readonly clock: () => number;

  /** `clock` returns milliseconds that never decrease. */
  constructor(portfolio: Pick<Portfolio, 'planInput'>, clock: () => number = () => performance.now()) {
    this.portfolio = portfolio;
    this.clock = clock;
  }

  /** The plans of a goal; null when it was stopped. */
  async plan({ goal, assumptions }: PlanRequest, onProgress?: PlanProgress): Promise<PlanAnswer | null> {
    const { book, targetsOf } = await this.book(assumptions);
    const whole: PlanGoal = goal.kind === 'tradesToTarget' ? { ...goal, targets: targetsOf(goal.targetsOf) } : goal;
    const work = planWork(book, whole);
    let begun = this.clock();
    for (;;) {
      const { done, value } = work.next();
      if (done === true) return value;
      if (onProgress === undefined || this.clock() - begun < TURN_MS) continue;
      if (!(await onProgress(value))) return null;
      begun = this.clock();
    }
  }

  async ifAllSold(): Promise<IfAllSold> {
    const { book, charges } = await this.book(AS_RECORDED);
    const accounts = [...book.input.accounts.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en-GB'));
    const holders = accounts.flatMap(({ id }): SoldHolder[] => {
      const sold = ifAllSold(book, id);
      if (sold === null) return [];
      const { plan: _plan, ...holder } = sold;
      return [holder];
    });
    return { holders, securities: securitiesOf(book), charges: Object.fromEntries(charges) };
  }

  private async book({ charges: stated, prices: typed, spread, keepsSmallSteps }: StatedAssumptions) {
    const { targets, ownTargets, ...input } = await this.portfolio.planInput();
    const charges = new Map([...latestCharges(input.transactions), ...Object.entries(stated)]);
    const typedPrices = Object.entries(typed).map(([isin, price]) => [isin, { price, date: null }] as const);
    const prices = withTypedPrices(input.prices, new Map(typedPrices));
    const book = new PlanBook({ ...input, prices, assumptions: { charges, spread, keepsSmallSteps } });
    const targetsOf = (key: string | null): Targets => {
      const found = key === null ? targets : ownTargets.get(key);
      // The requested targets were removed meanwhile; without targets everything would be sold.
      if (found === undefined) throw new Error('these targets are no longer stated');
      return found;
    };
    return { book, targetsOf, charges };
  }
}

/** Each held security, once. */
function securitiesOf(book: PlanBook): PlannableSecurity[] {
  const { priced, unpriced } = positionsOf(book, [...book.input.accounts.keys()]);
  const found = new Map<string, PlannableSecurity>();
  for (const { isin, assetName } of [...priced, ...unpriced])
    found.set(isin, { isin, assetName, price: book.input.prices.get(isin) ?? null });
  return [...found.values()].toSorted((a, b) => a.assetName.localeCompare(b.assetName, 'en-GB'));
}
