/** The one sentence of an issue, and the labels of fields in it. */
import type { Issue } from './issue.ts';
import { RECORDS } from './records.ts';

/** Of fields that are computed or stand in files alone. */
const OTHER_LABELS: Readonly<Record<string, string>> = { propertyName: 'Property', closePrice: 'Price' };

/** The labels under which fields appear in messages, forms and previews. A field of one name means the same in all records. */
const FIELD_LABELS: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(OTHER_LABELS),
  ...Object.values(RECORDS).flatMap((fields) => Object.entries(fields).map(([name, { label }]) => [name, label])),
]);

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
