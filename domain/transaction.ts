/** The rules of a transaction: the same check in the form, in imports and on the server. */
import { checkAmount, isAmount, type Amount, type AmountFault, type Fraction, type Pounds, type Quantity, type Unit } from './amount.ts';
import { parseIsoDate, type IsoDate } from './dates.ts';
import {
  isOptionOf, needsRelatedIsin, TAX_WRAPPER_OPTIONS, TRANSACTION_TYPES,
  type QuantityRule, type TaxWrapper, type TransactionType,
} from './enums.ts';
import type { Checked, Issue, IssueCode } from './issue.ts';
import { isIsinShaped, isValidIsin } from './isin.ts';
import type { Transaction } from './records.ts';

/** A transaction as a form, a file or a request gives it: anything may be missing or of the wrong kind. */
export type TransactionInput = { readonly [K in keyof Omit<Transaction, 'id'>]?: unknown };

/** A transaction without its identifier: what the rules accept. */
export type TransactionFields = Omit<Transaction, 'id'>;

const FAULT_WORDS: Readonly<Record<AmountFault, string>> = {
  notANumber: 'a number',
  tooLarge: 'a number below 1,000,000,000,000,000',
  tooPrecise: 'at most 15 significant digits and 12 decimal places',
};

const QUANTITY_WORDS: Readonly<Record<QuantityRule, string>> = {
  positive: 'a number greater than 0',
  nonZero: 'the change in units, a number other than 0',
  optional: 'a number of 0 or more, or nothing',
  none: 'nothing, because this type has no quantity',
};

/** How a transaction type reads its quantity (the table of transaction types). */
export function quantityRuleOf(type: TransactionType): QuantityRule {
  return TRANSACTION_TYPES.find((entry) => entry.value === type)?.quantity ?? 'optional';
}

/** Collects issues while fields are read one by one, so that every fault of a row is named at once. */
class Reader {
  readonly issues: Issue[] = [];
  private readonly input: TransactionInput;

  constructor(input: TransactionInput) {
    this.input = input;
  }

  refuse(field: keyof TransactionInput, code: IssueCode, expected: string): void {
    const value = this.input[field];
    this.issues.push({ field, code, expected, value: typeof value === 'string' ? value : (JSON.stringify(value ?? '') ?? '').replace(/^""$/u, '') });
  }

  text(field: keyof TransactionInput, limit: number, expected: string | null): string {
    const value = this.input[field];
    const text = typeof value === 'string' ? value.trim() : '';
    if (text === '' && expected !== null) this.refuse(field, 'required', expected);
    else if (text.length > limit) this.refuse(field, 'tooLong', `at most ${limit} characters`);
    // oxlint-disable-next-line no-control-regex -- control characters are just what is refused
    else if (/[\u0000-\u001F\u007F]/u.test(text)) this.refuse(field, 'controlCharacter', 'text without control characters');
    return text;
  }

  amount<U extends Unit>(field: keyof TransactionInput): Amount<U> | null {
    const value = this.input[field];
    if (value === undefined || value === null || value === '') return null;
    const read = typeof value === 'number' ? checkAmount<U>(value) : 'notANumber';
    if (isAmount(read)) return read;
    this.refuse(field, read, FAULT_WORDS[read]);
    return null;
  }

  nonNegative<U extends Unit>(field: keyof TransactionInput): Amount<U> | null {
    const value = this.amount<U>(field);
    if (value !== null && value < 0) {
      this.refuse(field, 'negative', 'a number of 0 or more');
      return null;
    }
    return value;
  }

  day(field: keyof TransactionInput, required: boolean): IsoDate | null {
    const value = this.input[field];
    if (value === undefined || value === null || value === '') {
      if (required) this.refuse(field, 'required', 'a day as yyyy-MM-dd');
      return null;
    }
    const date = typeof value === 'string' ? parseIsoDate(value) : null;
    if (date === null) this.refuse(field, 'notADate', 'a day of the calendar as yyyy-MM-dd, from 1800 to 2200');
    return date;
  }

  isin(field: 'isin' | 'relatedIsin'): string {
    const text = this.text(field, 12, 'the ISIN of an asset');
    if (text !== '' && text.length <= 12 && !isValidIsin(text)) {
      this.refuse(field, isIsinShaped(text) ? 'badCheckDigit' : 'badIsin',
        isIsinShaped(text) ? 'an ISIN whose last digit checks' : 'two letters, nine letters or digits and a check digit, or XAU, XAG or XPT');
    }
    return text;
  }

  ratio(field: 'ratioNew' | 'ratioOld'): number | undefined {
    const value = this.input[field];
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value;
    this.refuse(field, 'notInteger', 'a whole number greater than 0');
    return undefined;
  }
}

/**
 * Checks every rule of a transaction and answers its fields, or all issues at once.
 * Charges that are missing are nil; quantity follows the rule of the type.
 */
