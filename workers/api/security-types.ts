/** One security with all of its records. Types only, for the page too. */
import type { Pounds, Quantity } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import type { TaxWrapper } from '../../domain/fields/enums.ts';
import type { HoldingTransactionView, HoldingView } from '../../domain/holdings/holding-view.ts';
import type { Asset } from '../../domain/records/records.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';

/** An account and wrapper in which the security is or was held. */
export interface SecurityPlace {
  readonly accountId: string;
  readonly accountName: string;
  readonly taxWrapper: TaxWrapper;
  /** Newest first, including those with its former ISINs. */
  readonly transactions: readonly HoldingTransactionView[];
}

/** A purchase, sale or split of the security, in any account. */
export interface SecurityTrade {
  readonly date: IsoDate;
  readonly side: 'bought' | 'sold' | 'split';
  /** Null for a split. */
  readonly quantity: Quantity | null;
}

/**
 * The security's payments in a tax year; those in ISA, LISA, JISA and SIPP are separate and never in one sum
 * (income/RULES.md 1.1).
 */
export interface SecurityIncome {
  readonly taxYear: TaxYear;
  /** False for payments in ISA, LISA, JISA and SIPP. */
  readonly counts: boolean;
  readonly gross: Pounds;
  readonly withheld: Pounds;
  readonly net: Pounds;
}

export interface SecurityView {
  /** The present ISIN. */
  readonly isin: string;
  /** Null when the catalogue lacks it. */
  readonly asset: Asset | null;
  /** What is held of it today. */
  readonly holdings: readonly HoldingView[];
  /** By account and wrapper; empty where no transaction names it. */
  readonly places: readonly SecurityPlace[];
  /** Newest year first. */
  readonly income: readonly SecurityIncome[];
}
