/** What the user opened recently, for the command palette. In the user's own database: the names are private. */
import type { HoldfastDatabase } from '../database/schema.ts';
import { write } from '../database/write.ts';

/** A record that was opened from the search. */
export interface RecentItem {
  /** The search's type of record. */
  readonly type: string;
  readonly id: string;
}

const KEY = 'recentItems';
const MOST = 8;

/** The latest first. */
export async function listRecentItems(db: HoldfastDatabase): Promise<readonly RecentItem[]> {
  return ((await db.meta.get(KEY))?.value as readonly RecentItem[] | undefined) ?? [];
}

/** Puts an item at the head of the list. */
export async function noteRecentItem(db: HoldfastDatabase, { type, id }: RecentItem): Promise<void> {
  await write(db, [], async () => {
    const others = (await listRecentItems(db)).filter((item) => item.type !== type || item.id !== id);
    await db.meta.put({ key: KEY, value: [{ type, id }, ...others].slice(0, MOST) });
  });
}
