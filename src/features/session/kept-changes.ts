import { closeDatabase, openExisting, ownerOf, userDatabaseNames } from '../../data/database/database.ts';
import { pendingRemovals } from '../../data/device/local-settings.ts';
import { hasServer } from '../../data/database/places.ts';
import { listOutbox } from '../../data/outbox/outbox.ts';

/**
 * Changes of all users of this device that wait to be sent. Records that are to be removed are not counted, and an
 * open database could not be removed.
 */
export async function countKeptChanges(names = userDatabaseNames()): Promise<number> {
  let count = 0;
  for (const name of await names) {
    if (pendingRemovals().includes(name)) continue;
    // A database that is being removed must not be created again.
    const db = await openExisting(name);
    if (db === null) continue;
    // Records of this device only wait for no server.
    if (hasServer(await ownerOf(db))) count += (await listOutbox(db)).length;
    closeDatabase(db);
  }
  return count;
}
