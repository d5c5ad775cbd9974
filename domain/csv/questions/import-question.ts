/**
 * Questions of an import: a row with an open question is never imported, one answer settles all rows with the same
 * question, and answers are an input of `prepareImport`, so that the same answers give the same rows everywhere.
 */
import type { TransactionField } from '../tables/columns.ts';

export type QuestionKind =
  /** Which security a name, ticker or mistyped identifier means; the answer is an ISIN, proposed or not. */
  | 'security'
  /** Which account the rows belong to, where the file names none; the answer is an account's id. */
  | 'account'
  /** The tax wrapper of an account's rows; the answer is a `TaxWrapper`. */
  | 'wrapper'
  /** Whether a column of amounts is gross or net of charges. */
  | 'amountReading'
  /** Pence or pounds. */
  | 'unit'
  /** The currency of amounts without one; the answer is its code. */
  | 'currency'
  /** Which of several transactions a row reverses. */
  | 'reversal'
  /** Which of two columns with the same name is meant. */
  | 'column'
  /** The type of a cash movement that the file does not name; the answer is a cash event's type. */
  | 'cashType';

/** An answer that the user can choose. */
export interface Proposal {
  /** The value that `ImportAnswers` has when it is chosen. */
  readonly value: string;
  readonly label: string;
  /** The reason for the proposal or its difference from others; may be empty. */
  readonly detail: string;
}

/** A question of one row. */
export interface RowQuestion {
  /** The same for all rows that one answer settles; starts with the kind and a colon. */
  readonly key: string;
  readonly kind: QuestionKind;
  /** What is asked about, as the file names it. */
  readonly label: string;
  /** One sentence that says what the file leaves open. */
  readonly text: string;
  /** The columns that the question is about; their faults are not errors while it is open. */
  readonly fields: readonly TransactionField[];
  /** Ranked, the likeliest first; calculated only when the question is shown. */
  readonly proposals: () => readonly Proposal[];
  /** The user's answer; null while the question is open. */
  readonly answer: string | null;
}

/** A question with all its rows. */
export interface ImportQuestion extends Omit<RowQuestion, 'proposals' | 'fields'> {
  readonly proposals: readonly Proposal[];
  readonly rowNumbers: readonly number[];
}

/** The user's answers, by the keys of the questions. */
export type ImportAnswers = Readonly<Record<string, string>>;

/** The key of a question about something that the file names. */
export function questionKey(kind: QuestionKind, about: string): string {
  return `${kind}:${about}`;
}

/** The question about the only security of a file that names none. */
export const FILE_SECURITY = questionKey('security', '');

/** The most open questions that are shown together; the next ones get their proposals when these are answered. */
const MOST_PROPOSED = 100;

/** The questions of all rows joined by key, in the order in which they first occur. */
export function joinQuestions(
  rows: Iterable<{ readonly rowNumber: number; readonly questions: readonly RowQuestion[] }>,
): readonly ImportQuestion[] {
  const joined = new Map<string, { readonly question: RowQuestion; readonly rowNumbers: number[] }>();
  for (const { rowNumber, questions } of rows) {
    for (const question of questions) {
      const known = joined.get(question.key);
      if (known === undefined) joined.set(question.key, { question, rowNumbers: [rowNumber] });
      else known.rowNumbers.push(rowNumber);
    }
  }
  let proposed = 0;
  return [...joined.values()].map(({ question: { key, kind, label, text, answer, proposals }, rowNumbers }) => {
    const isProposed = answer !== null || proposed < MOST_PROPOSED;
    if (answer === null) proposed += 1;
    return { key, kind, label, text, answer, proposals: isProposed ? proposals() : [], rowNumbers };
  });
}
