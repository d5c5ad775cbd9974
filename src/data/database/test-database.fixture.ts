/** A user's own database for tests of screens: opened before each test, removed after it. */
import 'fake-indexeddb/auto';
import { databaseName } from './database-name.ts';
import { closeDatabase, currentDatabase, deleteDatabase, openUserDatabase, setCurrentDatabase } from './database.ts';

const OWNER = { apiBase: '/api', userId: 'ada' };

/** Opens the database of a user, empty whatever a file before has left, as signing in does. */
export async function openTestDatabase(): Promise<void> {
  await deleteDatabase(await databaseName(OWNER));
  setCurrentDatabase(await openUserDatabase(OWNER));
}

/** Closes and removes the open database. */
export async function removeTestDatabase(): Promise<void> {
  const db = currentDatabase();
  closeDatabase(db);
  await deleteDatabase(db.name);
}
