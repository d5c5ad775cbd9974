/** Work in many small transactions after a request that has already taken effect: an interruption only delays it. */
import { giveWay } from '../store/database/in-parts.ts';
import { commit, isReferenceViolation } from '../store/database/store.ts';
import { currentMerger, mergePiece } from '../store/queries/merge-assets.ts';
import { deletedUsers } from '../store/users/erasure.ts';
import { eraseUsersHere, type Erasing } from './deleted-users.ts';
import type { Services } from './services.ts';

/** Removes deleted users and completes mergers in a thread, where there is any such work. */
export async function finishWork(services: Services): Promise<void> {
  const { store, heavy } = services;
  if (heavy === null) await finishWorkHere(services);
  else if ((await deletedUsers(store)).length > 0 || (await currentMerger(store)) !== null) await heavy.finishWork();
}

/** Removes deleted users and completes mergers, until the server stops. */
export async function finishWorkHere(context: Erasing): Promise<void> {
  const { store, stopping } = context;
  await eraseUsersHere(context);
  while (!stopping.aborted && (await currentMerger(store)) !== null) {
    const begun = performance.now();
    try {
      await commit(store, mergePiece);
    } catch (error) {
      // On PostgreSQL, a transaction has just been recorded that names the security.
      if (!isReferenceViolation(error)) throw error;
    }
    // Others have half of the time.
    await giveWay(performance.now() - begun);
    // A user who was deleted meanwhile has transactions that are not changed any more.
    await eraseUsersHere(context);
  }
}
