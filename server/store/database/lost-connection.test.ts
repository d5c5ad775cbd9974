import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { done } from '../../outcome.ts';
import { throwAwayPostgres } from '../testing/throw-away-postgres.ts';
import { runExclusively } from './job-lock.ts';
import { tryWrite } from './meta.ts';
import { isUnavailable, openStore, type Store } from './store.ts';

const postgres = await throwAwayPostgres();

afterAll(async () => {
  await postgres?.stop();
});

/** Ends all connections of the first store, as a restart of PostgreSQL does; `other` is on the same database. */
async function endConnections(other: Store): Promise<void> {
  const { rows } = await sql`select pg_terminate_backend(pid, 60000) from pg_stat_activity
    where datname = current_database() and application_name = 'ended'`.execute(other.kysely);
  expect(rows.length).toBeGreaterThan(0);
  // The closed socket is noticed in a later turn of the event loop.
  for (let turn = 0; turn < 20; turn += 1) await tryWrite(other);
}

async function stores(): Promise<{ readonly store: Store; readonly other: Store } | null> {
  if (postgres === null) return null;
  const url = await postgres.newDatabase();
  const other = await openStore({ dialect: 'postgres', url });
  const store = await openStore({ dialect: 'postgres', url: `${url}&application_name=ended` });
  return { store, other };
}

it('survives the end of a connection between two statements of a transaction, which is told to try again', async () => {
  const opened = await stores();
  if (opened === null) return;
  const { store, other } = opened;
  const error = await store
    .transact(async (tx) => {
      await tryWrite(tx);
      await endConnections(other);
      await tryWrite(tx);
      return done(undefined);
    })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(isUnavailable(error), String(error)).toBe(true);
  await tryWrite(store);
  await Promise.all([store.close(), other.close()]);
});

it('completes a job whose lock ended with its connection', async () => {
  const opened = await stores();
  if (opened === null) return;
  const { store, other } = opened;
  const result = await runExclusively(store, 'prices', async () => {
    await endConnections(other);
    return 'completed';
  });
  expect(result).toBe('completed');
  expect(await runExclusively(store, 'prices', async () => await Promise.resolve('again'))).toBe('again');
  await Promise.all([store.close(), other.close()]);
});

it('takes a database that is not there, such as one that is starting, for one that may be there soon', async () => {
  const error = await openStore({ dialect: 'postgres', url: 'postgres://nobody@localhost/none?host=%2Fnowhere' }).catch(
    (thrown: unknown) => thrown,
  );
  expect(String(error)).toContain('connect ENOENT');
  const unnamed = Object.assign(new Error('getaddrinfo EAI_AGAIN database'), { code: 'EAI_AGAIN' });
  expect([isUnavailable(error), isUnavailable(unnamed)]).toEqual([true, true]);
  expect(isUnavailable(Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' }))).toBe(false);
});
