/**
 * What a file leaves open: a row that raises a question is never taken before it is answered, one answer settles all rows that raise
 * the same question, and answers are an input of `prepareImport`, so that the same answers give the same rows everywhere.
 */
import type { TransactionField } from '../tables/columns.ts';

/** What is asked about. */
export type QuestionKind =
  /** Which security a name, ticker or mistyped identifier is; the answer is an ISIN, proposed or any other. */
  | 'security'
  /** Whose account it is, where the file names none; the answer is an account's id. */
  | 'account'
  /** Under which tax wrapper an account's rows are held; the answer is a `TaxWrapper`. */
  | 'wrapper'
  /** What a column of amounts holds: gross, net of charges. */
  | 'amountReading'
  /** Pence or pounds. */
  | 'unit'
  /** The currency of amounts that name none; the answer is its code. */
  | 'currency'
  /** Which of several transactions a row takes back. */
  | 'reversal'
  /** Which of two columns of one name is meant. */
  | 'column'
  /** Why money came in or went out, where the file's words do not say; the answer is a cash event's type. */
  | 'cashType';

/** An answer that the user can choose. */
export interface Proposal {
  /** What `ImportAnswers` holds when it is chosen. */
  readonly value: string;
  readonly label: string;
  /** Why it is proposed or what sets it apart; empty for nothing to say. */
  readonly detail: string;
}

/** A question as one row raises it. */
export interface RowQuestion {
  /** The same for all rows that one answer settles: begins with the kind and a colon. */
  readonly key: string;
  readonly kind: QuestionKind;
  /** What is asked about, as the file names it. */
  readonly label: string;
  /** One sentence: what the file leaves open. */
  readonly text: string;
  /** The columns that the question speaks of; their faults are no errors while it is open. */
  readonly fields: readonly TransactionField[];
  /** Ranked, the likeliest first; made only when the question is shown. */
  readonly proposals: () => readonly Proposal[];
  /** What was answered; null while it is open. */
  readonly answer: string | null;
}

/** A question with all the rows that raise it. */
export interface ImportQuestion extends Omit<RowQuestion, 'proposals' | 'fields'> {
  readonly proposals: readonly Proposal[];
  readonly rowNumbers: readonly number[];
}

/** What the user answered, by a question's key. */
export type ImportAnswers = Readonly<Record<string, string>>;

/** The key of a question about something that the file names. */
export function questionKey(kind: QuestionKind, about: string): string {
  return `${kind}:${about}`;
}

/** More open questions than are shown together; the next get their proposals as these are answered. */
const MOST_PROPOSED = 100;

/** Rows' questions joined by key, in the order in which they were first raised. */
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
