/** The transaction form's state: every field as the text that is in it, and the way to and from a record. */
import { isAmount, parseAmount, type AmountFault, type Amount, type Unit } from '../../../domain/values/amount.ts';
import { exact, multiply, toFixed, toText } from '../../../domain/values/decimal.ts';
import { isCashEvent, TAX_WRAPPERS, type TransactionType } from '../../../domain/fields/enums.ts';
import type { Issue, IssueCode } from '../../../domain/fields/issue.ts';
import { fieldLabel, issueText } from '../../../domain/records/issue-text.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import {
  checkTransaction,
  type TransactionFields,
  type TransactionInput,
} from '../../../domain/records/transaction.ts';
import type { FormFault } from '../../ui/texts/form-fault-text.ts';
import type { FormReading, FormValues } from '../../ui/forms/record-form.tsx';

const TEXT_FIELDS = [
  'transactionType',
  'transactionDate',
  'brokerId',
  'brokerDealReference',
  'accountId',
  'taxWrapper',
  'isin',
  'relatedIsin',
  'smallTreatment',
  'incomeDate',
  'transferId',
  'cashCurrency',
  'settlementDate',
  'contributionKind',
  'taxCountry',
] as const;
const FIGURE_FIELDS = [
  'quantity',
  'nativePrice',
  'localPrice',
  'consideration',
  'brokerCharge',
  'stampDuty',
  'fxCharge',
  'accruedInterest',
  'ratioNew',
  'ratioOld',
  'valueAfter',
  'costFraction',
  'cashAmount',
  'grossIncome',
  'taxWithheld',
] as const;

/** The other side of a new cash transfer; the form alone has them. */
const OTHER_SIDE_FIELDS = ['otherBrokerId', 'otherTaxWrapper', 'otherCurrency', 'otherAmount'] as const;

type TextField = (typeof TEXT_FIELDS)[number];
type FigureField = (typeof FIGURE_FIELDS)[number];
type TransactionFormField = TextField | FigureField | (typeof OTHER_SIDE_FIELDS)[number];
export type TransactionFormValues = Record<TransactionFormField, string>;

/** Decided fields that only some types have. */
export type ExtraField =
  | 'relatedIsin'
  | 'ratioNew'
  | 'ratioOld'
  | 'valueAfter'
  | 'costFraction'
  | 'smallTreatment'
  | 'incomeDate'
  | 'transferId'
  | 'grossIncome'
  | 'taxWithheld'
  | 'taxCountry'
  | 'contributionKind';

const WITHHELD = ['grossIncome', 'taxWithheld', 'taxCountry'] as const;

const EXTRAS: Readonly<Partial<Record<TransactionType, readonly ExtraField[]>>> = {
  TRANSFER_IN: ['transferId'],
  TRANSFER_OUT: ['transferId'],
  SPLIT: ['ratioNew', 'ratioOld'],
  BONUS_ISSUE: ['ratioNew', 'ratioOld'],
  RETURN_OF_CAPITAL: ['valueAfter', 'smallTreatment'],
  ACCUMULATION: ['incomeDate'],
  MERGER: ['relatedIsin', 'valueAfter', 'smallTreatment'],
  DEMERGER: ['relatedIsin', 'costFraction', 'valueAfter'],
  ISIN_CHANGE: ['relatedIsin'],
  DIVIDEND: WITHHELD,
  DIVIDEND_REINVESTED: WITHHELD,
  INTEREST: WITHHELD,
  CONTRIBUTION: ['contributionKind'],
  CASH_TRANSFER_IN: ['transferId'],
  CASH_TRANSFER_OUT: ['transferId'],
};

const ALL_EXTRAS: readonly ExtraField[] = [
  'relatedIsin',
  'ratioNew',
  'ratioOld',
  'valueAfter',
  'costFraction',
  'smallTreatment',
  'incomeDate',
  'transferId',
  ...WITHHELD,
  'contributionKind',
];

/** What a cash event keeps of the form; the rest is of securities. */
const OF_CASH: ReadonlySet<string> = new Set([
  'transactionType',
  'transactionDate',
  'brokerId',
  'brokerDealReference',
  'accountId',
  'taxWrapper',
  'cashAmount',
  'cashCurrency',
  'settlementDate',
  'contributionKind',
  'transferId',
]);

/** The further fields that a type shows and keeps. */
export function extraFieldsOf(type: string): readonly ExtraField[] {
  return EXTRAS[type as TransactionType] ?? [];
}

/** The fields of a new form that an address may fill in. */
export type PrefilledField =
  | 'accountId'
  | 'isin'
  | 'taxWrapper'
  | 'brokerId'
  | 'transactionType'
  | 'transactionDate'
  | 'quantity'
  | 'cashCurrency'
  | 'cashAmount';

/** An empty form with the values of the address; the wrapper is the first option's unless it is given. */
export function newValues(prefill: Partial<Record<PrefilledField, string>> = {}): TransactionFormValues {
  const values = Object.fromEntries(
    [...TEXT_FIELDS, ...FIGURE_FIELDS, ...OTHER_SIDE_FIELDS].map((field) => [field, '']),
  ) as TransactionFormValues;
  const taxWrapper = TAX_WRAPPERS.find((wrapper) => wrapper === prefill.taxWrapper) ?? TAX_WRAPPERS[0];
  return { ...values, ...prefill, taxWrapper };
}

