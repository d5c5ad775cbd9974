/** The statutory figures of a tax year for gains, income, ISAs and pensions, all in whole pounds and percent. */
import type { IsoDate } from '../values/dates.ts';
import type { TaxYear } from '../values/tax-year.ts';

/** A figure or set of figures with a short source. */
interface Sourced {
  readonly source: string;
}

/**
 * Rates for gains on shares from a day on, in percent. Before 2016 basic and higher rate were the same or 18 and 28.
 */
export interface RatesFrom extends Sourced {
  readonly from: IsoDate;
  readonly basic: number;
  readonly higher: number;
}

/** Capital gains of individuals (cgt/RULES.md 11). */
export interface GainsRules {
  readonly annualExemptAmount: number;
  readonly exemptAmountSource: string;
  /** The rates in force when the year starts, and from the day of a change within it. */
  readonly rates: readonly RatesFrom[];
  /** True when the return calculates the whole year at its first rates, so that the rest is an adjustment (11.7). */
  readonly returnAtFirstRates: boolean;
  /** Proceeds above this must be reported by those in Self Assessment (11.4). */
  readonly proceedsLimit: number;
  readonly proceedsLimitSource: string;
  /** Whether the numbers of SA108's boxes are known for the year; otherwise only their labels are shown (11.5). */
  readonly boxNumbersKnown: boolean;
}

/** Percent within the basic-rate band, above it, and above the additional-rate threshold. */
export interface BandRates {
  readonly basic: number;
  readonly higher: number;
  readonly additional: number;
}

export interface PersonalAllowance extends Sourced {
  readonly amount: number;
  /** Adjusted net income above which the allowance falls by 1 for each 2. */
  readonly taperFrom: number;
}

/** Income tax of individuals in England, Wales and Northern Ireland. Scottish rates are not included. */
export interface IncomeRules {
  readonly personalAllowance: PersonalAllowance;
  /** Taxable income up to `basic` is in the basic-rate band; above `additionalFrom` it is at the additional rate. */
  readonly bands: Sourced & { readonly basic: number; readonly additionalFrom: number };
  /** For pay, pensions and all other income except savings, dividends and property. */
  readonly mainRates: BandRates & Sourced;
  readonly dividends: BandRates & Sourced & { readonly allowance: number };
  readonly savings: BandRates & Sourced & SavingsAllowance;
  /**
   * The use of the personal allowance: where it saves most, or first for income other than property, savings and
   * dividends.
   */
  readonly allowanceOrder: Sourced & { readonly order: 'savesMost' | 'otherIncomeFirst' };
  /** The amount that one spouse may transfer to the other; relief is at the basic rate. */
  readonly marriageAllowance: Sourced & { readonly amount: number };
}

interface SavingsAllowance {
  /** By the highest band that the income reaches; zero at the additional rate. */
  readonly allowance: { readonly basic: number; readonly higher: number };
  /** Savings taxed at 0 %: this amount less the non-savings income above the personal allowance. */
  readonly startingRateBand: number;
}

/** The annual limits of ISAs. */
export interface IsaRules extends Sourced {
  readonly isa: number;
  /** Part of `isa`; null before lifetime ISAs existed. */
  readonly lisa: number | null;
  readonly juniorIsa: number;
  /** The most of `isa` that may be paid into a cash ISA; null where there is no such limit. */
  readonly cashIsa: { readonly below: number; readonly amount: number } | null;
}

/** The limits of pension contributions with relief, gross. */
export interface PensionRules extends Sourced {
  readonly annualAllowance: number;
  /** The reduced allowance once benefits were drawn flexibly (money purchase annual allowance). */
  readonly moneyPurchase: number;
  /**
   * The allowance is reduced by 1 for each 2 of adjusted income above `adjustedIncome`, where threshold income is above
   * its limit.
   */
  readonly taper: { readonly thresholdIncome: number; readonly adjustedIncome: number; readonly minimum: number };
  /** The number of years whose unused allowance is carried forward. */
  readonly carryForwardYears: number;
}

export interface TaxYearRules {
  readonly taxYear: TaxYear;
  /** `announced`: not law when this was written, which every screen with the year states. */
  readonly status: 'law' | 'announced';
  /** Null where this version does not know the figures. */
  readonly gains: GainsRules | null;
  readonly income: IncomeRules | null;
  readonly isa: IsaRules | null;
  readonly pension: PensionRules | null;
}
