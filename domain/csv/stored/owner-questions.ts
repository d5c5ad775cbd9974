/** The questions for an account and its tax wrapper, where a file names neither. */
import { TAX_WRAPPER_OPTIONS, TAX_WRAPPERS } from '../../fields/enums.ts';
import { nameKey } from '../cells/cell-text.ts';
import { questionKey, type ImportAnswers, type RowQuestion } from '../questions/import-question.ts';
import type { Directory } from './directory.ts';

/** The name of the first account, where none is stored. */
const FIRST_ACCOUNT = 'Main account';
/** The answer that creates this account with the import. */
const CREATE_FIRST_ACCOUNT = 'new:Main account';

/** The name of the account that an answer creates; null when the answer is the id of a stored one. */
export function createdAccountName(answer: string): string | null {
  return answer === CREATE_FIRST_ACCOUNT ? FIRST_ACCOUNT : null;
}

/** Asks for the account of rows that name none. */
export function accountQuestion(directory: Directory, answers: ImportAnswers): RowQuestion {
  const stored = directory.accounts.map(({ id, name }) => ({ value: id, label: name, detail: '' }));
  const proposals =
    stored.length > 0 ? stored : [{ value: CREATE_FIRST_ACCOUNT, label: FIRST_ACCOUNT, detail: 'a new account' }];
  const key = questionKey('account', '');
  const answer = answers[key];
  return {
    key,
    kind: 'account',
    label: '',
    text: 'The file does not say whose account these rows are in.',
    fields: ['account', 'taxWrapper'],
    proposals: () => proposals,
    answer: proposals.some(({ value }) => value === answer) ? (answer ?? null) : null,
  };
}

/** Asks for the tax wrapper of an account's rows, which decides whether their sales are taxed. */
export function wrapperQuestion(accountName: string, answers: ImportAnswers): RowQuestion {
  const key = questionKey('wrapper', nameKey(accountName));
  return {
    key,
    kind: 'wrapper',
    label: accountName,
    text: `The file does not say which tax wrapper ${accountName === '' ? 'these rows are' : `the rows of ${accountName} are`} held in.`,
    fields: ['taxWrapper'],
    proposals: () => TAX_WRAPPER_OPTIONS.map(({ value, label }) => ({ value, label, detail: '' })),
    answer: TAX_WRAPPERS.find((wrapper) => wrapper === answers[key]) ?? null,
  };
}
