/** What sync did on its own and the user should know. */
import type { EntityName, EntityRecords } from '../entities/entities.ts';
import { sameContent } from '../entities/entity-fields.ts';
import { entityTable, type HoldfastDatabase } from '../database/schema.ts';
import { write, type Written } from '../database/write.ts';

/**
 * - `merged`: fields changed elsewhere were merged with the user's own edit
 * - `duplicate`: a request was repeated to a server that cannot recognise a repeat, so a new record may be there twice
 * - `broughtBack`: an import used an account or a broker that had been deleted elsewhere, so it was restored
 */
export interface Notice {
  readonly kind: 'merged' | 'duplicate' | 'broughtBack';
  readonly entity: EntityName;
  readonly id: string;
  /** The other of two records with the same content, once both were seen. */
  readonly duplicateId?: string;
  /** The fields taken from elsewhere. */
  readonly fields: readonly string[];
  /** ISO instant. */
  readonly at: string;
}

/** Older notices are dropped, except for those that ask about two records. */
const MOST_NOTICES = 100;

/** All notices, the latest first. */
export async function listNotices(db: HoldfastDatabase): Promise<Notice[]> {
  return ((await db.meta.get('notices'))?.value as Notice[] | undefined) ?? [];
}

/** Inside a write: adds notices, the latest first. */
export async function addNotices(db: HoldfastDatabase, notices: readonly Notice[]): Promise<void> {
  if (notices.length > 0) await putNotices(db, [...notices, ...(await listNotices(db))]);
}

/** Inside a write: replaces them all, the latest first. */
export async function putNotices(db: HoldfastDatabase, notices: readonly Notice[]): Promise<void> {
  let withoutDuplicate = 0;
  const kept = notices.filter((notice) => notice.duplicateId !== undefined || ++withoutDuplicate <= MOST_NOTICES);
  await db.meta.put({ key: 'notices', value: kept });
}

/** A key that is different for each notice. */
export function noticeKey({ kind, entity, id, duplicateId, at }: Notice): string {
  return [at, kind, entity, id, duplicateId ?? ''].join(' ');
}

/** Both records of a notice while both exist with the same content, else null. */
export async function duplicatesOf<E extends EntityName>(
  db: HoldfastDatabase,
  entity: E,
  { id, duplicateId }: Notice,
): Promise<readonly [EntityRecords[E], EntityRecords[E]] | null> {
  if (duplicateId === undefined) return null;
  const [own, other] = await entityTable(db, entity).bulkGet([id, duplicateId]);
  return own !== undefined && other !== undefined && sameContent(entity, own, other) ? [own, other] : null;
}

/** How many pairs of records with the same content wait for the user's decision. */
export async function countDuplicates(db: HoldfastDatabase): Promise<number> {
  let count = 0;
  for (const notice of await listNotices(db)) if ((await duplicatesOf(db, notice.entity, notice)) !== null) count += 1;
  return count;
}

/** Removes notices, which may be gone already. */
export async function dismissNotices(db: HoldfastDatabase, dismissed: readonly Notice[]): Promise<Written<null>> {
  const keys = new Set(dismissed.map(noticeKey));
  return await write(db, [], async () => {
    await putNotices(
      db,
      (await listNotices(db)).filter((notice) => !keys.has(noticeKey(notice))),
    );
    return null;
  });
}

/** Removes all notices, which the user has read, except those that ask about two records. */
export async function clearNotices(db: HoldfastDatabase): Promise<void> {
  const read: Notice[] = [];
  for (const notice of await listNotices(db))
    if ((await duplicatesOf(db, notice.entity, notice)) === null) read.push(notice);
  await dismissNotices(db, read);
}
