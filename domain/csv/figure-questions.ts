/** What a file leaves open about its figures: what the amounts contain, and what unit or currency they are in. */
import {
  questionKey,
  type ImportAnswers,
  type Proposal,
  type QuestionKind,
  type RowQuestion,
} from './import-question.ts';
import type { TransactionField } from './columns.ts';

function question(
  kind: QuestionKind,
  text: string,
  fields: readonly TransactionField[],
  proposals: readonly Proposal[],
  answers: ImportAnswers,
): RowQuestion {
  const key = questionKey(kind, '');
  const answer = answers[key];
  return {
    key,
    kind,
    label: '',
    text,
    fields,
    proposals: () => proposals,
    answer: proposals.some(({ value }) => value === answer) ? (answer ?? null) : null,
  };
}

const READINGS: readonly Proposal[] = [
  { value: 'gross', label: 'Before charges', detail: 'The amount is quantity x price.' },
  { value: 'net', label: 'With charges', detail: 'The amount is what was paid or received.' },
];

/** Asks whether the file's amounts contain the charges; one answer settles all rows of the file. */
export function amountReadingQuestion(text: string, answers: ImportAnswers): RowQuestion {
  return question('amountReading', text, ['consideration'], READINGS, answers);
}
