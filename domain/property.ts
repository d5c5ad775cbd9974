/** The rules of properties and their prices (002 §5), and what a property is worth. */
import type { Money, Percent } from './amount.ts';
import { divide, exact, multiply, subtract, toAmount } from './decimal.ts';
import { CURRENCY_OPTIONS, type Currency } from './enums.ts';
import { FieldReader } from './field-reader.ts';
import type { Checked } from './issue.ts';
import type { Property, PropertyPrice } from './records.ts';
import { NOTES_LIMIT } from './savings-account.ts';

export type PropertyFields = Omit<Property, 'id'>;
export type PropertyInput = { readonly [K in keyof PropertyFields]?: unknown };
export type PropertyPriceFields = Omit<PropertyPrice, 'id' | 'propertyId'>;
export type PropertyPriceInput = { readonly [K in keyof PropertyPriceFields]?: unknown };

const LOWEST_PRICE = 0.01;
const HUNDRED = exact<'percent'>(100 as Percent);
const CURRENCY_CHOICES = 'GBP, USD or EUR';

/** Checks a property and answers its fields, or all issues at once; the currency is GBP unless said otherwise. */
export function checkProperty(input: PropertyInput): Checked<PropertyFields> {
  const reader = new FieldReader<keyof PropertyFields>(input);
  const accountId = reader.text('accountId', 64, 'an account');
  const name = reader.text('name', 200, 'the name of the property');
  const address = reader.multiline('address', 1000);
  const datePurchased = reader.day('datePurchased', true);
  const purchasePrice = reader.requiredBetween<'money'>(
    'purchasePrice',
    LOWEST_PRICE,
    Infinity,
    'an amount of 0.01 or more',
  );
  const currency = currencyOf(reader, input);
  const notes = reader.multiline('notes', NOTES_LIMIT);
  if (reader.issues.length > 0 || datePurchased === null || purchasePrice === null || currency === null)
    return { ok: false, issues: reader.issues };
  return { ok: true, value: { accountId, name, address, datePurchased, purchasePrice, currency, notes } };
}

/** Checks an entry of the price history; the currency is GBP unless said otherwise. */
export function checkPropertyPrice(input: PropertyPriceInput): Checked<PropertyPriceFields> {
  const reader = new FieldReader<keyof PropertyPriceFields>(input);
  const priceDate = reader.day('priceDate', true);
  const price = reader.requiredBetween<'money'>('price', LOWEST_PRICE, Infinity, 'an amount of 0.01 or more');
  const currency = currencyOf(reader, input);
  if (reader.issues.length > 0 || priceDate === null || price === null || currency === null)
    return { ok: false, issues: reader.issues };
  return { ok: true, value: { priceDate, price, currency } };
}

function currencyOf(reader: FieldReader<'currency'>, input: { readonly currency?: unknown }): Currency | null {
  return (input.currency ?? '') === '' ? 'GBP' : reader.option('currency', CURRENCY_OPTIONS, CURRENCY_CHOICES);
}

/** What the list shows of a property beside its fields; null where no price is known (002 §3). */
export interface PropertyValue {
  /** In the property's currency. */
  readonly currentPrice: Money | null;
  readonly unrealizedGainLoss: Money | null;
  readonly unrealizedGainLossPercentage: Percent | null;
}

/**
 * What a property is worth: its newest price in its own currency, against what it cost. Prices in another currency
 * are history only, because nothing here knows a rate. Of several prices of a day the one with the last id counts.
 */
export function propertyValue(
  property: Pick<Property, 'purchasePrice' | 'currency'>,
  prices: Iterable<Omit<PropertyPrice, 'propertyId'>>,
): PropertyValue {
  let newest: Omit<PropertyPrice, 'propertyId'> | null = null;
  for (const entry of prices) {
    if (entry.currency !== property.currency) continue;
    if (
      newest === null ||
      entry.priceDate > newest.priceDate ||
      (entry.priceDate === newest.priceDate && entry.id > newest.id)
    )
      newest = entry;
  }
  if (newest === null) return { currentPrice: null, unrealizedGainLoss: null, unrealizedGainLossPercentage: null };
  const cost = exact(property.purchasePrice);
  const gain = subtract(exact(newest.price), cost);
  return {
    currentPrice: newest.price,
    unrealizedGainLoss: toAmount(gain),
    unrealizedGainLossPercentage: toAmount(multiply(HUNDRED, divide<'percent'>(gain, cost))),
  };
}
