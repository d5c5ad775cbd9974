/** The currency of a row's amounts by its column of currencies. */
import { cleanText } from '../cells/cell-text.ts';
import { readNumber, type DecimalMark } from '../cells/numbers.ts';
import { currencyOfWord } from '../cells/words.ts';
import type { SourceRow, SourceRows } from '../profiles/source-row.ts';
import { currencyQuestion } from '../questions/figure-questions.ts';
import type { ImportAnswers, RowQuestion } from '../questions/import-question.ts';
import { isSomething } from '../source/charge-columns.ts';
import type { TransactionField } from '../tables/columns.ts';
import type { FigureField } from './figure-habits.ts';

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
  questions: RowQuestion[],
  { source, mark, inPounds, answers }: DeclaredContext,
): ReturnType<typeof currencyOfWord> {
  const cell = row.get('currency');
  const declared = cell === '' ? null : currencyOfWord(cleanText(cell));
  if (declared === null || declared.code === 'GBP' || source.isBrokerFile || source.guarded) return declared;
  const amount = readNumber(row.get('consideration'), mark);
  const isNamed = amount.kind !== 'number' || amount.currency !== null || inPounds.has('consideration');
  if (isNamed || !isSomething(row.get('exchangeRate')) || PRICES.some((field) => isSomething(row.get(field))))
    return declared;
  const question = currencyQuestion(declared.code, 'besideRates', answers());
  questions.push(question);
  return question.answer === 'GBP' ? { code: 'GBP', pence: false } : declared;
}
