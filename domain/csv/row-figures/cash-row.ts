/** The amount of a cash event in a file of any form. */
import { isAmount, parseAmount } from '../../values/amount.ts';
import { cashEventOf, isCashEvent, type CashEventType, type TransactionType } from '../../fields/enums.ts';
import { cleanText } from '../cells/cell-text.ts';
import { isNegative, plainNumber, readNumber, writtenDirection, type DecimalMark } from '../cells/numbers.ts';
import { isCutFigure } from '../cells/scientific-notation.ts';
import { saysOnlyCashInterest } from '../cells/interest-words.ts';
import { currencyOfWord, typeOfWord } from '../cells/words.ts';
import type { SourceRow, SourceRows } from '../profiles/source-row.ts';
import { currencyQuestion } from '../questions/figure-questions.ts';
import type { ImportAnswers } from '../questions/import-question.ts';
import { isSomething } from '../source/charge-columns.ts';
import { CHARGE_FIELDS } from '../tables/columns.ts';
import { doubtCurrency } from './declared-currency.ts';
import { signAgainst, type FigureHabits } from './figure-habits.ts';
import type { RowWords } from './row-words.ts';

interface CashContext {
  /** Null while the type is asked; the amount then has no sign. */
  readonly type: CashEventType | null;
  readonly mark: DecimalMark;
  readonly words: Pick<RowWords, 'refuse' | 'refuseCell' | 'doubt' | 'questions'>;
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

interface CashRowContext extends Pick<CashContext, 'words' | 'source'> {
  readonly habits: { readonly mark: DecimalMark; readonly figures: Pick<FigureHabits, 'namesAbroad' | 'cash'> };
  readonly answers: ImportAnswers;
}

/** The fields for a cash row's movement; empty where the file has columns for them. A shortened figure is refused. */
export function cashFieldsOf(
  row: SourceRow,
  type: TransactionType | null,
  { habits, words, source, answers }: CashRowContext,
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
  const isOpen = event !== null && !source.paysNegative && row.proof?.isDirectionProved !== true;
  const direction = isOwnForm && isOpen ? writtenDirection(cell) : null;
  if (direction !== null && (direction === 'paid') !== isPayment)
    words.doubt(`The amount ${cell.trim()} was ${direction}. Check the type.`);
  const signs = !isOpen || direction !== null ? undefined : habits.figures.cash.get(event);
  if (signs !== undefined && isSomething(cell) && signAgainst(signs, isNegative(cell)) !== 'none')
    words.doubt(
      `The amount ${cell.trim()} does not have the sign of other rows of this type. Check whether money was paid or received.`,
    );
  if (isOwnForm) doubtCharges(row, habits.mark, words);
  const isUnnamed = isOwnForm && isSomething(cell) && !namesCurrency(row) && !source.pounds('consideration');
  const currency = cleanText(row.get('currency'));
  doubtCurrency(currency, words);
  const named = isUnnamed ? fileCurrency(source.titleCurrency, answers, words) : null;
  if (isUnnamed && named === null && habits.figures.namesAbroad)
    words.doubt('The row names no currency, unlike others of the file: its amount was read as pounds. Check it.');
  const moved = cashAmountOf(cell, named ?? currency, { type: event, mark: habits.mark, words });
  if (isOwnForm) doubtOtherCash(row, moved.cashCurrency, words);
  return moved;
}

/** A row of cash whose security is a currency may state the value of that currency in another one. */
function doubtOtherCash(row: SourceRow, read: string | undefined, words: Pick<RowWords, 'doubt'>): void {
  for (const field of ['ticker', 'assetName'] as const) {
    const named = cleanText(row.get(field));
    if (read === undefined || !CURRENCY_CODE.test(named) || named === read || currencyOfWord(named) === null) continue;
    words.doubt(`The row names ${named}, but its amount was read as ${read}. Check the amount and its currency.`);
    return;
  }
}

const CURRENCY_CODE = /^[A-Z]{3}$/u;

/** A charge of another amount beside a movement of cash: the amount may be a balance, or include the charge. */
function doubtCharges(row: SourceRow, mark: DecimalMark, words: Pick<RowWords, 'doubt'>): void {
  const amount = row.get('consideration');
  const sizeOf = (cell: string): string => plainNumber(cell, mark).replace('-', '');
  for (const field of CHARGE_FIELDS) {
    const charge = row.get(field);
    if (isSomething(charge) && isSomething(amount) && Number(sizeOf(charge)) !== Number(sizeOf(amount)))
      words.doubt(`A charge of ${charge.trim()} is beside the amount ${amount.trim()}. Check which was moved.`);
  }
}

/** The currency that the lines around the table name, or pounds, by the answer that trades without a currency need too. */
function fileCurrency(
  titleCurrency: string | null,
  answers: ImportAnswers,
  words: Pick<RowWords, 'questions'>,
): string | null {
  if (titleCurrency === null || titleCurrency === 'GBP') return titleCurrency;
  const question = currencyQuestion(titleCurrency, 'titled', answers);
  words.questions.push(question);
  return question.answer ?? titleCurrency;
}

/** True for an interest whose row names neither a security nor units; its name may repeat the type. */
export function isOfCash(row: SourceRow): boolean {
  const name = cleanText(row.get('assetName'));
  return (
    (['isin', 'sedol', 'ticker'] as const).every((field) => row.get(field).trim() === '') &&
    !isSomething(row.get('quantity')) &&
    (name === '' || typeOfWord(name) === 'INTEREST' || (/\binterest\b/iu.test(name) && saysOnlyCashInterest(name)))
  );
}

/** Whether the letter of an income may mean that units were delivered: the row states their price. */
export function mayDeliverUnits(row: SourceRow, type: string): boolean {
  return /^[di]$/iu.test(type) && /[1-9]/u.test(row.get('price') || row.get('localPrice'));
}

/** True for a row of cash with units of a security, in a file of any form: they may have been moved instead of money. */
export function mayMoveUnits(
  row: SourceRow,
  { isBrokerFile, guarded, namesNoSecurity }: Pick<SourceRows, 'isBrokerFile' | 'guarded' | 'namesNoSecurity'>,
): boolean {
  if (isBrokerFile || guarded || !isSomething(row.get('quantity'))) return false;
  return (
    namesNoSecurity || (['isin', 'sedol', 'ticker', 'assetName'] as const).some((field) => row.get(field).trim() !== '')
  );
}

/** True for a cash row that names the currency of its amount, in a column of its own or beside it. */
export function namesCurrency(row: SourceRow): boolean {
  return (
    row.get('currency').trim() !== '' || /[\p{L}£$€]/u.test(row.get('consideration').replace(/[CD]R\.?\s*$/iu, ''))
  );
}
