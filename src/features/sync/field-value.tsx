import type { Fraction } from '../../../domain/amount.ts';
import { assetCategoryLabel, labelOf, TRANSACTION_TYPES } from '../../../domain/enums.ts';
import { percentOfFraction } from '../../../domain/savings-account.ts';
import { DateText, HiddenMoney, Percent, Quantity } from '../../ui/figures.tsx';
import { HiddenValue } from '../../ui/hidden-value.tsx';
import { Price } from '../../ui/price.tsx';
import type { EntryContext } from './record-words.ts';

const MONEY: ReadonlySet<string> = new Set([
  'consideration',
  'brokerCharge',
  'stampDuty',
  'fxCharge',
  'accruedInterest',
  'valueAfter',
  'latestBalance',
]);
/** Figures whose currency another field of the record names. */
const PRICES: ReadonlySet<string> = new Set(['nativePrice', 'localPrice', 'cashBalance', 'purchasePrice', 'price']);
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
  if (typeof value === 'number') return MONEY.has(field) || PRICES.has(field);
  return typeof value === 'object' && value !== null;
}

export interface FieldValueProps {
  readonly field: string;
  readonly value: unknown;
  readonly context: EntryContext;
}

/** One field's value as its screens show it; money obeys the values button. */
export function FieldValue({ field, value, context }: FieldValueProps) {
  if (value === null || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') {
    if (MONEY.has(field)) return <HiddenMoney value={value} />;
    if (field === 'interestRate') return <Percent value={percentOfFraction(value as Fraction)} />;
    if (!PRICES.has(field)) return <Quantity value={value} places={12} />;
    return (
      <HiddenValue>
        <Price value={value} />
      </HiddenValue>
    );
  }
  // What an extra holds is its feature's own; it may be money.
  if (typeof value !== 'string') return <HiddenValue>{JSON.stringify(value)}</HiddenValue>;
  return field.endsWith('Date') || DAYS.has(field) ? <DateText value={value} /> : textOf(field, value, context);
}
