/** The question about the type of a cash movement that a broker's file does not name. */
import { CASH_EVENT_TYPES, CONTRIBUTION_KINDS, type CashEventType } from '../../fields/enums.ts';
import { shorten } from '../cells/cell-text.ts';
import { questionKey, type ImportAnswers, type Proposal, type RowQuestion } from './import-question.ts';

/** A cash row whose type the file does not name. */
export interface UnknownCash {
  /** The file's own words for it. */
  readonly words: string;
  /** Null where the file does not say either whether the money was received or paid. */
  readonly direction: 'in' | 'out' | null;
}

/** The type that an answer gives the row. */
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

/** Asks for the type of rows with certain words; one answer settles all rows with the same words and direction. */
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
