/** The rules of cash events, and of what trades and income say about the broker's cash. */
import { add, exact } from '../values/decimal.ts';
import { dayMonthYear, type IsoDate } from '../values/dates.ts';
import {
  cashEventOf,
  isCashEvent,
  labelOf,
  TRANSACTION_TYPES,
  type CashEventType,
  type Currency,
  type TransactionType,
} from '../fields/enums.ts';
import type { FieldReader } from '../fields/field-reader.ts';
import type { Issue } from '../fields/issue.ts';
import type { Draft } from '../fields/record-fields.ts';
import { TRANSACTION, type Transaction } from './records.ts';

type TransactionDraft = Draft<typeof TRANSACTION>;
type Reader = FieldReader<string>;

/** A cash event has no security: these fields do not apply. */
const OF_SECURITIES = ['isin', 'nativePrice', 'localPrice', 'relatedIsin'] as const;
const NIL_FIGURES = ['consideration', 'brokerCharge', 'stampDuty', 'fxCharge', 'accruedInterest'] as const;

/** Checks the fields of a cash event, and those that only some other types have. */
export function checkCashFields(reader: Reader, draft: TransactionDraft): void {
  const { transactionType } = draft;
  if (transactionType === null) return requireIsin(reader, draft);
  const event = cashEventOf(transactionType);
  if (event === undefined) checkSecurity(reader, draft, transactionType);
  else checkEvent(reader, draft, event.opposite);
  if (transactionType === 'CONTRIBUTION') {
    if (!reader.isGiven('contributionKind'))
      reader.refuse('contributionKind', 'required', TRANSACTION.contributionKind.expected);
  } else refuseGiven(reader, 'contributionKind', 'nothing, because only a contribution has a kind');
}

function requireIsin(reader: Reader, { isin }: TransactionDraft): void {
  if (isin === '' && !reader.hasRefused('isin')) reader.refuse('isin', 'required', TRANSACTION.isin.expected);
}

function checkSecurity(reader: Reader, draft: TransactionDraft, type: TransactionType): void {
  requireIsin(reader, draft);
  // Where the broker states what moved, it states in which currency.
  if ((draft.cashAmount === undefined) !== (draft.cashCurrency === undefined))
    refuseMissing(
      reader,
      draft.cashAmount === undefined ? 'cashAmount' : 'cashCurrency',
      'an amount with its currency',
    );
  if (typeof draft.cashAmount === 'number' && draft.cashAmount < 0)
    reader.refuse('cashAmount', 'negative', 'an amount of 0 or more: the type says which way the money moves');
  if (type === 'DIVIDEND' || type === 'DIVIDEND_REINVESTED' || type === 'INTEREST') checkWithheld(reader, draft);
  else
    for (const field of ['grossIncome', 'taxWithheld', 'taxCountry'])
      refuseGiven(reader, field, 'nothing, because only dividends and interest have it');
}

/** Gross income and tax come together, and what was received is one of them or their difference. */
function checkWithheld(
  reader: Reader,
  { grossIncome, taxWithheld, taxCountry, consideration }: TransactionDraft,
): void {
  const together = 'both gross income and tax withheld, or neither';
  if (grossIncome === undefined && taxWithheld !== undefined) refuseMissing(reader, 'grossIncome', together);
  if (taxWithheld === undefined && grossIncome !== undefined) refuseMissing(reader, 'taxWithheld', together);
  if (taxCountry !== undefined && taxWithheld === undefined)
    refuseMissing(reader, 'taxWithheld', 'the tax that the country withheld');
  if (typeof grossIncome !== 'number' || typeof taxWithheld !== 'number') return;
  if (taxWithheld > grossIncome) {
    reader.refuse('taxWithheld', 'outOfRange', 'no more than the gross income');
    return;
  }
  const isNet = consideration !== null && add(exact(consideration), exact(taxWithheld)) === exact(grossIncome);
  if (consideration !== null && consideration !== grossIncome && !isNet)
    reader.refuse('grossIncome', 'outOfRange', 'the consideration, or the consideration and the tax withheld');
}

