import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { throwAwayPostgres } from '../testing/throw-away-postgres.ts';
import { isUnavailable, openStore } from './store.ts';

it('fails at most once on a prepared plan that a schema change made invalid', async () => {
  const postgres = await throwAwayPostgres();
  if (postgres === null) return;
  const location = { dialect: 'postgres', url: await postgres.newDatabase(), connections: 1 } as const;
  const store = await openStore(location);
  const upgrading = await openStore(location);
  const read = async () => await store.kysely.selectFrom('brokers').selectAll().where('id', '=', 'none').execute();
  for (let use = 0; use < 20; use += 1) expect(await read()).toEqual([]);
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(store.kysely);
  expect(rows.map(({ statement }) => statement)).toContain('select * from "brokers" where "id" = $1');
  await sql`alter table brokers add column colour text`.execute(upgrading.kysely);
  const refusal = await read().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Error);
  // The client is told to try again.
  expect(isUnavailable(refusal)).toBe(true);
  expect(await read()).toEqual([]);
  await Promise.all([store.close(), upgrading.close()]);
  await postgres.stop();
});
