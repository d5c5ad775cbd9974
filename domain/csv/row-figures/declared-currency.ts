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

interface DeclaredContext {
  readonly source: SourceRows;
  readonly mark: DecimalMark;
  /** The columns whose headings name pounds. */
  readonly inPounds: ReadonlySet<FigureField>;
  readonly answers: ImportAnswers;
  readonly ask: (question: RowQuestion) => void;
}

/**
 * The currency that the row names; null for none. Without a price, nothing shows whether an amount beside another
 * currency and its exchange rate is in that currency or in pounds already: the user is asked.
 */
export function declaredCurrency(
  row: SourceRow,
  { source, mark, inPounds, answers, ask }: DeclaredContext,
): ReturnType<typeof currencyOfWord> {
  const declared = currencyOfWord(cleanText(row.get('currency')));
  if (declared === null || declared.code === 'GBP' || source.isBrokerFile || source.guarded) return declared;
  const amount = readNumber(row.get('consideration'), mark);
  const isNamed = amount.kind !== 'number' || amount.currency !== null || inPounds.has('consideration');
  if (isNamed || !isSomething(row.get('exchangeRate')) || PRICES.some((field) => isSomething(row.get(field))))
    return declared;
  const question = currencyQuestion(declared.code, 'besideRates', answers);
  ask(question);
  return question.answer === 'GBP' ? { code: 'GBP', pence: false } : declared;
}
