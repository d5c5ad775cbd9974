/** What tells one trade from another: its values, its amount in its own currency, and its reference. */
import { isCashEvent } from '../../fields/enums.ts';
import type { TransactionFields } from '../../records/transaction.ts';

/** Two transactions with the same key are the same trade. */
export function tradeKey(fields: TransactionFields): string {
  return `${fields.accountId}|${fields.transactionDate}|${fields.isin}|${fields.transactionType}|${fields.quantity ?? ''}|${fields.consideration}${isCashEvent(fields.transactionType) ? `|${fields.brokerId}|${fields.taxWrapper}|${fields.cashAmount ?? ''}|${fields.cashCurrency ?? ''}` : ''}`;
}

/** What identifies a trade whatever rate its amount was converted at: two with the same are the same trade. */
export function tradeKeyAtAnyRate(fields: TransactionFields): string {
  return ownCurrencyKey(fields) ?? tradeKey(fields);
}

/** As `tradeKey`, by the amount in another currency that moved; null for amounts in pounds. */
export function ownCurrencyKey(fields: TransactionFields): string | null {
  const { cashAmount, cashCurrency = 'GBP' } = fields;
  return cashAmount === undefined || cashCurrency === 'GBP' || isCashEvent(fields.transactionType)
    ? null
    : `${tradeKey({ ...fields, consideration: 0 as TransactionFields['consideration'] })}|${cashAmount}|${cashCurrency}`;
}

/**
 * Whether two different references mean two trades: the file names the stored one too, or both are of one numbering.
 * Otherwise, one export may name the order and another the contract note. `references` are those of the file.
 */
export function areTwoReferences(
  row: TransactionFields,
  stored: TransactionFields,
  references: ReadonlySet<string>,
): boolean {
  const [own, other] = [referenceKey(row), referenceKey(stored)];
  return own !== other && (references.has(other) || numberingOf(own) === numberingOf(other));
}

/** The letters of a reference and the number of its digits; of one that mixes them at random, its length. */
function numberingOf(reference: string): string {
  return /^[a-z]*(?:\d+[a-z]*)?$/u.test(reference) ? reference.replace(/\d/gu, '0') : `${reference.length}`;
}

/** A reference in any spelling: without punctuation, and without the leading zeros that spreadsheets remove. */
export function referenceKey({ brokerDealReference: reference }: TransactionFields): string {
  if (reference === '') return '';
  const text = PLAIN_REFERENCE.test(reference) ? reference : reference.replace(/[^\p{L}\p{N}]+/gu, '');
  const key = text.toLowerCase();
  return key.startsWith('0') ? key.replace(/^0+(?=\d)/u, '') : key;
}

const PLAIN_REFERENCE = /^[\da-z]+$/iu;
