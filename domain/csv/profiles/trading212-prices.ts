/** Prices and withheld tax of Trading 212 (FORMATS 3.1) in the currency of the account, by the file's own rate. */
import { absolute, divide, multiply, ONE, round, subtract, toText, type Exact } from '../../values/decimal.ts';
import { penceToPounds } from '../cells/numbers.ts';
import { pricedCell, sizeOf, valueOf, type Figure } from './figures.ts';
import type { BrokerRow } from './profile.ts';

/** The amount paid or received; one form of the file states it beside the amount before taxes and charges. */
export function totalOf(row: BrokerRow): string {
  return row.get('net total') || row.get('total', 'total (gbp)', 'gross total', 'total (eur)');
}

/** The headings of the tax withheld from a dividend and of its currency, of which a file has one. */
export const TAX = ['withholding tax', 'taxes'] as const;
export const TAX_CURRENCY = ['currency (withholding tax)', 'currency (taxes)'] as const;

export function accountCurrency(row: BrokerRow): string {
  const currency = row.get('currency (total)', 'currency (net total)', 'currency (result)');
  return currency === '' && row.get('total (eur)') !== '' ? 'EUR' : currency;
}

/** Parts of an amount within which a dividend's rate must bring its price to its total, besides a penny. */
const TOLERANCE = 500n;

/**
 * What one unit of a dividend's currency brought in the account's. Rows of 2025 and later state that, older ones its
 * inverse as trades do, or nothing: the total shows which. Null where it does not, as for an amount of a few pence.
 */
function dividendRate(row: BrokerRow): Figure | null {
  const [units, price, rate] = [
    sizeOf(row.get('no. of shares')),
    sizeOf(row.get('price / share')),
    valueOf(row.get('exchange rate')),
  ];
  const total = sizeOf(totalOf(row));
  if (units === null || price === null || total === null || rate === null || rate <= 0n) return null;
  const inverse = divide<'pounds'>(ONE as Figure, rate as bigint as Exact<'quantity'>);
  const tolerance = ((ONE as bigint) / 100n + (total as bigint) / TOLERANCE) as Figure;
  const fitting = [rate, inverse].filter(
    (factor) => absolute(subtract(multiply(multiply(units, price), factor), total)) <= tolerance,
  );
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** The amount per share of a dividend in the account's currency; empty where the file does not show its rate. */
export function dividendPerShare(row: BrokerRow): string {
  const [price, currency] = [row.get('price / share'), row.get('currency (price / share)')];
  if (currency === (accountCurrency(row) || 'GBP')) return price;
  const [value, rate] = [sizeOf(price), dividendRate(row)];
  return value === null || rate === null ? '' : toText(multiply(value, rate)).slice(0, 14);
}

/** The amount per share in the account's currency, where the file states the rate; empty otherwise. */
export function perShare(row: BrokerRow): string {
  const [price, currency] = [row.get('price / share'), row.get('currency (price / share)')];
  if (currency === (accountCurrency(row) || 'GBP')) return price;
  return localPrice(price, currency === 'GBX' ? '' : currency, row.get('exchange rate'));
}

/** The amount per share of a dividend in its own currency, where the file shows no rate; null where it does. */
export function perShareAbroad(row: BrokerRow): { readonly text: string; readonly currency: string } | null {
  const [price, currency] = [row.get('price / share'), row.get('currency (price / share)')];
  if (price === '' || currency === '' || dividendPerShare(row) !== '') return null;
  return currency === 'GBX' ? { text: penceToPounds(price) ?? '', currency: 'GBP' } : { text: price, currency };
}

/** Pounds per share by the file's own rate, which is units of the instrument's currency for one of the account's. */
export function localPrice(price: string, currency: string, rate: string): string {
  const [value, perPound] = [sizeOf(price), valueOf(rate)];
  if (value === null || perPound === null || perPound <= 0n || currency === 'GBP' || currency === 'GBX') return '';
  return toText(divide<'price'>(value, perPound as bigint as Exact<'rate'>)).slice(0, 14);
}

/** Tax in the account's currency by the row's own rate, else in its own currency. */
export function withheldTax(row: BrokerRow): string {
  const [tax, currency] = [sizeOf(row.get(...TAX)), row.get(...TAX_CURRENCY)];
  if (tax === null || tax === 0n) return '';
  const ofAccount = accountCurrency(row) || 'GBP';
  if (currency === '') return '';
  if (currency === ofAccount) return pricedCell(tax, ofAccount);
  const rate = currency === row.get('currency (price / share)') ? dividendRate(row) : null;
  return rate === null
    ? pricedCell(tax, currency === 'GBX' ? 'p' : currency)
    : pricedCell(round(multiply(tax, rate), 2), ofAccount);
}
