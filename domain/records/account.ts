/** The rules of accounts (001 §5). */
import type { Checked } from '../fields/issue.ts';
import { checkFields, type FieldsOf, type InputOf } from '../fields/record-fields.ts';
import { ACCOUNT } from './records.ts';

export type AccountFields = FieldsOf<typeof ACCOUNT>;
export type AccountInput = InputOf<typeof ACCOUNT>;

/** Checks an account and returns its fields, or all issues at once. */
export function checkAccount(input: AccountInput): Checked<AccountFields> {
  return checkFields(ACCOUNT, input);
}
