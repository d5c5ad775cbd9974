import { labelOf, TRANSACTION_TYPES } from '../../../domain/enums.ts';
import { DateText, HiddenMoney, Quantity } from '../../ui/figures.tsx';
import { HiddenValue } from '../../ui/hidden-value.tsx';
import { Price } from '../../ui/price.tsx';
import type { EntryContext } from './entry-words.ts';

const MONEY: ReadonlySet<string> = new Set(['consideration', 'brokerCharge', 'stampDuty', 'fxCharge', 'accruedInterest', 'valueAfter']);
const PRICES: ReadonlySet<string> = new Set(['nativePrice', 'localPrice']);

function textOf(field: string, value: string, context: EntryContext): string {
  if (field === 'transactionType') return labelOf(TRANSACTION_TYPES, value);
  if (field === 'accountId') return context.accounts.get(value)?.name ?? value;
  if (field === 'brokerId') return context.brokers.get(value)?.name ?? value;
  return value;
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
    if (!PRICES.has(field)) return <Quantity value={value} places={12} />;
    return (
      <HiddenValue>
        <Price value={value} />
      </HiddenValue>
    );
  }
  if (typeof value !== 'string') return '-';
  return field.endsWith('Date') ? <DateText value={value} /> : textOf(field, value, context);
}
