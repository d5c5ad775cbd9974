import type { Fraction, Unit } from '../../../domain/values/amount.ts';
import { labelOf } from '../../../domain/fields/enums.ts';
import { EXTRA_KIND_OPTIONS } from '../../../domain/records/extra.ts';
import { percentOfFraction } from '../../../domain/records/savings-account.ts';
import type { EntityName, EntityRecords } from '../../data/entities/entities.ts';
import { DateText, HiddenMoney, Percent, Quantity } from '../../ui/values/figures.tsx';
import { HiddenValue } from '../../ui/values/hidden-value.tsx';
import { Price } from '../../ui/values/price.tsx';
import { describedField, fieldLabel } from '../../../domain/records/issue-text.ts';
import { ExtraValue } from './extra-value.tsx';
import type { EntryContext } from './record-words.ts';

function unitOf(field: string): Unit | null {
  // A price of the broker's statement that is in pounds per unit.
  if (field === 'localPrice') return 'pounds';
  const is = describedField(field)?.is;
  return is?.kind === 'figure' ? is.unit : null;
}

function textOf(field: string, value: string, context: EntryContext): string {
  const is = describedField(field)?.is;
  if (is?.kind === 'option') return labelOf(is.options, value);
  if (is?.kind !== 'reference') return value;
  const named = { account: context.accounts, broker: context.brokers, bankName: context.banks } as const;
  return is.to in named ? (named[is.to as keyof typeof named].get(value)?.name ?? value) : value;
}

/** True for a value that is masked while values are hidden. */
export function isMasked(field: string, value: unknown): boolean {
  if (typeof value === 'number') return ['pounds', 'money', 'price'].includes(unitOf(field) ?? '');
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
  return isExtraValue(field, record) ? labelOf(EXTRA_KIND_OPTIONS, record.kind) : fieldLabel(field);
}

function isExtraValue(field: string, record: EntityRecords[EntityName]): record is EntityRecords['extra'] {
  return field === 'value' && 'kind' in record && 'value' in record;
}

function currencyOf(record: EntityRecords[EntityName]): string {
  if ('transactionType' in record) return record.cashCurrency ?? 'GBP';
  return 'currency' in record ? record.currency : 'GBP';
}

/** One field's value as its screens show it; money obeys the values button. */
export function FieldValue({ field, record, context }: FieldValueProps) {
  if (isExtraValue(field, record)) return <ExtraValue extra={record} />;
  const value: unknown = Reflect.get(record, field) ?? null;
  if (value === null || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') {
    const unit = unitOf(field);
    if (unit === 'pounds') return <HiddenMoney value={value} places={placesOf(value)} />;
    if (unit === 'money') return <HiddenMoney value={value} currency={currencyOf(record)} places={placesOf(value)} />;
    if (describedField(field)?.inPercent === true) return <Percent value={percentOfFraction(value as Fraction)} />;
    if (unit !== 'price') return <Quantity value={value} places={12} />;
    return (
      <HiddenValue>
        <Price value={value} />
        {'isin' in record && ` ${context.assets.get(record.isin)?.denomination ?? ''}`}
      </HiddenValue>
    );
  }
  if (typeof value !== 'string') return <HiddenValue>{JSON.stringify(value)}</HiddenValue>;
  return describedField(field)?.is.kind === 'day' ? <DateText value={value} /> : textOf(field, value, context);
}
