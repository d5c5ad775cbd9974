/** The amount of a cash event in a file of any form. */
import { isAmount, parseAmount } from '../../values/amount.ts';
import { cashEventOf, isCashEvent, type CashEventType, type TransactionType } from '../../fields/enums.ts';
import { cleanText } from '../cells/cell-text.ts';
import { isNegative, readNumber, type DecimalMark } from '../cells/numbers.ts';
import { isCutFigure } from '../cells/scientific-notation.ts';
import { currencyOfWord, typeOfWord } from '../cells/words.ts';
import type { SourceRow, SourceRows } from '../profiles/source-row.ts';
import { isSomething } from '../source/charge-columns.ts';
import type { RowWords } from './row-words.ts';

interface CashContext {
  /** Null while the type is asked; the amount then has no sign. */
  readonly type: CashEventType | null;
  readonly mark: DecimalMark;
  readonly words: Pick<RowWords, 'refuse' | 'refuseCell' | 'doubt'>;
  readonly source: Pick<SourceRows, 'isBrokerFile' | 'paysNegative' | 'titleCurrency' | 'pounds'>;
}

/** The fields for a movement of cash. The sign of a payment is ignored; a negative receipt is refused. */
function cashAmountOf(
  cell: string,
  currency: string,
  { type, mark, words }: Omit<CashContext, 'source'>,
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
  { mark, words, source }: Omit<CashContext, 'type'>,
): Readonly<Record<string, unknown>> {
  if (row.get('cashAmount') !== '') return {};
  const cell = row.get('consideration');
  const cut = row.cutFigure ?? (isCutFigure(cell) ? cell.trim() : null);
  if (cut !== null) words.refuse('consideration', 'cut', cut);
  const event = type !== null && isCashEvent(type) ? type : null;
  const isPayment = event !== null && cashEventOf(event)?.cash === 'out';
  // A broker's profile has its own proofs.
  const isOwnForm = !source.isBrokerFile;
  const isSigned = source.paysNegative && row.proof?.isDirectionProved !== true;
  if (isOwnForm && isSigned && isPayment && isSomething(cell) && !isNegative(cell))
    words.doubt(`The file says that the amount ${cell.trim()} was received. Check the type.`);
  const fields = cashAmountOf(cell, cleanText(row.get('currency')), { type: event, mark, words });
  const { titleCurrency } = source;
  const isForeign = isOwnForm && titleCurrency !== null && titleCurrency !== 'GBP';
  if (isForeign && fields.cashCurrency === 'GBP' && !namesCurrency(row) && !source.pounds('consideration'))
    words.doubt(`The file is in ${titleCurrency}, but this amount was read as pounds. Check its currency.`);
  return fields;
}

/** True for an interest whose row names neither a security nor units; its name may repeat the type. */
export function isOfCash(row: SourceRow): boolean {
  const name = cleanText(row.get('assetName'));
  return (
    (['isin', 'sedol', 'ticker'] as const).every((field) => row.get(field).trim() === '') &&
    !isSomething(row.get('quantity')) &&
    (name === '' || typeOfWord(name) === 'INTEREST')
  );
}

/** True for a cash row that names the currency of its amount, in a column of its own or beside it. */
export function namesCurrency(row: SourceRow): boolean {
  return (
    row.get('currency').trim() !== '' || /[\p{L}£$€]/u.test(row.get('consideration').replace(/(?:CR|DR)\s*$/u, ''))
  );
}
