/** What the law fixes for a tax year: figures of gains, income, ISAs and pensions. Whole pounds and percent throughout. */
import type { IsoDate } from '../dates.ts';
import type { TaxYear } from '../tax-year.ts';

/** A figure or a set of them, with where it comes from in a word. */
interface Sourced {
  readonly source: string;
}

/** Rates for gains on shares from a day on, in percent. Before 2016 basic and higher were one rate or 18 and 28. */
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
  /** True when the return works out the whole year at its first rates, so that the rest is an adjustment (11.7). */
  readonly returnAtFirstRates: boolean;
  /** Proceeds above it must be reported by those in Self Assessment (11.4). */
  readonly proceedsLimit: number;
  readonly proceedsLimitSource: string;
  /** Whether the numbers of SA108's boxes are known for the year; if not, only their labels are shown (11.5). */
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

/** Income tax of individuals in England, Wales and Northern Ireland. Scottish rates are not here. */
export interface IncomeRules {
  readonly personalAllowance: PersonalAllowance;
  /** Taxable income up to `basic` is in the basic-rate band; above `additionalFrom` it is at the additional rate. */
  readonly bands: Sourced & { readonly basic: number; readonly additionalFrom: number };
  /** Of pay, pensions and all other income that is neither savings, dividends nor property. */
  readonly mainRates: BandRates & Sourced;
  readonly dividends: BandRates & Sourced & { readonly allowance: number };
  readonly savings: BandRates & Sourced & SavingsAllowance;
  /** Where the personal allowance goes: where it saves most, or first to income other than property, savings, dividends. */
  readonly allowanceOrder: Sourced & { readonly order: 'savesMost' | 'otherIncomeFirst' };
  /** What one spouse may transfer to the other; relief is at the basic rate. */
  readonly marriageAllowance: Sourced & { readonly amount: number };
}

interface SavingsAllowance {
  /** By the highest band that the income reaches; nil at the additional rate. */
  readonly allowance: { readonly basic: number; readonly higher: number };
  /** Taxed at 0 %: this amount less the non-savings income above the personal allowance. */
  readonly startingRateBand: number;
}

/** What may be paid into ISAs. */
export interface IsaRules extends Sourced {
  readonly isa: number;
  /** Counts inside `isa`; null before lifetime ISAs existed. */
  readonly lisa: number | null;
  readonly juniorIsa: number;
  /** The most of `isa` that may go into a cash ISA; null where there is no such limit. */
  readonly cashIsa: { readonly below: number; readonly amount: number } | null;
}

/** What may be paid into pensions with relief, gross. */
export interface PensionRules extends Sourced {
  readonly annualAllowance: number;
  /** The reduced allowance once benefits were drawn flexibly (money purchase annual allowance). */
  readonly moneyPurchase: number;
  /** The allowance falls by 1 for each 2 of adjusted income above `adjustedIncome`, where threshold income is above its limit. */
  readonly taper: { readonly thresholdIncome: number; readonly adjustedIncome: number; readonly minimum: number };
  /** Years from which unused allowance is carried forward, oldest first. */
  readonly carryForwardYears: number;
}

export interface TaxYearRules {
  readonly taxYear: TaxYear;
  /** `announced`: not law when this was written; every screen that uses the year says so. */
  readonly status: 'law' | 'announced';
  /** Null where the figures are not known to this version. */
  readonly gains: GainsRules | null;
  readonly income: IncomeRules | null;
  readonly isa: IsaRules | null;
  readonly pension: PensionRules | null;
}
