/** The user's properties and their price histories (002 §3). */
import type { Property, PropertyPrice } from '../../../domain/records/records.ts';
import { currentId } from '../outbox/outbox.ts';
import type { HoldfastDatabase } from '../database/schema.ts';

/** All properties in no particular order. */
export async function listProperties(db: HoldfastDatabase): Promise<Property[]> {
  return await db.properties.toArray();
}

/** The prices of all properties that exist, in no particular order. */
export async function listPropertyPrices(db: HoldfastDatabase): Promise<PropertyPrice[]> {
  return await db.transaction('r', [db.properties, db.propertyPrices], async () => {
    const known = new Set(await db.properties.toCollection().primaryKeys());
    // Those of a property that was just deleted go when the server has confirmed it.
    return (await db.propertyPrices.toArray()).filter((price) => known.has(price.propertyId));
  });
}

/** The price history of one property, newest first. */
export async function priceHistoryOf(db: HoldfastDatabase, propertyId: string): Promise<PropertyPrice[]> {
  const prices = await db.propertyPrices
    .where('propertyId')
    .equals(await currentId(db, propertyId))
    .toArray();
  return prices.toSorted((a, b) =>
    a.priceDate === b.priceDate ? (a.id < b.id ? 1 : -1) : a.priceDate < b.priceDate ? 1 : -1,
  );
}
