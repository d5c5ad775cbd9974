/** The rules for a savings account (002 §5): the same check in the form, in imports and on the server. */
import type { Fraction, Percent } from '../values/amount.ts';
import { divide, exact, multiply, toAmount } from '../values/decimal.ts';
import type { IsoDate } from '../values/dates.ts';
import type { Checked } from '../fields/issue.ts';
import { checkFields, type FieldsOf, type InputOf } from '../fields/record-fields.ts';
import { SAVINGS_ACCOUNT } from './records.ts';

/** A savings account as the input of a form, a file or a request. */
export type SavingsAccountInput = InputOf<typeof SAVINGS_ACCOUNT>;
export type SavingsAccountFields = FieldsOf<typeof SAVINGS_ACCOUNT>;

const HUNDRED = exact<'percent'>(100 as Percent);

/** Checks every rule and returns the fields, or all issues at once. The rate is a fraction: 0.0432 means 4.32 %. */
export function checkSavingsAccount(input: SavingsAccountInput): Checked<SavingsAccountFields> {
  return checkFields(SAVINGS_ACCOUNT, input);
}

/** Closed when it has a close date (002 §3). */
export function isClosed(account: { readonly accountCloseDate: IsoDate | null }): boolean {
  return account.accountCloseDate !== null;
}

/** The percentage of a form or file, 4.32, as the stored fraction, 0.0432. */
export function fractionOfPercent(percent: Percent): Fraction {
  return toAmount(divide<'fraction'>(exact(percent), HUNDRED));
}

/** A stored rate, 0.0432, as a percentage to show, 4.32. */
export function percentOfFraction(fraction: Fraction): Percent {
  return toAmount(multiply(HUNDRED, exact(fraction)));
}
