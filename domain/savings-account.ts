/** The rules of a savings account (002 §5): the same check in the form, in imports and on the server. */
import type { Fraction, Percent } from './amount.ts';
import { divide, exact, multiply, toAmount } from './decimal.ts';
import type { IsoDate } from './dates.ts';
import { FieldReader } from './field-reader.ts';
import type { Checked } from './issue.ts';
import type { SavingsAccount } from './records.ts';

/** A savings account as a form, a file or a request gives it: anything may be missing or of the wrong kind. */
export type SavingsAccountInput = { readonly [K in keyof SavingsAccountFields]?: unknown };
export type SavingsAccountFields = Omit<SavingsAccount, 'id'>;

export const NOTES_LIMIT = 4000;
const SORT_CODE = /^\d{2}-\d{2}-\d{2}$/u;
const ACCOUNT_NUMBER = /^\d{8}$/u;
const HUNDRED = exact<'percent'>(100 as Percent);

/** Checks every rule and answers the fields, or all issues at once. The rate is a fraction: 0.0432 means 4.32 %. */
export function checkSavingsAccount(input: SavingsAccountInput): Checked<SavingsAccountFields> {
  const reader = new FieldReader<keyof SavingsAccountFields>(input);
  const bankNameId = reader.text('bankNameId', 64, 'a bank');
  const accountType = reader.text('accountType', 100, 'an account type such as Savings');
  const accountId = reader.text('accountId', 64, 'an account');
  const accountOpenDate = reader.day('accountOpenDate', true);
  const accountCloseDate = reader.day('accountCloseDate', false);
  const latestBalance = reader.requiredNonNegative<'pounds'>('latestBalance', 'an amount in pounds of 0 or more');
  const latestBalanceDate = reader.day('latestBalanceDate', true);
  const interestRate = reader.between<'fraction'>('interestRate', 0, 1, 'a fraction from 0 to 1: 0.0432 means 4.32 %');
  const accountReference = reader.text('accountReference', 100, null);
  const sortCode = reader.text('sortCode', 100, null);
  if (sortCode !== '' && !SORT_CODE.test(sortCode)) reader.refuse('sortCode', 'badSortCode', 'six digits as XX-XX-XX');
  const accountNumber = reader.text('accountNumber', 100, null);
  if (accountNumber !== '' && !ACCOUNT_NUMBER.test(accountNumber))
    reader.refuse('accountNumber', 'badAccountNumber', '8 digits');
  const notes = reader.multiline('notes', NOTES_LIMIT);
  if (reader.issues.length > 0 || accountOpenDate === null || latestBalance === null || latestBalanceDate === null)
    return { ok: false, issues: reader.issues };
  return {
    ok: true,
    value: {
      bankNameId,
      accountType,
      accountId,
      accountOpenDate,
      accountCloseDate,
      latestBalance,
      latestBalanceDate,
      interestRate,
      accountReference,
      sortCode,
      accountNumber,
      notes,
    },
  };
}

/** Closed when it has a close date (002 §3). */
export function isClosed(account: { readonly accountCloseDate: IsoDate | null }): boolean {
  return account.accountCloseDate !== null;
}

/** A rate as a form or a file states it, 4.32, as the fraction that is stored, 0.0432. */
export function fractionOfPercent(percent: Percent): Fraction {
  return toAmount(divide<'fraction'>(exact(percent), HUNDRED));
}

/** A stored rate, 0.0432, as a percentage to show, 4.32. */
export function percentOfFraction(fraction: Fraction): Percent {
  return toAmount(multiply(HUNDRED, exact(fraction)));
}
