/** What sync did on its own and the user should know of. */
import type { EntityName, HoldfastDatabase } from './schema.ts';
import { write, type Written } from './write.ts';

/**
 * - `merged`: fields changed elsewhere were joined with the user's own edit
 * - `maybeTwice`: a create was sent again to a server that cannot tell a repeat, so it may be there twice
 * - `broughtBack`: rows of an import were sent of an account or a broker that had been deleted elsewhere, which is there again
 */
export interface Notice {
  readonly kind: 'merged' | 'maybeTwice' | 'broughtBack';
  readonly entity: EntityName;
  readonly id: string;
  /** The fields taken from elsewhere. */
  readonly fields: readonly string[];
  /** ISO instant. */
  readonly at: string;
}

/** Older notices make room for newer ones. */
const MOST_NOTICES = 100;

/** All notices, the latest first. */
export async function listNotices(db: HoldfastDatabase): Promise<Notice[]> {
  return ((await db.meta.get('notices'))?.value as Notice[] | undefined) ?? [];
}

export async function addNotice(db: HoldfastDatabase, notice: Notice): Promise<void> {
  await write(db, [], async () => void (await db.meta.put({ key: 'notices', value: [notice, ...(await listNotices(db))].slice(0, MOST_NOTICES) })));
}

/** Forgets one notice; there need not be such a one any more. */
export async function dismissNotice(db: HoldfastDatabase, { kind, id, at }: Notice): Promise<Written<null>> {
  return await write(db, [], async () => {
    const others = (await listNotices(db)).filter((notice) => notice.kind !== kind || notice.id !== id || notice.at !== at);
    await db.meta.put({ key: 'notices', value: others });
    return null;
  });
}

/** Forgets all notices: the user has read them. */
export async function clearNotices(db: HoldfastDatabase): Promise<void> {
  await write(db, [], async () => await db.meta.delete('notices'));
}