/** A record's fields as text; a figure as its shortest plain decimal, so that saving it unchanged changes nothing. */
export function valuesOf(transaction: Transaction): TransactionFormValues {
  const values = newValues();
  for (const field of TEXT_FIELDS) values[field] = transaction[field] ?? '';
  for (const field of FIGURE_FIELDS) {
    const figure = transaction[field];
    values[field] = figure === undefined || figure === null ? '' : toText(exact(figure as Amount<Unit>));
  }
  return values;
}

/**
 * Checks the form by the domain's rules; fields that the type does not have are left out.
 *
 * @param statesNoCash what was typed for a cash event, before the type of a security was chosen, is none of its own
 */
export function readTransactionForm(values: FormValues, statesNoCash = true): FormReading<TransactionFields> {
  const input: Record<string, unknown> = {};
  const faults = new Map<string, AmountFault>();
  const type = values['transactionType'] ?? '';
  const unused = ALL_EXTRAS.filter((field) => !extraFieldsOf(type).includes(field));
  for (const field of TEXT_FIELDS) input[field] = (values[field] ?? '').trim();
  for (const field of FIGURE_FIELDS) {
    const text = (values[field] ?? '').trim();
    if (text === '') continue;
    const figure = parseAmount(text);
    if (isAmount(figure)) input[field] = figure;
    else {
      input[field] = text;
      faults.set(field, figure);
    }
  }
  for (const field of unused) delete input[field];
  if (isCashEvent(type)) for (const field of Object.keys(input)) if (!OF_CASH.has(field)) delete input[field];
  if (!isCashEvent(type) && statesNoCash) for (const field of ['cashAmount', 'cashCurrency']) delete input[field];
  // A type without a quantity shows no field for it; text typed before the type was chosen is ignored.
  if (type === 'ISIN_CHANGE') delete input['quantity'];
  const checked = checkTransaction(input satisfies TransactionInput);
  if (checked.ok) return { ok: true, fields: checked.value };
  return {
    ok: false,
    faults: checked.issues.map((issue) => faultOf({ ...issue, code: faults.get(issue.field) ?? issue.code })),
  };
}

/** Sentences that differ from the files' ones: days are typed as dd/mm/yyyy, and a field's label stands beside it. */
const WORDS: Readonly<
  Partial<Record<IssueCode, (label: string, value: string, field: string, expected: string) => string>>
> = {
  required: (label) => `${label} is required`,
  notADate: (_, value) => `"${value}" is not a date. Use dd/mm/yyyy.`,
  notANumber: (_, value) => `"${value}" is not a number.`,
  tooPrecise: (label) => `${label} can have at most 15 digits, 12 of them decimals.`,
  tooLarge: (label) => `${label} is too large.`,
  notPositive: (label, _, field, expected) =>
    field === 'cashAmount' ? `${label} must be ${expected}.` : `${label} must be greater than 0.`,
  negative: (label) => `${label} must be 0 or more.`,
  zero: (label) => `${label} is the change in units and cannot be 0.`,
};

/** Assets are picked, not typed. */
const PICK_WORDS: Readonly<Record<string, string>> = {
  isin: 'Pick an asset from the list.',
  relatedIsin: 'Pick the other asset from the list.',
};

const PICK_LABELS: Readonly<Record<string, string>> = { isin: 'Asset Name', relatedIsin: 'Related Asset' };

/** An issue in the words of the form. */
export function faultOf(issue: Issue): FormFault {
  const { field, code, value } = issue;
  const isMissing = code === 'required';
  const pick = isMissing ? PICK_WORDS[field] : undefined;
  return {
    field,
    label: PICK_LABELS[field] ?? fieldLabel(field),
    message: pick ?? WORDS[code]?.(fieldLabel(field), value, field, issue.expected) ?? issueText(issue),
    isMissing,
  };
}

/** Types in which no money changes hands. */
const WITHOUT_MONEY = ['SPLIT', 'BONUS_ISSUE', 'ISIN_CHANGE'];

/**
 * Quantity × local price in pounds and pence as plain text, nil for a type without money; null while it cannot be
 * worked out.
 */
export function offeredConsideration({
  transactionType,
  quantity,
  localPrice,
}: Pick<TransactionFormValues, 'transactionType' | 'quantity' | 'localPrice'>): string | null {
  if (WITHOUT_MONEY.includes(transactionType)) return '0';
  const units = parseAmount<'quantity'>(quantity);
  const price = parseAmount<'price'>(localPrice);
  if (!isAmount(units) || !isAmount(price) || units <= 0 || price <= 0) return null;
  return toFixed(multiply(exact(units), exact(price)), 2);
}

/** Stamp duty reserve tax on purchases of shares in UK companies: 0.5 % of the consideration (Finance Act 1986, s87). */
const STAMP_DUTY_RATE = 0.005 as Amount<'fraction'>;

/**
 * The stamp duty to offer in pounds and pence as plain text; null where there is none to offer.
 *
 * @param isUkShare a company's shares under a UK ISIN; ETFs, funds and gilts are free of it
 */
export function offeredStampDuty(
  { transactionType, consideration }: Pick<TransactionFormValues, 'transactionType' | 'consideration'>,
  isUkShare: boolean,
): string | null {
  const paid = parseAmount<'pounds'>(consideration);
  if (transactionType !== 'BUY' || !isUkShare || !isAmount(paid) || paid <= 0) return null;
  return toFixed(multiply(exact(paid), exact(STAMP_DUTY_RATE)), 2);
}
