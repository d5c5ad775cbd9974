/** Plans over the records in memory. A plan that takes long tells how far it is, and can be stopped. */
import type { Percent } from '../domain/amount.ts';
import { latestCharges } from '../domain/plans/latest-charges.ts';
import { PlanBook } from '../domain/plans/plan-book.ts';
import { planWork } from '../domain/plans/plan-goal.ts';
import type { PlanAnswer, PlanGoal } from '../domain/plans/plan.ts';
import { ifAllSold } from '../domain/plans/sell-all.ts';
import type { IfAllSold, PlanProgress, PlanRequest, SoldHolder, StatedAssumptions } from './plan-types.ts';
import type { Portfolio } from './portfolio.ts';

/** Who asked is told after so many milliseconds of work, and may stop it then. */
const TURN_MS = 50;
const AS_RECORDED: StatedAssumptions = { charges: {}, spread: 0 as Percent, keepsSmallSteps: false };

export class Plans {
  private readonly portfolio: Pick<Portfolio, 'planInput'>;
  private readonly clock: () => number;

  /** `clock` answers milliseconds that only grow. */
  constructor(portfolio: Pick<Portfolio, 'planInput'>, clock: () => number = () => performance.now()) {
    this.portfolio = portfolio;
    this.clock = clock;
  }

  /** The plans of a goal; null when it was stopped. */
  async plan({ goal, assumptions }: PlanRequest, onProgress?: PlanProgress): Promise<PlanAnswer | null> {
    const { book, targets } = await this.book(assumptions);
    const whole: PlanGoal = goal.kind === 'tradesToTarget' ? { ...goal, targets } : goal;
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
    return { holders, charges: Object.fromEntries(charges) };
  }

  private async book({ charges: stated, spread, keepsSmallSteps }: StatedAssumptions) {
    const { targets, ...input } = await this.portfolio.planInput();
    const charges = new Map([...latestCharges(input.transactions), ...Object.entries(stated)]);
    const book = new PlanBook({ ...input, assumptions: { charges, spread, keepsSmallSteps } });
    return { book, targets, charges };
  }
}
