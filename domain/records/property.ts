/** The rules for properties and their prices (002 §5), and the value of a property. */
import type { Money, Percent } from '../values/amount.ts';
import { divide, exact, multiply, subtract, toAmount } from '../values/decimal.ts';
import type { Checked } from '../fields/issue.ts';
import { checkFields, type FieldsOf, type InputOf } from '../fields/record-fields.ts';
import { PROPERTY, PROPERTY_PRICE, type Property, type PropertyPrice } from './records.ts';

/** The property is known from the address of a request, or from the page. */
const { propertyId: _propertyId, ...PRICE_FIELDS } = PROPERTY_PRICE;

export type PropertyFields = FieldsOf<typeof PROPERTY>;
export type PropertyInput = InputOf<typeof PROPERTY>;
export type PropertyPriceFields = FieldsOf<typeof PRICE_FIELDS>;
export type PropertyPriceInput = InputOf<typeof PRICE_FIELDS>;

const HUNDRED = exact<'percent'>(100 as Percent);

/** Checks a property and returns its fields, or all issues at once; the currency is GBP unless said otherwise. */
export function checkProperty(input: PropertyInput): Checked<PropertyFields> {
  return checkFields(PROPERTY, input);
}

/** Checks an entry of the price history; the currency is GBP unless said otherwise. */
export function checkPropertyPrice(input: PropertyPriceInput): Checked<PropertyPriceFields> {
  return checkFields(PRICE_FIELDS, input);
}

/** A property's figures in the list; null where no price is known (002 §3). */
export interface PropertyValue {
  /** In the property's currency. */
  readonly currentPrice: Money | null;
  readonly unrealizedGainLoss: Money | null;
  readonly unrealizedGainLossPercentage: Percent | null;
}

/**
 * The value of a property: its newest price in its own currency, compared with its cost. Prices in another currency are
 * only history, because no rate is known here. Of several prices of a day the one with the last id counts.
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
