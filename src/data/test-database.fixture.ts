/** A user's own database for tests of screens: opened before each test, removed after it. */
import 'fake-indexeddb/auto';
import { closeDatabase, currentDatabase, deleteDatabase, openUserDatabase, setCurrentDatabase } from './database.ts';

/** Opens the database of a user, empty, as signing in does. */
export async function openTestDatabase(): Promise<void> {
  setCurrentDatabase(await openUserDatabase({ apiBase: '/api', userId: 'ada' }));
}

/** Closes and removes the open database. */
export async function removeTestDatabase(): Promise<void> {
  const db = currentDatabase();
  closeDatabase(db);
  await deleteDatabase(db.name);
}
