import { dayMonthYear } from '../../values/dates.ts';
import { isCashEvent, labelOf, TRANSACTION_TYPES } from '../../fields/enums.ts';
import type { TransactionFields } from '../../records/transaction.ts';

// Marked so that whoever imports something else of this folder does not make them: a start would wait for it.
const figures = /* @__PURE__ */ new Intl.NumberFormat('en-GB', { maximumFractionDigits: 12 });
const pounds = /* @__PURE__ */ new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

/** A number of units with all its decimals. */
export function unitsText(quantity: number): string {
  return figures.format(quantity);
}

/** The amount of a cash event with its currency, else the consideration in pounds. */
function amountText({ consideration, cashAmount, cashCurrency, transactionType }: TransactionFields): string {
  if (!isCashEvent(transactionType) || cashAmount === undefined) return pounds.format(consideration);
  const currency = cashCurrency ?? 'GBP';
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(cashAmount);
}

/** `Buy of 100 GB00BH4HKS39 on 06/05/2025 for £71.54`. */
export function describeTrade(fields: TransactionFields): string {
  const quantity = fields.quantity === null ? '' : ` of ${unitsText(fields.quantity)}`;
  return `${labelOf(TRANSACTION_TYPES, fields.transactionType)}${quantity}${fields.isin === '' ? '' : ` ${fields.isin}`} on ${dayMonthYear(fields.transactionDate)} for ${amountText(fields)}`;
}
