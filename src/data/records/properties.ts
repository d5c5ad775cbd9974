/** The user's properties and their price histories (002 §3). */
import type { Property, PropertyPrice } from '../../../domain/records.ts';
import { currentId } from '../outbox/outbox.ts';
import { getRecord, saveRecord, saveRecords, type Saved } from './records.ts';
import { removeRecords } from '../outbox/removals.ts';
import type { Removed } from '../database/removed.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import type { Written } from '../database/write.ts';

/** All properties in no particular order. */
export async function listProperties(db: HoldfastDatabase): Promise<Property[]> {
  return await db.properties.toArray();
}

/** The property with this id, or the one that the id had become; null when there is none. */
export async function getProperty(db: HoldfastDatabase, id: string): Promise<Property | null> {
  return await getRecord(db, 'property', id);
}

/** Creates a property, or replaces the one with the given id. The fields have passed `checkProperty`. */
export async function saveProperty(
  db: HoldfastDatabase,
  fields: Saved<'property'>,
  now = Date.now(),
): Promise<Written<Property>> {
  return await saveRecord(db, 'property', fields, now);
}

/** Removes properties with their price histories; their deletion is sent after 10 seconds, so that it can be undone until then. */
export async function removeProperties(
  db: HoldfastDatabase,
  ids: readonly string[],
  now = Date.now(),
): Promise<Written<Removed<'property'>>> {
  return await removeRecords(db, 'property', ids, now);
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

/** Adds a price to a property's history, or replaces the one with the given id. The fields have passed `checkPropertyPrice`. */
export async function savePropertyPrice(
  db: HoldfastDatabase,
  fields: Saved<'propertyPrice'>,
  now = Date.now(),
): Promise<Written<PropertyPrice>> {
  return await saveRecord(db, 'propertyPrice', fields, now);
}

/** `savePropertyPrice` of several in one step, all or none. */
export async function savePropertyPrices(
  db: HoldfastDatabase,
  all: readonly Saved<'propertyPrice'>[],
  now = Date.now(),
): Promise<Written<number>> {
  return await saveRecords(db, 'propertyPrice', all, now);
}

/** Removes entries of a price history; their deletion is sent after 10 seconds, so that it can be undone until then. */
export async function removePropertyPrices(
  db: HoldfastDatabase,
  ids: readonly string[],
  now = Date.now(),
): Promise<Written<Removed<'propertyPrice'>>> {
  return await removeRecords(db, 'propertyPrice', ids, now);
}
