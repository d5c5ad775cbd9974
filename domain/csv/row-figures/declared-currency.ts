/** The currency of a row's amounts by its column of currencies. */
import { cleanText, shorten } from '../cells/cell-text.ts';
import { isBlankMarker, readNumber, type DecimalMark } from '../cells/numbers.ts';
import { currencyOfWord } from '../cells/words.ts';
import type { SourceRow, SourceRows } from '../profiles/source-row.ts';
import { currencyQuestion } from '../questions/figure-questions.ts';
import type { ImportAnswers } from '../questions/import-question.ts';
import { isSomething } from '../source/charge-columns.ts';
import type { TransactionField } from '../tables/columns.ts';
import type { FigureField } from './figure-habits.ts';
import type { RowWords } from './row-words.ts';

const PRICES = ['price', 'localPrice', 'nativePrice'] as const satisfies readonly TransactionField[];

export interface DeclaredContext {
  readonly source: SourceRows;
  readonly mark: DecimalMark;
  /** The columns whose headings name pounds. */
  readonly inPounds: ReadonlySet<FigureField>;
  readonly answers: () => ImportAnswers;
}

/**
 * The currency that the row names; null for none. Without a price, nothing shows whether an amount beside another
 * currency and its exchange rate is in that currency or in pounds already: a question is added.
 */
export function declaredCurrency(
  row: SourceRow,
  words: Pick<RowWords, 'doubt' | 'questions'>,
  { source, mark, inPounds, answers }: DeclaredContext,
): ReturnType<typeof currencyOfWord> {
  const cell = row.get('currency');
  const declared = cell === '' ? null : currencyOfWord(cleanText(cell));
  if (declared === null && !source.guarded) doubtCurrency(cell, words);
  if (declared === null || declared.code === 'GBP' || source.isBrokerFile || source.guarded) return declared;
  const amount = readNumber(row.get('consideration'), mark);
  const isNamed = amount.kind !== 'number' || amount.currency !== null || inPounds.has('consideration');
  if (isNamed || !isSomething(row.get('exchangeRate')) || PRICES.some((field) => isSomething(row.get(field))))
    return declared;
  const question = currencyQuestion(declared.code, 'besideRates', answers());
  words.questions.push(question);
  return question.answer === 'GBP' ? { code: 'GBP', pence: false } : declared;
}

/** Warns about a currency that is none: amounts that name none of their own are in pounds then. */
export function doubtCurrency(cell: string, words: Pick<RowWords, 'doubt'>): void {
  if (cell === '' || isBlankMarker(cell) || currencyOfWord(cleanText(cell)) !== null) return;
  words.doubt(
    `Currency '${shorten(cleanText(cell), 20)}' is not known: amounts that name none of their own were read as pounds. Check them.`,
  );
}
