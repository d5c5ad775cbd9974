import { dayMonthYear } from '../dates.ts';
import { labelOf, TRANSACTION_TYPES } from '../enums.ts';
import type { TransactionFields } from '../transaction.ts';

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 12 });
const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

/** `Buy of 100 GB00BH4HKS39 on 06/05/2025 for £71.54`. */
export function describeTrade(fields: TransactionFields): string {
  const quantity = fields.quantity === null ? '' : ` of ${figures.format(fields.quantity)}`;
  return `${labelOf(TRANSACTION_TYPES, fields.transactionType)}${quantity} ${fields.isin} on ${dayMonthYear(fields.transactionDate)} for ${pounds.format(fields.consideration)}`;
}
