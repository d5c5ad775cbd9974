import type { Fraction } from '../../../domain/amount.ts';
import { assetCategoryLabel, labelOf, TRANSACTION_TYPES } from '../../../domain/enums.ts';
import { percentOfFraction } from '../../../domain/savings-account.ts';
import { DateText, HiddenMoney, Percent, Quantity } from '../../ui/figures.tsx';
import { HiddenValue } from '../../ui/hidden-value.tsx';
import { Price } from '../../ui/price.tsx';
import { fieldLabel } from '../../../domain/issue-text.ts';
import type { EntityName, EntityRecords } from '../../data/schema.ts';
import { EXTRA_LABELS, ExtraValue } from './extra-value.tsx';
import type { EntryContext } from './record-words.ts';

/** In pounds. */
const POUNDS: ReadonlySet<string> = new Set([
  'consideration',
  'brokerCharge',
  'stampDuty',
  'fxCharge',
  'accruedInterest',
  'valueAfter',
  'latestBalance',
  'localPrice',
]);
/** In the currency that the record names. */
const AMOUNTS: ReadonlySet<string> = new Set(['cashBalance', 'purchasePrice', 'price']);
const DAYS: ReadonlySet<string> = new Set(['datePurchased', 'lastUpdated']);

function textOf(field: string, value: string, context: EntryContext): string {
  if (field === 'transactionType') return labelOf(TRANSACTION_TYPES, value);
  if (field === 'accountId') return context.accounts.get(value)?.name ?? value;
  if (field === 'brokerId') return context.brokers.get(value)?.name ?? value;
  if (field === 'bankNameId') return context.banks.get(value)?.name ?? value;
  if (field === 'assetCategory') return assetCategoryLabel(value);
  return value;
}

/** True for a value that is masked while values are hidden. */
export function isMasked(field: string, value: unknown): boolean {
  if (typeof value === 'number') return POUNDS.has(field) || AMOUNTS.has(field) || field === 'nativePrice';
  return typeof value === 'object' && value !== null;
}

/** Decimals of an amount in full: at least 2, at most 6. */
function placesOf(amount: number): number {
  return Math.min(Math.max(String(amount).split('.')[1]?.length ?? 0, 2), 6);
}

export interface FieldValueProps {
  readonly field: string;
  /** The record that has the field: it says in which currency an amount is. */
  readonly record: EntityRecords[EntityName];
  readonly context: EntryContext;
}

/** The label of a record's field. */
export function fieldName(field: string, record: EntityRecords[EntityName]): string {
  return isExtraValue(field, record) ? EXTRA_LABELS[record.kind] : fieldLabel(field);
}

function isExtraValue(field: string, record: EntityRecords[EntityName]): record is EntityRecords['extra'] {
  return field === 'value' && 'kind' in record && 'value' in record;
}

/** One field's value as its screens show it; money obeys the values button. */
export function FieldValue({ field, record, context }: FieldValueProps) {
  if (isExtraValue(field, record)) return <ExtraValue extra={record} />;
  const value: unknown = Reflect.get(record, field) ?? null;
  if (value === null || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') {
    if (POUNDS.has(field)) return <HiddenMoney value={value} places={placesOf(value)} />;
    if (AMOUNTS.has(field) && 'currency' in record)
      return <HiddenMoney value={value} currency={record.currency} places={placesOf(value)} />;
    if (field === 'interestRate') return <Percent value={percentOfFraction(value as Fraction)} />;
    if (field !== 'nativePrice') return <Quantity value={value} places={12} />;
    return (
      <HiddenValue>
        <Price value={value} />
        {'isin' in record && ` ${context.assets.get(record.isin)?.denomination ?? ''}`}
      </HiddenValue>
    );
  }
  if (typeof value !== 'string') return <HiddenValue>{JSON.stringify(value)}</HiddenValue>;
  return field.endsWith('Date') || DAYS.has(field) ? <DateText value={value} /> : textOf(field, value, context);
}
