/** The amount of a cash event in a file of any form. */
import { isAmount, parseAmount } from '../../values/amount.ts';
import { cashEventOf, isCashEvent, type CashEventType, type TransactionType } from '../../fields/enums.ts';
import { cleanText } from '../cells/cell-text.ts';
import { isNegative, readNumber, type DecimalMark } from '../cells/numbers.ts';
import { isCutFigure } from '../cells/scientific-notation.ts';
import { currencyOfWord } from '../cells/words.ts';
import type { SourceRow } from '../profiles/source-row.ts';
import { isSomething } from '../source/charge-columns.ts';
import type { RowWords } from './row-words.ts';

interface CashContext {
  /** Null while the type is asked; the amount then has no sign. */
  readonly type: CashEventType | null;
  readonly mark: DecimalMark;
  readonly words: Pick<RowWords, 'refuse' | 'refuseCell' | 'doubt'>;
  /** A column of the file says whether money was paid or received; its amounts have that sign. */
  readonly isDirected: boolean;
}

/** The fields for a movement of cash. The sign of a payment is ignored; a negative receipt is refused. */
function cashAmountOf(
  cell: string,
  currency: string,
  { type, mark, words }: Omit<CashContext, 'isDirected'>,
): { readonly cashAmount?: number; readonly cashCurrency?: string } {
  const read = readNumber(cell, mark);
  if (read.kind === 'fault') words.refuse('consideration', read.fault, '');
  if (read.kind !== 'number') return {};
  const amount = parseAmount<'money'>(
    type !== null && cashEventOf(type)?.cash === 'out' ? read.text.replace(/^-/u, '') : read.text,
  );
  if (!isAmount(amount)) {
    words.refuse('consideration', amount, '');
    return {};
  }
  const declared = currencyOfWord(currency);
  if (declared?.pence === true) words.refuseCell('currency', 'notAnOption', 'GBP, USD or EUR');
  return { cashAmount: amount, cashCurrency: read.currency ?? declared?.code ?? 'GBP' };
}

/** The fields for a cash row's movement; empty where the file has columns for them. A shortened figure is refused. */
export function cashFieldsOf(
  row: SourceRow,
  type: TransactionType | null,
  { mark, words, isDirected }: Omit<CashContext, 'type'>,
): Readonly<Record<string, unknown>> {
  if (row.get('cashAmount') !== '') return {};
  const cell = row.get('consideration');
  const cut = row.cutFigure ?? (isCutFigure(cell) ? cell.trim() : null);
  if (cut !== null) words.refuse('consideration', 'cut', cut);
  const event = type !== null && isCashEvent(type) ? type : null;
  const isPayment = event !== null && cashEventOf(event)?.cash === 'out';
  if (isDirected && isPayment && isSomething(cell) && !isNegative(cell))
    words.doubt(`The file says that the amount ${cell.trim()} was received. Check the type.`);
  return cashAmountOf(cell, cleanText(row.get('currency')), { type: event, mark, words });
}
