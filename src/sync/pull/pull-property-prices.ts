/** The price histories of a plain server: a list for each property, whose entries name neither property nor currency. */
import type { Property } from '../../../domain/records/records.ts';
import type { ServerRecord } from '../../data/database/outbox-entry.ts';
import { createdHere } from '../../data/outbox/outbox.ts';
import { applyServerRecords } from '../../data/pulled/server-records.ts';
import { listProperties } from '../../data/records/properties.ts';
import { statusOf } from '../api/api.ts';
import { readList } from '../read/lists.ts';
import { asObject } from '../network/http.ts';
import { readId, recordsIn } from '../wire/wire.ts';
import { pullFailure, type PullContext, type PullResult } from './pull-context.ts';
import type { Walk } from './pull-items.ts';

/** Reads the history of each property that the server has; returns the ids of all prices, or why they are not known. */
export async function pullPropertyPrices(context: PullContext, { basis }: Walk): Promise<PullResult | Set<string>> {
  const { db, api } = context;
  const unsent = await createdHere(db, 'property');
  const shown = new Set<string>();
  for (const property of await listProperties(db)) {
    if (unsent.has(property.id)) continue;
    const list = await readList(api, 'propertyPrice', { propertyId: property.id, recent: true });
    // Deleted since the properties were read: the next list will not show it.
    if (list.kind === 'failed' && statusOf(list.outcome) === 404) continue;
    if (list.kind === 'failed') return pullFailure(list.outcome);
    const records = await pricesIn(context, property, list.items);
    for (const { id } of records) shown.add(id);
    if (!(await applyServerRecords(db, 'propertyPrice', records, basis)).ok) return 'failed';
  }
  return shown;
}

async function pricesIn(
  { db }: PullContext,
  property: Property,
  items: readonly unknown[],
): Promise<ServerRecord<'propertyPrice'>[]> {
  const ids = items.map((item) => readId(asObject(item)?.['id']) ?? '');
  const rows = await db.propertyPrices.bulkGet(ids);
  return items.flatMap((item, index) =>
    recordsIn('propertyPrice', [item], {
      propertyId: property.id,
      currency: rows[index]?.currency ?? property.currency,
    }),
  );
}
