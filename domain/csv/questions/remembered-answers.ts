/**
 * A user's earlier answers, stored as extras so that every device and the server prepare a file with the same answers.
 * Each answer is one record, so that devices which answer different questions change different records.
 */
import type { Extra, ExtraValue } from '../../records/extra.ts';
import { textKey } from '../tables/column-readings.ts';
import { FILE_SECURITY, questionKey, type ImportAnswers, type QuestionKind } from './import-question.ts';

/** The source of a file: a broker, or a layout of columns. An answer for one does not apply to another. */
export interface FileOrigin {
  /** The same for all files of the source. */
  readonly key: string;
  /** The name that the user sees. */
  readonly label: string;
}

/** Kinds of questions whose answer also applies to the next file of the source; other answers apply to one file. */
const REMEMBERED: readonly QuestionKind[] = ['security', 'wrapper'];

export function isRemembered({ kind, key }: { readonly kind: QuestionKind; readonly key: string }): boolean {
  // Another company's share plan has the same columns.
  return REMEMBERED.includes(kind) && key !== FILE_SECURITY;
}

/** A remembered answer, for the list in which it can be changed. */
export interface RememberedAnswer {
  /** The extra's key. */
  readonly id: string;
  readonly origin: FileOrigin;
  readonly question: string;
  readonly kind: 'security' | 'wrapper';
  /** What was asked about, as the file names it. */
  readonly label: string;
  /** An ISIN or a tax wrapper; null where it was answered in two ways, so that the user is asked each time. */
  readonly answer: string | null;
}

/** The kind of the extras that store answers. */
export const ANSWERS_EXTRA = 'column-mapping';
const PREFIX = 'answer-';

/** The key of the extra that stores the answer to a question about files of a source. */
export function answerExtraKey(origin: FileOrigin, question: string): string {
  return PREFIX + textKey(`${origin.key}\n${question}`);
}

/** The value of such an extra. */
export function answerExtraValue(answer: Omit<RememberedAnswer, 'id'>): ExtraValue {
  const { origin, question, kind, label } = answer;
  return { origin: origin.key, originLabel: origin.label, question, kind, label, answer: answer.answer };
}

/** Reads an extra as a remembered answer; null when it is not one or is incomplete. */
export function readRememberedAnswer({ key, value }: Pick<Extra, 'key' | 'value'>): RememberedAnswer | null {
  const text = (field: string): string | null => {
    const found = value[field];
    return typeof found === 'string' ? found : null;
  };
  const [origin, question, kind] = [text('origin'), text('question'), text('kind')];
  if (!key.startsWith(PREFIX) || origin === null || question === null) return null;
  if (kind !== 'security' && kind !== 'wrapper') return null;
  return {
    id: key,
    origin: { key: origin, label: text('originLabel') ?? origin },
    question,
    kind,
    label: text('label') ?? question,
    answer: text('answer'),
  };
}

/** The remembered answers for files of a source. */
export function rememberedAnswers(
  extras: Iterable<Pick<Extra, 'key' | 'value'>>,
  origin: FileOrigin | null,
): ImportAnswers {
  const answers: Record<string, string> = {};
  if (origin === null) return answers;
  const earlierKey = `assets-${textKey(origin.key)}`;
  for (const extra of extras) {
    if (extra.key === earlierKey) Object.assign(answers, earlierChoices(extra.value));
    const remembered = readRememberedAnswer(extra);
    if (remembered !== null && remembered.origin.key === origin.key && remembered.answer !== null)
      answers[remembered.question] = remembered.answer;
  }
  return answers;
}

/** The answers that earlier versions stored for a broker: an ISIN by its files' name for a security. */
function earlierChoices({ choices }: ExtraValue): ImportAnswers {
  const entries = typeof choices === 'object' && choices !== null ? Object.entries(choices) : [];
  return Object.fromEntries(
    entries
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([name, isin]) => [questionKey('security', name), isin]),
  );
}
