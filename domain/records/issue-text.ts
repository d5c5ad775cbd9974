/** The sentence of an issue, and the labels of fields in it. */
import type { Issue } from '../fields/issue.ts';
import type { Field, Fields } from '../fields/record-fields.ts';
import { EXCHANGE_RATE, RECORDS } from './records.ts';

/** Labels of fields that are calculated or only exist in files. */
const OTHER_LABELS: Readonly<Record<string, string>> = {
  propertyName: 'Property',
  closePrice: 'Price',
  security: 'Security',
  row: 'Row',
  ...Object.fromEntries(Object.entries(EXCHANGE_RATE).map(([field, { label }]) => [field, label])),
};

/** Fields by name: fields with the same name have the same kind and label in all records. */
const FIELDS: ReadonlyMap<string, Field<unknown>> = new Map(
  Object.values<Fields>(RECORDS).flatMap((fields) => Object.entries(fields)),
);

/** A field's description in a record; undefined for one that is calculated or that no record has. */
export function describedField(field: string): Field<unknown> | undefined {
  return FIELDS.get(field);
}

/** Issues whose whole sentence the specification prescribes (002 §5), by code or by field and code. */
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
  return FIELDS.get(field)?.label ?? OTHER_LABELS[field] ?? field;
}

/** The English sentence for an issue: it names the field, the value and what was expected. */
export function issueText(issue: Issue): string {
  const worded = SENTENCES[issue.code] ?? SENTENCES[`${issue.field}.${issue.code}`];
  if (worded !== undefined) return worded;
  const label = fieldLabel(issue.field);
  if (issue.code === 'required') return `${label} is required: expected ${issue.expected}.`;
  const value = issue.value.length > 60 ? `${issue.value.slice(0, 59)}…` : issue.value;
  return `${label} "${value}" is not valid: expected ${issue.expected}.`;
}
