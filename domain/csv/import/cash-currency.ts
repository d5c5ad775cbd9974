/** The currency of cash that moved, in a file without a profile that names none for it. */
import { namesCurrency } from '../row-figures/cash-row.ts';
import type { SourceRows } from '../profiles/source-row.ts';
import type { RowQuestion } from '../questions/import-question.ts';
import type { CheckedRow } from './row-checker.ts';

/** True for a row that moves cash in a file without a profile, and whose currency nothing of the row or its file names. */
function isUnnamed({ reading }: CheckedRow, source: SourceRows): boolean {
  const isOpen = !source.isBrokerFile && !source.guarded && source.titleCurrency === null;
  return isOpen && reading.isCash && !namesCurrency(reading.source) && !source.pounds('consideration');
}

/** The question about the currency of a row's amount, if there is one. */
export function currencyQuestionOf({ questions }: Pick<CheckedRow, 'questions'>): RowQuestion | undefined {
  return questions.find(({ kind }) => kind === 'currency');
}

/**
 * The rows with those that move cash in the currency of the trades: where all trades and income of the file raise one
 * question about their currency, its answer is that of the cash as well. `readIn` checks a row again in a currency.
 */
export function withCashCurrency(
  rows: readonly CheckedRow[],
  source: SourceRows,
  readIn: (row: CheckedRow, currency: string) => CheckedRow,
): readonly CheckedRow[] {
  const stated = rows.filter(({ reading }) => !reading.isCash && reading.figures.consideration !== null);
  const question = stated[0] === undefined ? undefined : currencyQuestionOf(stated[0]);
  if (question === undefined || stated.some((row) => currencyQuestionOf(row)?.key !== question.key)) return rows;
  return rows.map((row) => {
    if (!isUnnamed(row, source)) return row;
    const { answer } = question;
    const read = answer === null || answer === 'GBP' ? row : readIn(row, answer);
    return { ...read, fields: answer === null ? null : read.fields, questions: [...read.questions, question] };
  });
}

/** Says that cash was read as pounds, where nothing names its currency and no question is about it. */
export function poundsNotice(rows: readonly CheckedRow[], source: SourceRows): readonly string[] {
  const count = rows.filter(
    (row) => row.fields !== null && isUnnamed(row, source) && currencyQuestionOf(row) === undefined,
  ).length;
  if (count === 0) return [];
  return [
    count === 1
      ? '1 row that moves cash names no currency: it was read as pounds.'
      : `${count} rows that move cash name no currency: they were read as pounds.`,
  ];
}