export function checkTransaction(input: TransactionInput): Checked<TransactionFields> {
  const reader = new Reader(input);
  const type = readType(reader, input);
  const transactionDate = reader.day('transactionDate', true);
  const brokerId = reader.text('brokerId', 64, 'a broker');
  const brokerDealReference = reader.text('brokerDealReference', 100, null);
  const accountId = reader.text('accountId', 64, 'an account');
  const taxWrapper = readWrapper(reader, input);
  const isin = reader.isin('isin');
  const quantity = readQuantity(reader, type);
  const nativePrice = reader.nonNegative<'price'>('nativePrice');
  const localPrice = reader.nonNegative<'price'>('localPrice');
  const consideration = readConsideration(reader, input);
  const charges = {
    brokerCharge: chargeOf(reader, 'brokerCharge'),
    stampDuty: chargeOf(reader, 'stampDuty'),
    fxCharge: chargeOf(reader, 'fxCharge'),
    accruedInterest: reader.amount<'pounds'>('accruedInterest') ?? (0 as Pounds),
  };
  const extras = readExtras(reader, input, type, isin);
  if (reader.issues.length > 0 || type === null || taxWrapper === null || transactionDate === null || consideration === null) {
    return { ok: false, issues: reader.issues };
  }
  return {
    ok: true,
    value: {
      transactionType: type, transactionDate, brokerId, brokerDealReference, accountId, taxWrapper, isin,
      quantity, nativePrice, localPrice, consideration, ...charges, ...extras,
    },
  };
}

function readType(reader: Reader, input: TransactionInput): TransactionType | null {
  const text = typeof input.transactionType === 'string' ? input.transactionType : '';
  if (isOptionOf(TRANSACTION_TYPES, text)) return text;
  reader.refuse('transactionType', text === '' ? 'required' : 'notAnOption', 'a transaction type such as BUY or SELL');
  return null;
}

function readWrapper(reader: Reader, input: TransactionInput): TaxWrapper | null {
  const text = typeof input.taxWrapper === 'string' ? input.taxWrapper : '';
  if (isOptionOf(TAX_WRAPPER_OPTIONS, text)) return text;
  reader.refuse('taxWrapper', text === '' ? 'required' : 'notAnOption', 'DEALING, SIPP, ISA, LISA or SPECULATIVE');
  return null;
}

function readQuantity(reader: Reader, type: TransactionType | null): Quantity | null {
  const before = reader.issues.length;
  const quantity = reader.amount<'quantity'>('quantity');
  if (type === null || reader.issues.length > before) return quantity;
  const rule = quantityRuleOf(type);
  const expected = QUANTITY_WORDS[rule];
  if (rule === 'none') {
    if (quantity !== null && quantity !== 0) reader.refuse('quantity', 'notAllowed', expected);
    return null;
  }
  if (quantity === null) {
    if (rule !== 'optional') reader.refuse('quantity', 'required', expected);
  } else if (rule === 'positive' && quantity <= 0) reader.refuse('quantity', 'notPositive', expected);
  else if (rule === 'nonZero' && quantity === 0) reader.refuse('quantity', 'zero', expected);
  else if (rule === 'optional' && quantity < 0) reader.refuse('quantity', 'negative', expected);
  return quantity;
}

function readConsideration(reader: Reader, input: TransactionInput): Pounds | null {
  const value = input.consideration;
  if (value === undefined || value === null || value === '') {
    reader.refuse('consideration', 'required', 'an amount in pounds');
    return null;
  }
  return reader.nonNegative<'pounds'>('consideration');
}

function chargeOf(reader: Reader, field: 'brokerCharge' | 'stampDuty' | 'fxCharge'): Pounds {
  return reader.nonNegative<'pounds'>(field) ?? (0 as Pounds);
}

type Extras = Pick<Transaction, 'relatedIsin' | 'ratioNew' | 'ratioOld' | 'valueAfter' | 'costFraction' | 'smallTreatment' | 'incomeDate' | 'transferId'>;

function readExtras(reader: Reader, input: TransactionInput, type: TransactionType | null, isin: string): Extras {
  const extras: { -readonly [K in keyof Extras]: Extras[K] } = {};
  if (type !== null && needsRelatedIsin(type)) {
    extras.relatedIsin = reader.isin('relatedIsin');
    if (extras.relatedIsin === isin && isin !== '') reader.refuse('relatedIsin', 'sameAsOther', 'the ISIN of another asset');
  }
  const ratioNew = reader.ratio('ratioNew');
  const ratioOld = reader.ratio('ratioOld');
  if ((ratioNew === undefined) !== (ratioOld === undefined)) {
    reader.refuse(ratioNew === undefined ? 'ratioNew' : 'ratioOld', 'required', 'both numbers of the ratio, or neither');
  } else if (ratioNew !== undefined && ratioOld !== undefined) {
    extras.ratioNew = ratioNew;
    extras.ratioOld = ratioOld;
  }
  const valueAfter = reader.nonNegative<'pounds'>('valueAfter');
  if (valueAfter !== null) extras.valueAfter = valueAfter;
  const costFraction = reader.nonNegative<'fraction'>('costFraction');
  if (costFraction !== null) {
    if (costFraction > 1) reader.refuse('costFraction', 'outOfRange', 'a fraction from 0 to 1');
    extras.costFraction = costFraction as Fraction;
  }
  const treatment = input.smallTreatment;
  if (treatment === 'deduct' || treatment === 'partDisposal') extras.smallTreatment = treatment;
  else if (treatment !== undefined && treatment !== null && treatment !== '') reader.refuse('smallTreatment', 'notAnOption', 'deduct or partDisposal');
  const incomeDate = reader.day('incomeDate', false);
  if (incomeDate !== null) extras.incomeDate = incomeDate;
  const transferId = reader.text('transferId', 64, null);
  if (transferId !== '') extras.transferId = transferId;
  return extras;
}

