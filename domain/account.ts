/** The rules of accounts (001 §5). */
import { FieldReader } from './field-reader.ts';
import type { Checked } from './issue.ts';
import type { Account } from './records.ts';

export type AccountFields = Omit<Account, 'id'>;
export type AccountInput = { readonly [K in keyof AccountFields]?: unknown };

export const ACCOUNT_NAME_LIMIT = 100;

/** Checks an account and answers its fields, or all issues at once. */
export function checkAccount(input: AccountInput): Checked<AccountFields> {
  const reader = new FieldReader<keyof AccountFields>(input);
  const name = reader.text('name', ACCOUNT_NAME_LIMIT, 'the name of an account holder');
  return reader.issues.length > 0 ? { ok: false, issues: reader.issues } : { ok: true, value: { name } };
}
