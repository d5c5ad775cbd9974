/** The rules of a broker cash balance (002 §5). */
import type { Checked } from '../fields/issue.ts';
import { checkFields, orNull, type FieldsOf, type InputOf } from '../fields/record-fields.ts';
import { BROKER_CASH_BALANCE } from './records.ts';

const { cashBalance, currency, notes, lastUpdated, ...LOCKED } = BROKER_CASH_BALANCE;
/** What may change of a balance: account, broker and wrapper are locked (002 §2). Null for a day: that on which it is saved. */
const CHANGING = { cashBalance, currency, notes, lastUpdated: orNull(lastUpdated) };
const ALL = { ...LOCKED, ...CHANGING };

export type BrokerCashChange = FieldsOf<typeof CHANGING>;
export type BrokerCashFields = FieldsOf<typeof ALL>;
export type BrokerCashInput = InputOf<typeof ALL>;

/** Checks a new balance and returns its fields, or all issues at once; the currency is GBP unless said otherwise. */
export function checkBrokerCashBalance(input: BrokerCashInput): Checked<BrokerCashFields> {
  return checkFields(ALL, input);
}

/** Checks what may change of a balance; anything else in the input is ignored. */
export function checkBrokerCashChange(input: BrokerCashInput): Checked<BrokerCashChange> {
  return checkFields(CHANGING, input);
}
