/** CSV of a property's price history: our export, and the import of it or of another file. */
import type { Issue } from '../../fields/issue.ts';
import { checkPropertyPrice } from '../../records/property.ts';
import { PROPERTY_PRICE, type Property, type PropertyPrice } from '../../records/records.ts';
import { dayMonthYear } from '../../values/dates.ts';
import { nameKey } from '../cells/cell-text.ts';
import { currencyNamed } from '../cells/words.ts';
import type { EntityFile, EntityRow } from './entity-file.ts';
import type { NamedFigure } from './far-figures.ts';
import { holdFarPrices, storedPrice } from './far-prices.ts';
import { judgeRows, type EntityImportRow, type RowReading } from './entity-import.ts';
import { columnsOf, recordsCsv, type ColumnsOf } from './record-columns.ts';

export type PropertyPriceField = 'id' | ColumnsOf<typeof PROPERTY_PRICE>;
export const PROPERTY_PRICE_COLUMNS = columnsOf(PROPERTY_PRICE, ['priceDate', 'price']);

/** `property-prices-export-{yyyy-MM-dd}.csv` */
export function propertyPricesFileName(day: string): string {
  return `property-prices-export-${day}.csv`;
}

/** CSV text (with byte order mark) of the prices of one property in the given order. */
export function propertyPricesCsv({ name }: Pick<Property, 'name'>, prices: Iterable<PropertyPrice>): string {
  return recordsCsv(
    PROPERTY_PRICE,
    Array.from(prices, (price) => ({ ...price, propertyName: name })),
  );
}

/** The record that a row would store. */
export type PropertyPriceRecord = Omit<PropertyPrice, 'id'>;

/** What a preview shows of a row; the text of the file where a cell could not be read. */
export interface PropertyPriceShown {
  readonly priceDate: string;
  readonly price: number | null;
  readonly currency: string;
}

export type PropertyPriceImportRow = EntityImportRow<PropertyPriceRecord, PropertyPriceShown>;

export interface PropertyPriceStore {
  /** The property that the prices belong to. */
  readonly property: Pick<Property, 'id' | 'name' | 'currency' | 'datePurchased' | 'purchasePrice'>;
  /** The property's known prices. */
  readonly prices: readonly PropertyPrice[];
}

/** Reads the rows of a file as prices of a property: valid, duplicates of known ones, or with errors. */
export function preparePropertyPrices(
  file: EntityFile<PropertyPriceField>,
  { property, prices }: PropertyPriceStore,
): readonly PropertyPriceImportRow[] {
  const rows = judgeRows(file, {
    read: (row) => readRow(row, property),
    stored: prices,
    keyOf: ({ priceDate, price, currency }) => [priceDate, price, currency].join('|'),
    isSame: () => true,
    mayBeAlike: true,
    storedDetails: (known, shown) => {
      const details = `Already recorded: ${dayMonthYear(known.priceDate)}, ${known.price} ${known.currency}.`;
      const isEqual =
        known.priceDate === shown.priceDate && known.price === shown.price && known.currency === shown.currency;
      return isEqual ? details : `${details} Importing this row replaces that price.`;
    },
    fileDetails: (row) => `The same price as row ${row} of this file.`,
  });
  return holdFarPrices(
    rows,
    ({ priceDate, price, currency }) => ({ key: currency, day: priceDate, price, unit: currency }),
    (currency) => knownPropertyPrices(property, prices, currency),
  );
}

/** What a property cost, and its known prices, in this currency. */
export function knownPropertyPrices(
  { datePurchased, purchasePrice, currency: own }: PropertyPriceStore['property'],
  prices: readonly PropertyPrice[],
  currency: string,
): readonly NamedFigure[] {
  const cost = {
    day: datePurchased,
    figure: purchasePrice,
    name: `the ${purchasePrice} ${own} that it cost on ${dayMonthYear(datePurchased)}`,
  };
  return [
    ...(own === currency ? [cost] : []),
    ...prices
      .filter((known) => known.currency === currency)
      .map(({ priceDate, price }) => storedPrice(priceDate, price, currency)),
  ];
}

function readRow(
  row: EntityRow<PropertyPriceField>,
  { id, name, currency }: PropertyPriceStore['property'],
): RowReading<PropertyPriceRecord, PropertyPriceShown> {
  const named = row.text('propertyName');
  const issues: Issue[] =
    named === '' || nameKey(named) === nameKey(name)
      ? []
      : [
          {
            field: 'propertyName',
            code: 'notAllowed',
            value: named,
            expected: `${name}, the property whose prices these are`,
          },
        ];
  const [priceDate, price] = [row.day('priceDate'), row.figure('price')];
  const shown: PropertyPriceShown = {
    priceDate: priceDate ?? '',
    price: typeof price === 'number' ? price : null,
    currency: currencyNamed(row.text('currency')) || row.currency('price') || currency,
  };
  const beside = row.currency('price');
  if (beside !== null && beside !== shown.currency)
    issues.push({
      field: 'currency',
      code: 'notAllowed',
      value: shown.currency,
      expected: `${beside}, the currency of the price`,
    });
  const checked = checkPropertyPrice({ priceDate, price, currency: shown.currency });
  if (checked.ok && issues.length === 0) return { ok: true, fields: { ...checked.value, propertyId: id }, shown };
  return { ok: false, issues: [...issues, ...(checked.ok ? [] : checked.issues)], shown };
}
