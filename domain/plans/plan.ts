/** A plan as data: the goal, the trades that reach it, the assumptions, and events that would change it (RULES.md). */
import type { Percent, Pounds, Price, Quantity } from '../values/amount.ts';
import type { TaxRange } from '../cgt/tax/tax-computation.ts';
import type { PurchaseWindow } from '../cgt/planned-sale/thirty-day-window.ts';
import type { IsoDate } from '../values/dates.ts';
import type { AssetCategory, TaxWrapper } from '../fields/enums.ts';
import type { TaxYear } from '../values/tax-year.ts';

/** The goal of a plan. Amounts are in pounds, positive. */
export type PlanGoal =
  | { readonly kind: 'useExemptAmount'; readonly accountId: string }
  | { readonly kind: 'makeGain'; readonly accountId: string; readonly amount: Pounds }
  /** Without an amount: a loss as large as the gains above the exempt amount. */
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
      /** Percentages of the whole; the rest to 100 stays cash. */
      readonly targets: ReadonlyMap<AssetCategory, Percent>;
      /** Cash to invest, by account and wrapper. */
      readonly cash: readonly CashToInvest[];
    };

export interface CashToInvest {
  readonly accountId: string;
  readonly taxWrapper: TaxWrapper;
  readonly amount: Pounds;
}

/** Pounds per unit; a price without a date was typed. */
export interface PriceUsed {
  readonly price: Price;
  readonly date: IsoDate | null;
}

/** The assumptions of a plan, which are shown with it and can be changed. */
export interface Assumptions {
  /** Pounds per trade, by broker; an absent broker is assumed to charge nothing, which the plan says. */
  readonly charges: ReadonlyMap<string, Pounds>;
  /** The difference between buying and selling price, of which each trade bears half. */
  readonly spread: Percent;
  /** When false, steps below 50 pounds are left out. */
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
  /** In pounds per unit, after half of the spread. */
  readonly price: Price;
  /** Null for a price that was typed. */
  readonly priceDate: IsoDate | null;
  readonly consideration: Pounds;
  readonly charges: Pounds;
  readonly stampDuty: Pounds;
  /** The step's change to the holder's net gains of the year; negative for a loss. */
  readonly gain: Pounds;
}

/** To the account of the spouse or civil partner, at no gain and no loss (cgt/RULES 8.3). */
export interface TransferStep extends Placed {
  readonly kind: 'transfer';
  readonly toAccountId: string;
  /** Market value, which is not a consideration for tax. */
  readonly value: Pounds;
}

export interface WaitStep {
  readonly kind: 'wait';
  readonly until: IsoDate;
  readonly reason: 'settlement';
}

export type PlanStep = TradeStep | TransferStep | WaitStep;

/** The changes that a plan makes to the tax year of a holder. */
export interface HolderEffect {
  readonly accountId: string;
  readonly taxYear: TaxYear;
  /** Change of the net gains of the year. */
  readonly gain: Pounds;
  /** Null for a year whose rules are not known. */
  readonly exemptAmountLeft: Pounds | null;
  readonly lossesCarriedForward: Pounds;
  readonly tax: TaxRange | null;
  /** A sale of an earlier tax year is identified otherwise than without the plan. */
  readonly changesEarlierYears: boolean;
}

export type PlanNote =
  /** A price older than a day; `days` is its age on the plan's day. */
  | { readonly code: 'oldPrice'; readonly isin: string; readonly date: IsoDate; readonly days: number }
  | { readonly code: 'typedPrice'; readonly isin: string }
  | { readonly code: 'chargeUnknown'; readonly brokerId: string }
  /** The part of a loss that only sets off gains which the exempt amount covers (cgt/RULES 11.1). */
  | { readonly code: 'lossWasted'; readonly amount: Pounds }
  /** Gains that first use up the year's own losses. */
  | { readonly code: 'absorbsLosses'; readonly amount: Pounds }
  /** A trade after this day does not settle within the tax year. */
  | { readonly code: 'lastTradeDay'; readonly date: IsoDate }
  | { readonly code: 'stampDutyAssumed'; readonly isin: string }
  /** No security of the category is held, so that none can be bought. */
  | { readonly code: 'nothingOfCategory'; readonly category: AssetCategory }
  | { readonly code: 'drift'; readonly before: Pounds; readonly after: Pounds };

export interface Plan {
  readonly steps: readonly PlanStep[];
  readonly effects: readonly HolderEffect[];
  /** The proceeds of all sales, before charges. */
  readonly proceeds: Pounds;
  /** Broker charges and stamp duty of all steps. */
  readonly charges: Pounds;
  /** Cash paid into an ISA. */
  readonly movedIntoIsa: Pounds;
  /** False for the best plan for a goal that cannot be reached. */
  readonly reached: boolean;
  readonly breakers: readonly PurchaseWindow[];
  /** The first day from which no purchase can change the figures; null when none can today. */
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
  /** Best first: plans that reach the goal, then fewest trades, lowest charges, most moved into an ISA, least sold. */
  readonly plans: readonly Plan[];
  readonly shortfall: { readonly code: Shortfall; readonly nearest: Pounds | null } | null;
  readonly leftOut: readonly LeftOut[];
}

/**
 * A security that a plan leaves out: it has a recorded purchase in the following 30 days, more was sold in one wrapper
 * than was held there, or it has no price.
 */
export interface LeftOut {
  readonly accountId: string;
  readonly isin: string;
  readonly assetName: string;
  readonly why: 'within30Days' | 'soldMoreThanHeld' | 'noPrice';
}
