/**
 * Records that a server which gives ids of its own has stored twice: a browser repeats a request by itself when its
 * connection breaks, and such a server cannot recognise a repeat. The device gets one id in the reply and later sees
 * the others.
 */
import { tradeKey } from '../../../domain/csv/stored/trade-keys.ts';
import { groupBy } from '../../../domain/values/group-by.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import type { EntityName, EntityRecords } from '../entities/entities.ts';
import { sameContent } from '../entities/entity-fields.ts';
import { listNotices, putNotices, type Notice } from '../outbox/notices.ts';
import { currentId } from '../outbox/outbox.ts';
import { entityTable, type HoldfastDatabase } from '../database/schema.ts';

/** The same order on every device, so that two that ask about one pair remove the same record. */
export function isBefore(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}

/** Records with the same content have the same key; few others do. */
function bucketOf<E extends EntityName>(entity: E, record: EntityRecords[E]): string {
  return entity === 'transaction' ? tradeKey(record as Transaction) : '';
}

/**
 * Notes which of the records that a server shows for the first time have the content of one that was recently sent
 * from here. Inside a write over the entity's table and `acknowledgedCreations`.
 */
export async function noteDuplicates<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  shown: readonly EntityRecords[E][],
  now: number,
): Promise<void> {
  if (shown.length === 0) return;
  const sent = await db.acknowledgedCreations.filter(({ isUnversioned }) => isUnversioned === true).primaryKeys();
  const own = (await entityTable(db, entity).bulkGet(sent)).filter((row) => row !== undefined);
  if (own.length === 0) return;
  const alike = groupBy(own, (row) => bucketOf(entity, row));
  const before = await listNotices(db);
  let notices: readonly Notice[] = before;
  for (const record of shown) {
    const duplicate = alike.get(bucketOf(entity, record))?.find((row) => sameContent(entity, row, record));
    if (duplicate !== undefined)
      notices = await withDuplicate(db, notices, {
        entity,
        own: duplicate.id,
        shownId: record.id,
        at: new Date(now).toISOString(),
      });
  }
  if (notices !== before) await putNotices(db, notices);
}

interface Pair {
  readonly entity: EntityName;
  readonly own: string;
  readonly shownId: string;
  readonly at: string;
}

/** One notice for each superfluous record; the first id of all is kept. */
async function withDuplicate(
  db: HoldfastDatabase,
  notices: readonly Notice[],
  { entity, own, shownId, at }: Pair,
): Promise<readonly Notice[]> {
  const first = notices.find((notice) => notice.entity === entity && notice.duplicateId === own)?.id ?? own;
  const [id, other] = isBefore(first, shownId) ? [first, shownId] : [shownId, first];
  const noticed: Notice = { kind: 'duplicate', entity, id, duplicateId: other, fields: [], at };
  // Until now it was only known that it had been sent again.
  for (const notice of notices) {
    const isOwn =
      notice.kind === 'duplicate' &&
      notice.duplicateId === undefined &&
      notice.entity === entity &&
      (await currentId(db, notice.id)) === own;
    if (isOwn) return notices.map((each) => (each === notice ? noticed : each));
  }
  return [noticed, ...notices];
}
