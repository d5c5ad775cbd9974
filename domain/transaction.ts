/** The rules of a transaction: the same check in the form, in imports and on the server. */
import type { Fraction, Pounds, Quantity } from './amount.ts';
import {
  needsRelatedIsin,
  TAX_WRAPPER_OPTIONS,
  TRANSACTION_TYPES,
  WRAPPER_CHOICES,
  type QuantityRule,
  type TransactionType,
} from './enums.ts';
import { FieldReader } from './field-reader.ts';
import type { Checked } from './issue.ts';
import type { Transaction } from './records.ts';

/** A transaction as a form, a file or a request gives it: anything may be missing or of the wrong kind. */
export type TransactionInput = { readonly [K in keyof Omit<Transaction, 'id'>]?: unknown };

/** A transaction without its identifier: what the rules accept. */
export type TransactionFields = Omit<Transaction, 'id'>;

type Reader = FieldReader<keyof TransactionInput>;

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

/**
 * Checks every rule of a transaction and answers its fields, or all issues at once.
 * Charges that are missing are nil; quantity follows the rule of the type.
 */
export function checkTransaction(input: TransactionInput): Checked<TransactionFields> {
  const reader = new FieldReader<keyof TransactionInput>(input);
  const type = reader.option('transactionType', TRANSACTION_TYPES, 'a transaction type such as BUY or SELL');
  const transactionDate = reader.day('transactionDate', true);
  const brokerId = reader.text('brokerId', 64, 'a broker');
  const brokerDealReference = reader.text('brokerDealReference', 100, null);
  const accountId = reader.text('accountId', 64, 'an account');
  const taxWrapper = reader.option('taxWrapper', TAX_WRAPPER_OPTIONS, WRAPPER_CHOICES);
  const isin = reader.isin('isin');
  const quantity = readQuantity(reader, type);
  const nativePrice = reader.nonNegative<'price'>('nativePrice');
  const localPrice = reader.nonNegative<'price'>('localPrice');
  const consideration = reader.requiredNonNegative<'pounds'>('consideration', 'an amount in pounds');
  const charges = {
    brokerCharge: chargeOf(reader, 'brokerCharge'),
    stampDuty: chargeOf(reader, 'stampDuty'),
    fxCharge: chargeOf(reader, 'fxCharge'),
    accruedInterest: reader.amount<'pounds'>('accruedInterest') ?? (0 as Pounds),
  };
  const extras = readExtras(reader, input, type, isin);
  if (
    reader.issues.length > 0 ||
    type === null ||
    taxWrapper === null ||
    transactionDate === null ||
    consideration === null
  ) {
    return { ok: false, issues: reader.issues };
  }
  return {
    ok: true,
    value: {
      transactionType: type,
      transactionDate,
      brokerId,
      brokerDealReference,
      accountId,
      taxWrapper,
      isin,
      quantity,
      nativePrice,
      localPrice,
      consideration,
      ...charges,
      ...extras,
    },
  };
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

function chargeOf(reader: Reader, field: 'brokerCharge' | 'stampDuty' | 'fxCharge'): Pounds {
  return reader.nonNegative<'pounds'>(field) ?? (0 as Pounds);
}

type Extras = Pick<
  Transaction,
  | 'relatedIsin'
  | 'ratioNew'
  | 'ratioOld'
  | 'valueAfter'
  | 'costFraction'
  | 'smallTreatment'
  | 'incomeDate'
  | 'transferId'
>;

function readExtras(reader: Reader, input: TransactionInput, type: TransactionType | null, isin: string): Extras {
  const extras: { -readonly [K in keyof Extras]: Extras[K] } = {};
  if (type !== null && needsRelatedIsin(type)) {
    extras.relatedIsin = reader.isin('relatedIsin');
    if (extras.relatedIsin === isin && isin !== '')
      reader.refuse('relatedIsin', 'sameAsOther', 'the ISIN of another asset');
  }
  const ratioNew = reader.ratio('ratioNew');
  const ratioOld = reader.ratio('ratioOld');
  if ((ratioNew === undefined) !== (ratioOld === undefined)) {
    reader.refuse(
      ratioNew === undefined ? 'ratioNew' : 'ratioOld',
      'required',
      'both numbers of the ratio, or neither',
    );
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
  else if (treatment !== undefined && treatment !== null && treatment !== '')
    reader.refuse('smallTreatment', 'notAnOption', 'deduct or partDisposal');
  const incomeDate = reader.day('incomeDate', false);
  if (incomeDate !== null) extras.incomeDate = incomeDate;
  const transferId = reader.text('transferId', 64, null);
  if (transferId !== '') extras.transferId = transferId;
  return extras;
}
