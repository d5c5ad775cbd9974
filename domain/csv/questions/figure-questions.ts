/** Questions about a file's figures: whether amounts include the charges, and which unit or currency they are in. */
import type { TransactionField } from '../tables/columns.ts';
import {
  questionKey,
  type ImportAnswers,
  type Proposal,
  type QuestionKind,
  type RowQuestion,
} from './import-question.ts';

function question(
  kind: QuestionKind,
  text: string,
  fields: readonly TransactionField[],
  proposals: readonly Proposal[],
  answers: ImportAnswers,
  label = '',
): RowQuestion {
  const key = questionKey(kind, label);
  const answer = answers[key];
  return {
    key,
    kind,
    label,
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

/** Asks whether the file's amounts include the charges; one answer settles all rows of the file. */
export function amountReadingQuestion(text: string, answers: ImportAnswers): RowQuestion {
  return question('amountReading', text, ['consideration'], READINGS, answers);
}

/** Which amounts name no currency of their own, and why they may not be in pounds. */
const UNNAMED = {
  quotedAbroad: (currency) =>
    `The file does not say whether the amounts of securities quoted in ${currency} are in ${currency} or in pounds.`,
  titled: (currency) =>
    `The file names ${currency} outside its rows: it does not say whether their amounts are in ${currency} or in pounds.`,
  besideRates: (currency) =>
    `The file names ${currency} and exchange rates, but no prices: it does not say whether its amounts are in ${currency} or in pounds already.`,
} as const satisfies Readonly<Record<string, (currency: string) => string>>;

/** Asks whether amounts without a currency of their own are in `currency` or in pounds. */
export function currencyQuestion(currency: string, about: keyof typeof UNNAMED, answers: ImportAnswers): RowQuestion {
  const [rate, label] = about === 'besideRates' ? ['row', `converted ${currency}`] : ['day', currency];
  return question(
    'currency',
    UNNAMED[about](currency),
    ['consideration'],
    [
      { value: currency, label: currency, detail: `Converted to pounds at the rate of each ${rate}.` },
      { value: 'GBP', label: 'Pounds', detail: 'Used as stated.' },
    ],
    answers,
    label,
  );
}

/** Asks whether a security's price is in pence, where neither an amount nor another price of it decides. */
export function unitQuestion(name: string, price: number, answers: ImportAnswers): RowQuestion {
  return question(
    'unit',
    `The file does not say whether the price ${price} of ${name} is in pence or in pounds.`,
    ['price', 'consideration'],
    [
      { value: 'GBX', label: 'Pence', detail: `£${price / 100} a unit` },
      { value: 'GBP', label: 'Pounds', detail: `£${price} a unit` },
    ],
    answers,
    name,
  );
}
