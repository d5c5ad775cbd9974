/** Prices of Trading 212 (FORMATS 3.1) in the currency of the account, by the file's own rate. */
import { divide, toText, type Exact } from '../../decimal.ts';
import { penceToPounds } from '../cells/numbers.ts';
import { sizeOf, valueOf } from './figures.ts';
import type { BrokerRow } from './profile.ts';

export function accountCurrency(row: BrokerRow): string {
  const currency = row.get('currency (total)', 'currency (result)');
  return currency === '' && row.get('total (eur)') !== '' ? 'EUR' : currency;
}

/** The amount per share in the account's currency, where the file states the rate; empty otherwise. */
export function perShare(row: BrokerRow): string {
  const [price, currency] = [row.get('price / share'), row.get('currency (price / share)')];
  if (currency === (accountCurrency(row) || 'GBP')) return price;
  return localPrice(price, currency === 'GBX' ? '' : currency, row.get('exchange rate'));
}

/** The amount per share in its own currency, where the file states no rate; null where it does. */
export function perShareAbroad(row: BrokerRow): { readonly text: string; readonly currency: string } | null {
  const [price, currency] = [row.get('price / share'), row.get('currency (price / share)')];
  if (price === '' || currency === '' || perShare(row) !== '') return null;
  return currency === 'GBX' ? { text: penceToPounds(price) ?? '', currency: 'GBP' } : { text: price, currency };
}

/** Pounds per share by the file's own rate, which is units of the instrument's currency for one of the account's. */
export function localPrice(price: string, currency: string, rate: string): string {
  const [value, perPound] = [sizeOf(price), valueOf(rate)];
  if (value === null || perPound === null || perPound <= 0n || currency === 'GBP' || currency === 'GBX') return '';
  return toText(divide<'price'>(value, perPound as bigint as Exact<'rate'>)).slice(0, 14);
}
