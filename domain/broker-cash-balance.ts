/** The rules of a broker cash balance (002 §5). */
import type { IsoDate } from './dates.ts';
import { CURRENCY_OPTIONS, TAX_WRAPPER_OPTIONS, WRAPPER_CHOICES } from './enums.ts';
import { FieldReader } from './field-reader.ts';
import type { Checked } from './issue.ts';
import type { BrokerCashBalance } from './records.ts';
import { NOTES_LIMIT } from './savings-account.ts';

/** What stays when a balance is changed: account, broker and wrapper are locked (002 §2). */
export type BrokerCashChange = Pick<BrokerCashBalance, 'cashBalance' | 'currency' | 'notes'> & {
  /** Null: the day on which it is saved. */
  readonly lastUpdated: IsoDate | null;
};
export type BrokerCashFields = Pick<BrokerCashBalance, 'accountId' | 'brokerId' | 'taxWrapper'> & BrokerCashChange;
export type BrokerCashInput = { readonly [K in keyof BrokerCashFields]?: unknown };

type Reader = FieldReader<keyof BrokerCashFields>;

/** Checks a new balance and answers its fields, or all issues at once; the currency is GBP unless said otherwise. */
export function checkBrokerCashBalance(input: BrokerCashInput): Checked<BrokerCashFields> {
  const reader = new FieldReader<keyof BrokerCashFields>(input);
  const accountId = reader.text('accountId', 64, 'an account');
  const brokerId = reader.text('brokerId', 64, 'a broker');
  const taxWrapper = reader.option('taxWrapper', TAX_WRAPPER_OPTIONS, WRAPPER_CHOICES);
  const change = readChange(reader, input);
  if (reader.issues.length > 0 || taxWrapper === null || change === null) return { ok: false, issues: reader.issues };
  return { ok: true, value: { accountId, brokerId, taxWrapper, ...change } };
}

/** Checks what may change of a balance; anything else in the input is ignored. */
export function checkBrokerCashChange(input: BrokerCashInput): Checked<BrokerCashChange> {
  const reader = new FieldReader<keyof BrokerCashFields>(input);
  const value = readChange(reader, input);
  return reader.issues.length > 0 || value === null ? { ok: false, issues: reader.issues } : { ok: true, value };
}

function readChange(reader: Reader, input: BrokerCashInput): BrokerCashChange | null {
  const cashBalance = reader.requiredNonNegative<'money'>('cashBalance', 'an amount of 0 or more');
  const currency =
    (input.currency ?? '') === '' ? 'GBP' : reader.option('currency', CURRENCY_OPTIONS, 'GBP, USD or EUR');
  const notes = reader.multiline('notes', NOTES_LIMIT);
  const lastUpdated = reader.day('lastUpdated', false);
  return cashBalance === null || currency === null ? null : { cashBalance, currency, notes, lastUpdated };
}
