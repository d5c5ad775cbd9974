/**
 * Applying the items of a list: as they are where they are complete, else each record that they show as unknown or
 * changed is read.
 */
import type { Transaction } from '../../../domain/records/records.ts';
import { entityTable } from '../../data/database/schema.ts';
import type { EntityName, EntityRecords } from '../../data/entities/entities.ts';
import { fieldsOf, isSetByServer, sameContent } from '../../data/entities/entity-fields.ts';
import type { ServerRecord } from '../../data/database/outbox-entry.ts';
import type { PullBasis } from '../../data/pulled/quarantine.ts';
import { applyServerRecords } from '../../data/pulled/server-records.ts';
import type { CallOutcome } from '../api/api.ts';
import { listItemAgrees } from '../read/find-on-server.ts';
import { readItem } from '../read/read-current.ts';
import { asObject } from '../network/http.ts';
import { readId, readRecord, recordsIn } from '../wire/wire.ts';
import { pullFailure, type PullContext, type PullResult } from './pull-context.ts';

/** Requests under way at once. */
const AT_ONCE = 4;
/** Records written in one transaction. */
const BATCH = 200;

/** One read of an entity's list. */
export interface Walk {
  readonly entity: EntityName;
  readonly basis: PullBasis;
  /** Everything is read again, whatever the list shows. */
  readonly full: boolean;
}

/** The entities whose lists may lack fields of their records. */
const MAY_LACK: ReadonlySet<EntityName> = new Set(['savingsAccount', 'brokerCashBalance', 'property', 'transaction']);

/** Writes what a list shows. */
export async function applyItems(context: PullContext, walk: Walk, items: readonly unknown[]): Promise<PullResult> {
  const { entity, basis } = walk;
  const whole = items.filter((item) => isWhole(entity, item));
  const rows = recordsIn(entity, whole);
  if (rows.length > 0 && !(await applyServerRecords(context.db, entity, rows, basis)).ok) return 'failed';
  return whole.length === items.length
    ? 'done'
    : await readLacking(
        context,
        walk,
        items.filter((item) => !isWhole(entity, item)),
      );
}

function isWhole(entity: EntityName, item: unknown): boolean {
  if (!MAY_LACK.has(entity)) return true;
  const object = asObject(item);
  return (
    object !== null && fieldsOf(entity).every((field) => isSetByServer(entity, field) || Object.hasOwn(object, field))
  );
}

async function readLacking(context: PullContext, walk: Walk, items: readonly unknown[]): Promise<PullResult> {
  const { entity, basis, full } = walk;
  const ids: string[] = [];
  for (let start = 0; start < items.length; start += BATCH) {
    const batch = items
      .slice(start, start + BATCH)
      .map((item) => ({ item, id: readId(asObject(item)?.['id']) ?? '' }))
      .filter(({ id }) => id !== '');
    const rows = await entityTable(context.db, entity).bulkGet(batch.map(({ id }) => id));
    for (const [index, { item, id }] of batch.entries()) {
      const row = rows[index];
      if (full || row === undefined || !agrees(entity, row, item)) ids.push(id);
    }
  }
  for (let start = 0; start < ids.length; start += BATCH) {
    const read = await readEach(context, entity, ids.slice(start, start + BATCH));
    if (!Array.isArray(read)) return pullFailure(read);
    if (!(await applyServerRecords(context.db, entity, read, basis)).ok) return 'failed';
    context.onProgress?.(Math.min(start + BATCH, ids.length));
  }
  return 'done';
}

/** True when everything that an item shows agrees with the record. */
function agrees<E extends EntityName>(entity: E, record: EntityRecords[E], item: unknown): boolean {
  if (entity === 'transaction') return listItemAgrees(record as Transaction, item);
  const read = readRecord(entity, { ...record, ...asObject(item) });
  return read !== null && sameContent(entity, read.record, record);
}

/** Reads records one by one, a few at a time; returns the failed call when one fails. */
async function readEach(
  context: PullContext,
  entity: EntityName,
  ids: readonly string[],
): Promise<ServerRecord<EntityName>[] | CallOutcome> {
  const records: ServerRecord<EntityName>[] = [];
  let failed: CallOutcome | null = null;
  let next = 0;
  const reader = async (): Promise<void> => {
    for (let id = ids[next]; id !== undefined && failed === null; id = ids[next]) {
      next += 1;
      const read = await readItem(context.api, entity, id);
      if ('failed' in read) failed = read.failed;
      // Without a copy it was deleted since the list was read: the next list will not show it.
      else if (read.copy !== null) records.push({ id, record: read.copy.record, version: null });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  return failed ?? records;
}
