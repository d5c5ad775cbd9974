/** The amount of a cash event in a file of any form. */
import { isAmount, parseAmount } from '../amount.ts';
import { cashEventOf, type CashEventType } from '../enums.ts';
import { readNumber, type DecimalMark } from './numbers.ts';
import type { RowWords } from './row-words.ts';
import { currencyOfWord } from './words.ts';

interface CashContext {
  readonly type: CashEventType;
  readonly mark: DecimalMark;
  readonly words: Pick<RowWords, 'refuse' | 'refuseCell'>;
}

/** The fields of what a cash event moves. A sign before money that goes out says nothing new; before money that comes in it is refused. */
export function cashAmountOf(
  cell: string,
  currency: string,
  { type, mark, words }: CashContext,
): { readonly cashAmount?: number; readonly cashCurrency?: string } {
  const read = readNumber(cell, mark);
  if (read.kind === 'fault') words.refuse('consideration', read.fault, '');
  if (read.kind !== 'number') return {};
  const amount = parseAmount<'money'>(cashEventOf(type)?.cash === 'out' ? read.text.replace(/^-/u, '') : read.text);
  if (!isAmount(amount)) {
    words.refuse('consideration', amount, '');
    return {};
  }
  const declared = currencyOfWord(currency);
  if (declared?.pence === true) words.refuseCell('currency', 'notAnOption', 'GBP, USD or EUR');
  return { cashAmount: amount, cashCurrency: read.currency ?? declared?.code ?? 'GBP' };
}
