/** Removes what is left of deleted users; an interrupted removal is continued by the next one. */
import { giveWay } from '../store/database/in-parts.ts';
import { commit, type Store } from '../store/database/store.ts';
import { deletedUsers, erasePiece } from '../store/users/erasure.ts';
import type { StoredFiles } from '../store/upkeep/backup.ts';
import { removeLeftover } from './receipts.ts';
import type { Services } from './services.ts';

export type Erasing = Pick<Services, 'store' | 'receiptFiles' | 'clock' | 'stopping'>;

/** Deletes all rows and files of deleted users in small transactions, until the server stops. */
export async function eraseUsersHere({ store, receiptFiles, clock, stopping }: Erasing): Promise<void> {
  for (const userId of await deletedUsers(store)) {
    let isLast = false;
    while (!isLast && !stopping.aborted) {
      const begun = performance.now();
      const now = new Date(clock()).toISOString();
      const erased = await commit(store, async (tx) => await erasePiece(tx, userId, now));
      ({ isLast } = erased);
      for (const name of erased.files) if (!stopping.aborted) await removeFile(store, receiptFiles, name);
      // Others have half of the time.
      await giveWay(performance.now() - begun);
    }
  }
}

/** A file that cannot be removed now is removed with the other leftovers. */
async function removeFile(store: Store, files: StoredFiles, name: string): Promise<void> {
  await removeLeftover(store, files, name).catch(() => undefined);
}
