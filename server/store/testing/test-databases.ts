/** The databases on which a file of tests runs. */
import { afterAll } from 'vitest';
import { openStore, type Store } from '../database/store.ts';
import { throwAwayPostgres } from './throw-away-postgres.ts';

/**
 * SQLite in memory, and PostgreSQL where this machine has one, which is stopped after the file's tests: a name each,
 * and a function that opens an empty one.
 */
export async function testDatabases(): Promise<readonly (readonly [name: string, open: () => Promise<Store>])[]> {
  const postgres = await throwAwayPostgres();
  afterAll(async () => {
    await postgres?.stop();
  });
  const sqlite = async () => await openStore({ dialect: 'sqlite', file: ':memory:' });
  if (postgres === null) return [['SQLite', sqlite]];
  return [
    ['SQLite', sqlite],
    ['PostgreSQL', async () => await openStore({ dialect: 'postgres', url: await postgres.newDatabase() })],
  ];
}
