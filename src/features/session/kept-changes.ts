import { closeDatabase, openDatabase, userDatabaseNames } from '../../data/database.ts';
import { listOutbox } from '../../data/outbox.ts';

/** Changes of all users of this device that wait to be sent. */
export async function countKeptChanges(): Promise<number> {
  let count = 0;
  for (const name of await userDatabaseNames()) {
    const db = await openDatabase(name);
    count += (await listOutbox(db)).length;
    closeDatabase(db);
  }
  return count;
}
