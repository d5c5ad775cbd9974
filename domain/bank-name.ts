/** The rules of a bank name (002 §5). */
import { FieldReader } from './field-reader.ts';
import type { Checked } from './issue.ts';
import type { BankName } from './records.ts';

export type BankNameFields = Omit<BankName, 'id'>;
export type BankNameInput = { readonly [K in keyof BankNameFields]?: unknown };

export const BANK_NAME_LIMIT = 100;

/** Checks a bank name: 1 to 100 characters; active unless said otherwise. */
export function checkBankName(input: BankNameInput): Checked<BankNameFields> {
  const reader = new FieldReader<keyof BankNameFields>(input);
  const value = {
    name: reader.text('name', BANK_NAME_LIMIT, 'the name of a bank'),
    isActive: reader.flag('isActive', true),
  };
  return reader.issues.length > 0 ? { ok: false, issues: reader.issues } : { ok: true, value };
}
