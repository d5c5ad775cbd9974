/** The worker's questions and answers about plans. */
import type { Percent, Pounds, Price } from '../domain/amount.ts';
import type { PlanGoal, PriceUsed } from '../domain/plans/plan.ts';
import type { HolderIfSold } from '../domain/plans/sell-all.ts';

type TargetGoal = Extract<PlanGoal, { kind: 'tradesToTarget' }>;

/** A goal; the worker knows the targets. */
export type RequestedGoal =
  | Exclude<PlanGoal, TargetGoal>
  | (Omit<TargetGoal, 'targets'> & {
      /** `household` or an account id; null for the server's. */
      readonly targetsOf: string | null;
    });

/** Assumptions that differ from the records. */
export interface StatedAssumptions {
  /** Pounds a trade, by broker id; for another broker that of its latest trade. */
  readonly charges: Readonly<Record<string, Pounds>>;
  /** Pounds a unit, by ISIN, in place of the latest stored price. */
  readonly prices: Readonly<Record<string, Price>>;
  readonly spread: Percent;
  readonly keepsSmallSteps: boolean;
}

export interface PlanRequest {
  readonly goal: RequestedGoal;
  readonly assumptions: StatedAssumptions;
}

/** Called with the part that is done, from 0 to 1; false stops. */
export type PlanProgress = (done: number) => boolean | Promise<boolean>;

/** A holder without the plan that sells everything, whose steps nobody reads. */
export type SoldHolder = Omit<HolderIfSold, 'plan'>;

/** A security that is held, with its latest price. */
export interface PlannableSecurity {
  readonly isin: string;
  readonly assetName: string;
  /** Null without a price. */
  readonly price: PriceUsed | null;
}

export interface IfAllSold {
  readonly holders: readonly SoldHolder[];
  /** All that is held, with or without a price, by name. */
  readonly securities: readonly PlannableSecurity[];
  /** The charge that is assumed for a trade at each broker. */
  readonly charges: Readonly<Record<string, Pounds>>;
}
