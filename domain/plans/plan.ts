/** A plan as data: what is aimed at, the trades that come to it, what they rest on, and what would change it (RULES.md). */
import type { Percent, Pounds, Price, Quantity } from '../amount.ts';
import type { TaxRange } from '../cgt/tax-computation.ts';
import type { PurchaseWindow } from '../cgt/thirty-day-window.ts';
import type { IsoDate } from '../dates.ts';
import type { AssetCategory, TaxWrapper } from '../enums.ts';
import type { TaxYear } from '../tax-year.ts';

/** What a plan is to come to. Amounts are in pounds, positive. */
export type PlanGoal =
  | { readonly kind: 'useExemptAmount'; readonly accountId: string }
  | { readonly kind: 'makeGain'; readonly accountId: string; readonly amount: Pounds }
  /** Without an amount: as much loss as there are gains above the exempt amount. */
  | { readonly kind: 'harvestLoss'; readonly accountId: string; readonly amount: Pounds | null }
  | { readonly kind: 'raiseCash'; readonly accountId: string; readonly amount: Pounds }
  /** `subscription` is the cash that may still be paid into the ISA. */
  | {
      readonly kind: 'bedAndIsa';
      readonly accountId: string;
      readonly subscription: Pounds;
      readonly withinExemptAmount: boolean;
    }
  | { readonly kind: 'shareWithSpouse'; readonly accountId: string; readonly spouseAccountId: string }
  | {
      readonly kind: 'tradesToTarget';
      readonly accountIds: readonly string[];
      /** Percent of the whole; what is missing to 100 stays cash. */
      readonly targets: ReadonlyMap<AssetCategory, Percent>;
      /** Cash to invest, by account and wrapper. */
      readonly cash: readonly CashToInvest[];
    };

export interface CashToInvest {
  readonly accountId: string;
  readonly taxWrapper: TaxWrapper;
  readonly amount: Pounds;
}

/** Pounds a unit; without a date it was typed. */
export interface PriceUsed {
  readonly price: Price;
  readonly date: IsoDate | null;
}

/** What a plan takes for granted; each is shown with it and can be stated otherwise. */
export interface Assumptions {
  /** Pounds a trade, by broker; a broker that is not here is taken to charge nothing, and the plan says so. */
  readonly charges: ReadonlyMap<string, Pounds>;
  /** Between buying and selling price, of which each trade bears half. */
  readonly spread: Percent;
  /** False: steps below 50 pounds are left out. */
  readonly keepsSmallSteps: boolean;
}

interface Placed {
  readonly accountId: string;
  readonly isin: string;
  readonly assetName: string;
  readonly taxWrapper: TaxWrapper;
  readonly brokerId: string;
  readonly date: IsoDate;
  readonly units: Quantity;
}

export interface TradeStep extends Placed {
  readonly kind: 'sell' | 'buy';
  /** In pounds a unit, after half of the spread. */
  readonly price: Price;
  /** Null for a price that was typed. */
  readonly priceDate: IsoDate | null;
  readonly consideration: Pounds;
  readonly charges: Pounds;
  readonly stampDuty: Pounds;
  /** What the step adds to the holder's net gains of the year; negative for a loss. */
  readonly gain: Pounds;
}

/** To the account of the spouse or civil partner, at no gain and no loss (cgt/RULES 8.3). */
export interface TransferStep extends Placed {
  readonly kind: 'transfer';
  readonly toAccountId: string;
  /** Market value, which is no consideration for tax. */
  readonly value: Pounds;
}

export interface WaitStep {
  readonly kind: 'wait';
  readonly until: IsoDate;
  readonly reason: 'settlement';
}

export type PlanStep = TradeStep | TransferStep | WaitStep;

/** What a plan changes in the tax year of a holder. */
export interface HolderEffect {
  readonly accountId: string;
  readonly taxYear: TaxYear;
  /** Change of the net gains of the year. */
  readonly gain: Pounds;
  /** Null for a year whose rules are not known. */
  readonly exemptAmountLeft: Pounds | null;
  readonly lossesCarriedForward: Pounds;
  readonly tax: TaxRange | null;
  /** A sale of an earlier tax year is identified otherwise than before. */
  readonly changesEarlierYears: boolean;
}

export type PlanNote =
  /** A price older than a day; `days` is its age on the plan's day. */
  | { readonly code: 'oldPrice'; readonly isin: string; readonly date: IsoDate; readonly days: number }
  | { readonly code: 'typedPrice'; readonly isin: string }
  | { readonly code: 'chargeUnknown'; readonly brokerId: string }
  /** Part of a loss that only sets off gains which the exempt amount covers (cgt/RULES 11.1). */
  | { readonly code: 'lossWasted'; readonly amount: Pounds }
  /** Gains of the year that first use up its own losses. */
  | { readonly code: 'absorbsLosses'; readonly amount: Pounds }
  /** A trade after this day does not settle in the tax year. */
  | { readonly code: 'lastTradeDay'; readonly date: IsoDate }
  | { readonly code: 'stampDutyAssumed'; readonly isin: string }
  /** No holding of the category to buy more of. */
  | { readonly code: 'nothingOfCategory'; readonly category: AssetCategory }
  | { readonly code: 'drift'; readonly before: Pounds; readonly after: Pounds };

export interface Plan {
  readonly steps: readonly PlanStep[];
  readonly effects: readonly HolderEffect[];
  /** Of all sales, before charges. */
  readonly proceeds: Pounds;
  /** Broker charges and stamp duty of all steps. */
  readonly charges: Pounds;
  /** Cash paid into an ISA. */
  readonly movedIntoIsa: Pounds;
  /** False for what comes nearest to a goal that cannot be reached. */
  readonly reached: boolean;
  readonly breakers: readonly PurchaseWindow[];
  /** The first day on which no purchase can change the figures any more; null when none can today. */
  readonly safeFrom: IsoDate | null;
  readonly notes: readonly PlanNote[];
}

/** Why a goal cannot be reached in full. */
export type Shortfall =
  | 'noHoldings'
  | 'noGains'
  | 'noLosses'
  | 'noGainsToOffset'
  | 'exemptAmountUsed'
  | 'yearUnknown'
  | 'notEnough'
  | 'nothingSubscribable'
  | 'targetsOver100'
  | 'onTarget';

export interface PlanAnswer {
  readonly goal: PlanGoal;
  readonly date: IsoDate;
  /** Best first: those that reach the goal, then fewest trades, least charges, most moved into an ISA, least sold. */
  readonly plans: readonly Plan[];
  readonly shortfall: { readonly code: Shortfall; readonly nearest: Pounds | null } | null;
  readonly leftOut: readonly LeftOut[];
}

/**
 * A security that a plan leaves out: a recorded purchase lies in the 30 days after, more was sold in one wrapper than was
 * held there, or it has no price.
 */
export interface LeftOut {
  readonly accountId: string;
  readonly isin: string;
  readonly assetName: string;
  readonly why: 'within30Days' | 'soldMoreThanHeld' | 'noPrice';
}
