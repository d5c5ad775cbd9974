/** The rules of a bank name (002 §5). */
import type { Checked } from '../fields/issue.ts';
import { checkFields, type FieldsOf, type InputOf } from '../fields/record-fields.ts';
import { BANK_NAME } from './records.ts';

export type BankNameFields = FieldsOf<typeof BANK_NAME>;
export type BankNameInput = InputOf<typeof BANK_NAME>;

/** Checks a bank name: 1 to 100 characters; active unless said otherwise. */
export function checkBankName(input: BankNameInput): Checked<BankNameFields> {
  return checkFields(BANK_NAME, input);
}
