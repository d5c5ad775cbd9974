/** The worker's queries and results for plans. */
import type { Percent, Pounds, Price } from '../../domain/values/amount.ts';
import type { PlanGoal, PriceUsed } from '../../domain/plans/plan.ts';
import type { HolderIfSold } from '../../domain/plans/sell-all.ts';

type TargetGoal = Extract<PlanGoal, { kind: 'tradesToTarget' }>;

/** A goal without targets, which the worker knows. */
export type RequestedGoal =
  | Exclude<PlanGoal, TargetGoal>
  | (Omit<TargetGoal, 'targets'> & {
      /** `household` or an account id; null for the server's. */
      readonly targetsOf: string | null;
    });

/** Assumptions that differ from the records. */
export interface StatedAssumptions {
  /** Pounds per trade, by broker id; other brokers' trades cost as much as their latest. */
  readonly charges: Readonly<Record<string, Pounds>>;
  /** Pounds per unit, by ISIN, instead of the latest stored price. */
  readonly prices: Readonly<Record<string, Price>>;
  readonly spread: Percent;
  readonly keepsSmallSteps: boolean;
}

export interface PlanRequest {
  readonly goal: RequestedGoal;
  readonly assumptions: StatedAssumptions;
}

/** Called with the completed part, from 0 to 1; false stops. */
export type PlanProgress = (done: number) => boolean | Promise<boolean>;

/** A holder without the plan that sells everything, whose steps are not shown. */
export type SoldHolder = Omit<HolderIfSold, 'plan'>;

/** A held security with its latest price. */
export interface PlannableSecurity {
  readonly isin: string;
  readonly assetName: string;
  /** Null without a price. */
  readonly price: PriceUsed | null;
}

export interface IfAllSold {
  readonly holders: readonly SoldHolder[];
  /** All held securities, with or without a price, by name. */
  readonly securities: readonly PlannableSecurity[];
  /** The assumed charge for a trade at each broker. */
  readonly charges: Readonly<Record<string, Pounds>>;
}
