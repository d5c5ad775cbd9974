/** What a movement of cash is, where a broker's file does not say. */
import { CASH_EVENT_TYPES, CONTRIBUTION_KINDS, type CashEventType } from '../../enums.ts';
import { shorten } from '../cells/cell-text.ts';
import { questionKey, type ImportAnswers, type Proposal, type RowQuestion } from './import-question.ts';

/** A row of which the file does not say what it is. */
export interface UnknownCash {
  /** What the file calls it. */
  readonly words: string;
  /** Null where the file does not say either whether the money came in or went out. */
  readonly direction: 'in' | 'out' | null;
}

/** What an answer says that the row is. */
export interface AnsweredCash {
  readonly type: CashEventType;
  readonly contributionKind: string | null;
}

interface Choice extends Proposal {
  readonly cash: 'in' | 'out';
}
const PROPOSALS = CASH_EVENT_TYPES.flatMap(({ value, label, cash }): readonly Choice[] =>
  value === 'CONTRIBUTION'
    ? CONTRIBUTION_KINDS.map((kind) => ({ value: `${value} ${kind.value}`, label, detail: kind.label, cash }))
    : [{ value, label, detail: '', cash }],
);

/** Asks what the rows of some words are; one answer settles all of the same words and direction. */
export function cashTypeQuestion({ words, direction }: UnknownCash, answers: ImportAnswers): RowQuestion {
  const name = words === '' ? 'a row without a description' : `'${shorten(words)}'`;
  const key = questionKey('cashType', `${direction ?? ''}:${words.toLowerCase().replace(/\s+/gu, ' ')}`);
  const proposals = PROPOSALS.filter(({ cash }) => direction === null || cash === direction);
  const moved =
    direction === null
      ? ', or whether it brought money in or took it out.'
      : `. It ${direction === 'in' ? 'brought money in' : 'took money out'}.`;
  return {
    key,
    kind: 'cashType',
    label: words,
    text: `The file does not say what ${name} was for${moved}`,
    fields: ['transactionType'],
    proposals: () => proposals,
    answer: proposals.find(({ value }) => value === answers[key])?.value ?? null,
  };
}

/** The answer as a type with its kind of contribution; null while there is none. */
export function answeredCash({ answer }: RowQuestion): AnsweredCash | null {
  const [value = '', contributionKind = null] = (answer ?? '').split(' ');
  const type = CASH_EVENT_TYPES.find((entry) => entry.value === value);
  return type === undefined ? null : { type: type.value, contributionKind };
}