function checkEvent(reader: Reader, draft: TransactionDraft, opposite: CashEventType): void {
  const { cashAmount } = draft;
  if (!reader.isGiven('cashAmount')) reader.refuse('cashAmount', 'required', TRANSACTION.cashAmount.expected);
  else if (typeof cashAmount === 'number' && cashAmount <= 0)
    reader.refuse('cashAmount', 'notPositive', `an amount greater than 0, or the type ${typeLabel(opposite)}`);
  if (!reader.isGiven('cashCurrency')) reader.refuse('cashCurrency', 'required', TRANSACTION.cashCurrency.expected);
  for (const field of OF_SECURITIES) refuseGiven(reader, field, 'nothing, because cash has no security');
  for (const field of NIL_FIGURES)
    if (typeof draft[field] === 'number' && draft[field] !== 0)
      reader.refuse(field, 'notAllowed', 'nothing, because only the amount is needed');
  for (const field of ['grossIncome', 'taxWithheld', 'taxCountry'])
    refuseGiven(reader, field, 'nothing, because only dividends and interest have it');
}

function refuseGiven(reader: Reader, field: string, expected: string): void {
  if (reader.isGiven(field) && !reader.hasRefused(field)) reader.refuse(field, 'notAllowed', expected);
}

function refuseMissing(reader: Reader, field: string, expected: string): void {
  if (!reader.hasRefused(field)) reader.refuse(field, 'required', expected);
}

function typeLabel(type: TransactionType): string {
  return labelOf(TRANSACTION_TYPES, type);
}

/** A cash event: a transaction whose amount and currency are there. */
export type CashEvent = Transaction & Required<Pick<Transaction, 'cashAmount' | 'cashCurrency'>>;

/** Narrows a transaction to a cash event. */
export function isCashTransaction(row: Transaction): row is CashEvent {
  return cashEventOf(row.transactionType) !== undefined;
}

/** What a form or an import knows beside the event itself. */
export interface CashEventContext {
  readonly today: IsoDate;
  /** True where a rate to pounds is known for the currency on the day or before. */
  readonly hasRate: (currency: Currency, day: IsoDate) => boolean;
  /** The wrappers in which the account has records; empty for an account without any. */
  readonly wrappers: ReadonlySet<string>;
}

/** Types that may be the first record of a wrapper. */
const OPENS_WRAPPER: ReadonlySet<TransactionType> = new Set(['DEPOSIT', 'CONTRIBUTION', 'CASH_TRANSFER_IN']);

/** A cash event as far as it is known: null for what is not given, or not right in itself. */
export interface PartialCashEvent {
  readonly transactionType: string;
  readonly transactionDate: IsoDate | null;
  readonly taxWrapper: string | null;
  readonly cashCurrency: Currency | null;
}

/** What is wrong with a cash event in its surroundings: a future day, a wrapper without records, a currency without a rate. */
export function cashEventIssues(
  { transactionType, transactionDate, taxWrapper, cashCurrency }: PartialCashEvent,
  { today, hasRate, wrappers }: CashEventContext,
): readonly Issue[] {
  const issues: Issue[] = [];
  const refuse = (field: string, value: string, expected: string): void =>
    void issues.push({ field, code: 'outOfRange', value, expected });
  if (!isCashEvent(transactionType)) return issues;
  if (transactionDate !== null && transactionDate > today)
    refuse(
      'transactionDate',
      dayMonthYear(transactionDate),
      `a date that is not in the future (today is ${dayMonthYear(today)})`,
    );
  if (taxWrapper !== null && !OPENS_WRAPPER.has(transactionType) && wrappers.size > 0 && !wrappers.has(taxWrapper))
    refuse('taxWrapper', taxWrapper, `a wrapper that the account has (${[...wrappers].join(', ')})`);
  if (
    transactionDate !== null &&
    cashCurrency !== null &&
    cashCurrency !== 'GBP' &&
    !hasRate(cashCurrency, transactionDate)
  )
    refuse(
      'cashCurrency',
      cashCurrency,
      `a currency with an exchange rate on or before ${dayMonthYear(transactionDate)}`,
    );
  return issues;
}
