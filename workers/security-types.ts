/** One security with all of its records. Types only, for the page too. */
import type { Pounds, Quantity } from '../domain/amount.ts';
import type { IsoDate } from '../domain/dates.ts';
import type { AssetType, TaxWrapper } from '../domain/enums.ts';
import type { HoldingTransactionView } from '../domain/holdings/holding-view.ts';
import type { TaxYear } from '../domain/tax-year.ts';

/** Where it is or was held. */
export interface SecurityPlace {
  readonly accountId: string;
  readonly accountName: string;
  readonly taxWrapper: TaxWrapper;
  /** Newest first; those under its former ISINs among them. */
  readonly transactions: readonly HoldingTransactionView[];
}

/** A purchase or sale of it, on any account. */
export interface SecurityTrade {
  readonly date: IsoDate;
  readonly side: 'bought' | 'sold';
  readonly quantity: Quantity;
}

/** What it paid in a tax year, in ISA, LISA, JISA and SIPP apart: they are never in one sum (income/RULES.md 1.1). */
export interface SecurityIncome {
  readonly taxYear: TaxYear;
  /** False for what was paid in ISA, LISA, JISA and SIPP. */
  readonly counts: boolean;
  readonly gross: Pounds;
  readonly withheld: Pounds;
  readonly net: Pounds;
}

export interface SecurityView {
  /** Its present ISIN. */
  readonly isin: string;
  readonly name: string;
  /** Empty when the catalogue does not have it. */
  readonly type: AssetType | '';
  /** By account and wrapper. */
  readonly places: readonly SecurityPlace[];
  /** Newest year first. */
  readonly income: readonly SecurityIncome[];
}
