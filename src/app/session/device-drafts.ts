import { currentDatabase } from '../../data/database/database.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { readDraft, saveDraft } from '../../data/device/drafts.ts';
import { browserLocks, type Locks } from '../../sync/network/locks.ts';
import type { DraftStore } from '../../ui/app-state/draft-store.ts';

/** So many tabs may have the same form open, each with a draft of its own. */
const MOST_TABS = 5;

/** The lock of a page that was just reloaded may be let go a moment after the new page asks for it, in milliseconds. */
const MOMENT = 100;
const MOMENTS = 3;

/** Takes a lock until the tab is closed, unless another tab has it. */
async function takeForTab(locks: Locks, name: string, tries: number): Promise<boolean> {
  for (let left = tries; ; left -= 1) {
    if (await takeIfFree(locks, name)) return true;
    if (left <= 1) return false;
    await new Promise((resolve) => {
      setTimeout(resolve, MOMENT);
    });
  }
}

async function takeIfFree(locks: Locks, name: string): Promise<boolean> {
  return await new Promise((resolve, reject) => {
    locks
      .request(name, { ifAvailable: true }, async (lock) => {
        resolve(lock !== null);
        if (lock !== null) await new Promise<never>(() => undefined);
      })
      .catch(reject);
  });
}

/**
 * Drafts in the user's own database. Of two tabs with the same form each keeps its own; that of a tab which was closed is
 * brought back by the next that opens the form. A draft that cannot be kept stands in nobody's way.
 */
export function draftsOfTab(locks: Locks, database: () => HoldfastDatabase): DraftStore {
  /** By database and form, the key under which this tab keeps its draft. */
  const own = new Map<string, string>();

  const ownKey = async (db: HoldfastDatabase, key: string): Promise<string> => {
    const form = `${db.name} ${key}`;
    const known = own.get(form);
    if (known !== undefined) return known;
    const keys = [key, ...Array.from({ length: MOST_TABS - 1 }, (_, index) => `${key}#${index + 2}`)];
    const drafts = await Promise.all(keys.map(async (one) => await readDraft(db, one)));
    const isKept = (one: string): boolean => drafts[keys.indexOf(one)] !== null;
    for (const one of [...keys.filter(isKept), ...keys.filter((other) => !isKept(other))]) {
      if (!(await takeForTab(locks, `holdfast-draft ${db.name} ${one}`, isKept(one) ? MOMENTS : 1))) continue;
      own.set(form, one);
      return one;
    }
    return key;
  };

  return {
    read: async (key) => {
      const db = database();
      return await readDraft(db, await ownKey(db, key));
    },
    save: async (key, draft) => {
      try {
        const db = database();
        await saveDraft(db, await ownKey(db, key), draft);
      } catch {
        // The session has ended and its database is closed.
      }
    },
  };
}

export const deviceDrafts = draftsOfTab(browserLocks, currentDatabase);
