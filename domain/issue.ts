/** An expected failure is data with a code; its words are chosen once, in `issueText`. */

/** Why a field's value is refused. */
export type IssueCode =
  | 'required'
  | 'notAnOption'
  | 'notADate'
  | 'notANumber'
  | 'tooLarge'
  | 'tooPrecise'
  | 'notPositive'
  | 'negative'
  | 'zero'
  | 'notAllowed'
  | 'badIsin'
  | 'badSedol'
  | 'badCheckDigit'
  | 'tooLong'
  | 'notInteger'
  | 'outOfRange'
  | 'unknownReference'
  | 'sameAsOther'
  | 'controlCharacter'
  | 'notText'
  | 'badSortCode'
  | 'badAccountNumber'
  | 'tooManyDecimals';

/** One refused value: the field by its domain name, the value as it was given, and what was expected. */
export interface Issue {
  readonly field: string;
  readonly code: IssueCode;
  readonly value: string;
  /** What would have been accepted, for example `DEALING, SIPP, ISA, LISA or SPECULATIVE`. */
  readonly expected: string;
}

/** A checked value, or everything that is wrong with it. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** The labels under which fields appear in messages, forms and previews. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  transactionType: 'Transaction Type',
  transactionDate: 'Transaction Date',
  brokerId: 'Broker',
  brokerDealReference: 'Broker Deal Reference',
  accountId: 'Account',
  taxWrapper: 'Tax Wrapper',
  isin: 'ISIN',
  quantity: 'Quantity',
  nativePrice: 'Native Price',
  localPrice: 'Local Price',
  consideration: 'Consideration',
  brokerCharge: 'Broker Charge',
  stampDuty: 'Stamp Duty',
  fxCharge: 'FX Charge',
  accruedInterest: 'Accrued Interest',
  relatedIsin: 'Related ISIN',
  ratioNew: 'Ratio (new)',
  ratioOld: 'Ratio (old)',
  valueAfter: 'Value After',
  costFraction: 'Cost Fraction',
  smallTreatment: 'Small Distribution Treatment',
  incomeDate: 'Income Date',
  name: 'Name',
  sedol: 'SEDOL',
  type: 'Type',
  category: 'Category',
  incomeTreatment: 'Income Treatment',
  totalExpenseRatio: 'Total Expense Ratio',
  priceSource: 'Price Source',
  fetchCode: 'Fetch Code',
  denomination: 'Denomination',
  excludeFromPriceUpdates: 'Exclude from Price Updates',
  cgtExempt: 'CGT Exempt',
  bankNameId: 'Bank Name',
  accountType: 'Account Type',
  accountOpenDate: 'Account Open Date',
  accountCloseDate: 'Account Close Date',
  latestBalance: 'Latest Balance',
  latestBalanceDate: 'Balance Date',
  interestRate: 'Interest Rate',
  accountReference: 'Account Reference',
  sortCode: 'Sort Code',
  accountNumber: 'Account Number',
  notes: 'Notes',
  cashBalance: 'Cash Balance',
  currency: 'Currency',
  lastUpdated: 'Last Updated',
  address: 'Address',
  datePurchased: 'Date Purchased',
  purchasePrice: 'Purchase Price',
  propertyName: 'Property',
  priceDate: 'Date',
  price: 'Price',
  closePrice: 'Price',
  isActive: 'Active',
  assetCategory: 'Asset Category',
  targetPercentage: 'Target Percentage',
};

/** Faults whose whole sentence the specification words (002 §5), by code or by field and code. */
const SENTENCES: Readonly<Record<string, string>> = {
  badSortCode: 'Sort code must be in format XX-XX-XX (e.g., 20-36-43)',
  badAccountNumber: 'Account number must be 8 digits (e.g., 12345678)',
  'assetCategory.required': 'Please select an asset category',
  'targetPercentage.required': 'Please enter a target percentage',
  'targetPercentage.outOfRange': 'Percentage must be between 0 and 1000',
  'targetPercentage.tooManyDecimals': 'Percentage must have at most 2 decimal places',
  'purchasePrice.required': 'Purchase price is required and must be positive',
  'purchasePrice.outOfRange': 'Purchase price is required and must be positive',
  'datePurchased.required': 'Date purchased is required',
};

export function fieldLabel(field: string): string {
  return FIELD_LABELS[field] ?? field;
}

/** The one English sentence for an issue: it names the field, the value and what was expected. */
export function issueText(issue: Issue): string {
  const worded = SENTENCES[issue.code] ?? SENTENCES[`${issue.field}.${issue.code}`];
  if (worded !== undefined) return worded;
  const label = fieldLabel(issue.field);
  if (issue.code === 'required') return `${label} is required: expected ${issue.expected}.`;
  const value = issue.value.length > 60 ? `${issue.value.slice(0, 59)}…` : issue.value;
  return `${label} "${value}" is not valid: expected ${issue.expected}.`;
}
