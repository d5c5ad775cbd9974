/** What the worker is asked about plans, and what it answers. */
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

/** What is stated otherwise than the records have it. */
export interface StatedAssumptions {
  /** Pounds a trade, by broker id; another broker's is that of its latest trade. */
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

/** A holder without the plan that sells everything, which nobody reads step by step. */
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
  /** What each broker is taken to charge for a trade. */
  readonly charges: Readonly<Record<string, Pounds>>;
}
