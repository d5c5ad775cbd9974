/** Allowances as the worker returns them. Types only, for the page too. */
import type { Money, Pounds } from '../../domain/values/amount.ts';
import type { AllowanceRow } from '../../domain/allowances/allowance.ts';
import type { CashIsa } from '../../domain/allowances/cash-isas.ts';
import type { HolderAllowances, ShownAllowance } from '../../domain/allowances/holder-allowances.ts';
import type { HolderStatement, YearStatement } from '../../domain/allowances/statements.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import type { TaxWrapper } from '../../domain/fields/enums.ts';
import type { TaxYear } from '../../domain/values/tax-year.ts';

export interface AllowancesQuery {
  readonly accountIds: readonly string[];
  readonly taxYear: TaxYear;
}

/**
 * A row with the name of the security, of the savings account, or of the broker where cash was paid in; null for a
 * statement about payments elsewhere and for a removed record.
 */
export interface AllowanceRowView extends AllowanceRow {
  readonly name: string | null;
}

export interface AllowanceView extends Omit<ShownAllowance, 'rows'> {
  readonly rows: readonly AllowanceRowView[];
}

/** An ISA at a broker with a payment of the year. */
export interface IsaView {
  readonly id: string;
  readonly brokerId: string;
  readonly taxWrapper: TaxWrapper;
  readonly name: string;
  readonly isFlexible: boolean | null;
}

/** A cash ISA among the savings accounts, with the statement of the year. */
export interface CashIsaView extends CashIsa {
  /** Null for a removed one. */
  readonly name: string | null;
}

/** Money that moved into or out of an ISA or pension and counts nowhere, because the record is incomplete. */
export interface UnclearPayment {
  readonly id: string;
  readonly date: IsoDate;
  readonly name: string;
  readonly amount: Money;
  readonly currency: string;
}

export interface HolderAllowancesView extends Omit<HolderAllowances, 'allowances' | 'isas' | 'replaceable'> {
  readonly name: string;
  readonly allowances: readonly AllowanceView[];
  readonly isas: readonly IsaView[];
  readonly cashIsas: readonly CashIsaView[];
  readonly replaceable: readonly { readonly name: string; readonly amount: Pounds }[];
  readonly unclear: readonly UnclearPayment[];
  /** Securities whose income is in no figure, because its nature is not known. */
  readonly unknownNatures: readonly string[];
  /** Savings accounts record no interest, so no figure includes it; interest of cash ISAs is tax-free. */
  readonly hasSavings: boolean;
  readonly holder: HolderStatement;
  readonly year: YearStatement;
  readonly otherIncome: Pounds | null;
}

export interface AllowancesView {
  readonly taxYear: TaxYear;
  readonly asOf: IsoDate;
  readonly status: 'law' | 'announced';
  /** Years whose limits are known, newest first. */
  readonly years: readonly TaxYear[];
  /** In the requested order. */
  readonly holders: readonly HolderAllowancesView[];
}
