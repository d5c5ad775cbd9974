/** The rules for a transaction: the same check in the form, in imports and on the server. */
import { checkCashFields } from './cash-event.ts';
import {
  isCashEvent,
  needsRelatedIsin,
  TRANSACTION_TYPES,
  type QuantityRule,
  type TransactionType,
} from '../fields/enums.ts';
import type { FieldReader } from '../fields/field-reader.ts';
import type { Checked } from '../fields/issue.ts';
import { checkFields, type Draft, type FieldsOf, type InputOf } from '../fields/record-fields.ts';
import { TRANSACTION } from './records.ts';

/** A transaction as the input of a form, a file or a request. */
export type TransactionInput = InputOf<typeof TRANSACTION>;

/** A transaction without its identifier, as the rules accept it. */
export type TransactionFields = FieldsOf<typeof TRANSACTION>;

type Reader = FieldReader<string>;
export type TransactionDraft = Draft<typeof TRANSACTION>;

const QUANTITY_WORDS: Readonly<Record<QuantityRule, string>> = {
  positive: 'a number greater than 0',
  nonZero: 'the change in units, a number other than 0',
  optional: 'a number of 0 or more, or nothing',
  none: 'nothing, because this type has no quantity',
};

/** The quantity rule of a transaction type (the table of transaction types). */
export function quantityRuleOf(type: TransactionType): QuantityRule {
  return TRANSACTION_TYPES.find((entry) => entry.value === type)?.quantity ?? 'optional';
}

/**
 * Checks every rule of a transaction and returns its fields, or all issues at once. Missing charges are zero; the
 * quantity must follow the rule of the type.
 */
export function checkTransaction(input: TransactionInput): Checked<TransactionFields> {
  // Only some types have a related security; a file's column is ignored for others.
  const isRelated = TRANSACTION_TYPES.some(({ value }) => value === input.transactionType && needsRelatedIsin(value));
  const isCash = typeof input.transactionType === 'string' && isCashEvent(input.transactionType);
  const given = isRelated || isCash || input.relatedIsin === undefined ? input : { ...input, relatedIsin: undefined };
  // A cash event has an amount instead of a consideration.
  return checkFields(
    TRANSACTION,
    isCash && (given.consideration ?? '') === '' ? { ...given, consideration: 0 } : given,
    (reader, draft) => {
      checkQuantity(reader, draft);
      checkCashFields(reader, draft);
      if (isRelated && draft.relatedIsin === undefined && !reader.hasRefused('relatedIsin'))
        reader.refuse('relatedIsin', 'required', TRANSACTION.relatedIsin.expected);
      if (draft.relatedIsin !== undefined && draft.relatedIsin === draft.isin && draft.isin !== '')
        reader.refuse('relatedIsin', 'sameAsOther', 'the ISIN of another asset');
      if ((draft.ratioNew === undefined) !== (draft.ratioOld === undefined))
        reader.refuse(
          draft.ratioNew === undefined ? 'ratioNew' : 'ratioOld',
          'required',
          'both numbers of the ratio, or neither',
        );
    },
  );
}

function checkQuantity(reader: Reader, draft: TransactionDraft): void {
  const { transactionType, quantity } = draft;
  if (transactionType === null || reader.hasRefused('quantity')) return;
  const rule = quantityRuleOf(transactionType);
  const expected = QUANTITY_WORDS[rule];
  if (rule === 'none') {
    if (quantity !== null && quantity !== 0) reader.refuse('quantity', 'notAllowed', expected);
    draft.quantity = null;
  } else if (quantity === null) {
    if (rule !== 'optional') reader.refuse('quantity', 'required', expected);
  } else if (rule === 'positive' && quantity <= 0) reader.refuse('quantity', 'notPositive', expected);
  else if (rule === 'nonZero' && quantity === 0) reader.refuse('quantity', 'zero', expected);
  else if (rule === 'optional' && quantity < 0) reader.refuse('quantity', 'negative', expected);
}
