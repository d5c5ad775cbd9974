import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Money, Price, Pounds, Quantity, Rate } from '../../domain/values/amount.ts';
import type { IsoDate } from '../../domain/values/dates.ts';
import { closeDatabase } from '../../src/data/database/database.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { saveRecord } from '../../src/data/records/records.ts';
import { freshDatabase, purchase, written } from '../../tests/device/fixtures.ts';
import type { TypedFigure } from '../api/figure-types.ts';
import { LiveData } from '../live/live-data.ts';
import { TypedFigures } from './typed-figures.ts';

const noteOn = async (typed: TypedFigure, areValuesHidden = false) => await figures.note(typed, { areValuesHidden });
const day = (text: string): IsoDate => text as IsoDate;

let db: HoldfastDatabase;
let data: LiveData;
let figures: TypedFigures;

beforeEach(async () => {
  db = await freshDatabase();
  data = await LiveData.open(db.name, () => undefined);
  figures = new TypedFigures(data, () => Date.parse('2026-11-21T10:00:00Z'));
});
afterEach(() => {
  data.close();
  closeDatabase(db);
});

it('compares a rate with the supplied ones of HMRC', async () => {
  const typed = (rate: number) =>
    ({
      kind: 'rate',
      fromCurrency: 'USD',
      toCurrency: 'GBP',
      rate: rate as Rate,
      rateDate: day('2024-06-14'),
    }) as const;
  expect(await noteOn(typed(1.27))).toContain("is far from HMRC's rate for June 2024, 0.7868 GBP.");
  expect(await noteOn(typed(0.79))).toBeNull();
});

it('compares a price with stored ones of other days and with what a unit cost in other transactions', async () => {
  const bought = purchase({
    transactionDate: day('2024-03-04'),
    quantity: 100 as Quantity,
    consideration: 1234 as Pounds,
  });
  const stored = written(await saveRecord(db, 'transaction', bought));
  const typed = { kind: 'price', isin: bought.isin, day: day('2024-06-14'), price: 1250, unit: 'GBP' } as const;
  expect(await noteOn(typed)).toBe(
    '1250 GBP is far from the £12.34 that a unit cost on 04/03/2024. Check its unit and its decimal point.',
  );
  // The transaction that is edited is not compared with itself.
  expect(await noteOn({ ...typed, transactionId: stored.id })).toBeNull();
  expect(await noteOn({ ...typed, unit: 'GBX' })).toBeNull();
  const price = { isin: bought.isin, currency: 'GBP', fetchedAt: '' } as const;
  await db.prices.put({ ...price, priceDate: day('2024-06-14'), closePrice: 1250 as Price });
  // A right price replaces a wrong one of its day.
  expect(await noteOn({ ...typed, price: 12.5 })).toBeNull();
});

it('compares the value of a property with what it cost and with its other values', async () => {
  const property = written(
    await saveRecord(db, 'property', {
      accountId: 'a1',
      name: 'Cottage',
      address: '',
      datePurchased: day('2019-06-01'),
      purchasePrice: 200_000 as Money,
      currency: 'GBP',
      notes: '',
    }),
  );
  const typed = {
    kind: 'propertyPrice',
    propertyId: property.id,
    day: day('2024-06-14'),
    price: 250,
    unit: 'GBP',
  } as const;
  expect(await noteOn(typed)).toBe(
    '250 GBP is far from the 200000 GBP that it cost on 01/06/2019. Check its unit and its decimal point.',
  );
  // Hidden values are not in the page.
  expect(await noteOn(typed, true)).toBe(
    '250 GBP is far from what is known of 01/06/2019. Check its unit and its decimal point.',
  );
  expect(await noteOn({ ...typed, price: 250_000 })).toBeNull();
  // Nothing is known in euros, and a house may be worth 25 times as much after 30 years.
  expect(await noteOn({ ...typed, unit: 'EUR' })).toBeNull();
  expect(await noteOn({ ...typed, day: day('2050-06-14'), price: 8_000_000 })).toBeNull();
});
