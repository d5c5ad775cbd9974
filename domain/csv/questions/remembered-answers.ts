/**
 * A user's earlier answers, kept as extras so that every device and the server prepare a file with the same answers.
 * One record for each answer: devices that answer different questions change different records.
 */
import type { Extra, ExtraValue } from '../../extra.ts';
import { textKey } from '../tables/column-readings.ts';
import { questionKey, type ImportAnswers, type QuestionKind } from './import-question.ts';

/** Where a file comes from: a broker, or a layout of columns. What was answered for one says nothing of another. */
export interface FileOrigin {
  /** The same for all files of the origin. */
  readonly key: string;
  /** As a person knows it. */
  readonly label: string;
}

/** Kinds whose answer holds for the next file of the origin too; others are the file's own. */
const REMEMBERED: readonly QuestionKind[] = ['security', 'wrapper'];

export function isRemembered(kind: QuestionKind): boolean {
  return REMEMBERED.includes(kind);
}

/** A remembered answer as it is listed and changed. */
export interface RememberedAnswer {
  /** The extra's key. */
  readonly id: string;
  readonly origin: FileOrigin;
  readonly question: string;
  readonly kind: 'security' | 'wrapper';
  /** What was asked about, as the file names it. */
  readonly label: string;
  /** An ISIN or a tax wrapper; null where it was answered in two ways and is asked each time. */
  readonly answer: string | null;
}

/** The kind of extra that answers are kept under. */
export const ANSWERS_EXTRA = 'column-mapping';
const PREFIX = 'answer-';

/** The key of the extra that keeps the answer to a question of an origin. */
export function answerExtraKey(origin: FileOrigin, question: string): string {
  return PREFIX + textKey(`${origin.key}\n${question}`);
}

/** The value that such an extra has. */
export function answerExtraValue(answer: Omit<RememberedAnswer, 'id'>): ExtraValue {
  const { origin, question, kind, label } = answer;
  return { origin: origin.key, originLabel: origin.label, question, kind, label, answer: answer.answer };
}

/** Reads an extra as a remembered answer; null when it is another thing or says too little. */
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

/** The answers that stand for files of an origin. */
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

/** What earlier versions kept of a broker: an ISIN by what its files call a security. */
function earlierChoices({ choices }: ExtraValue): ImportAnswers {
  const entries = typeof choices === 'object' && choices !== null ? Object.entries(choices) : [];
  return Object.fromEntries(
    entries
      .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      .map(([name, isin]) => [questionKey('security', name), isin]),
  );
}
