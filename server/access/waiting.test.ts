/** Requests that wait for a lock of PostgreSQL: they must neither keep others out nor overtake a check. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { done } from '../outcome.ts';
import { openStore, type Store } from '../store/database/store.ts';
import { throwAwayPostgres } from '../store/testing/throw-away-postgres.ts';
import { PERSON, request, serverProcesses, signInAt, type ServerProcesses } from '../testing/server-process.ts';

const postgres = await throwAwayPostgres();
const BEN = { ...PERSON, email: 'ben@example.org' };

describe.runIf(postgres !== null)('while rows of users are locked', () => {
  let processes: ServerProcesses;
  let store: Store;
  let base: string;

  beforeAll(async () => {
    processes = serverProcesses();
    const url = (await postgres?.newDatabase()) ?? '';
    base = await processes
      .start({ DATABASE_URL: url, DATA_DIR: processes.newFolder(), REGISTRATION: 'open' })
      .listening();
    store = await openStore({ dialect: 'postgres', url });
  });
  afterAll(async () => {
    await store.close();
    processes.end();
    await postgres?.stop();
  });

  const untilWaiting = async (count: number): Promise<void> => {
    for (;;) {
      const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(store.kysely);
      if ((rows[0]?.count ?? 0) >= count) return;
    }
  };

  /** Does `work` while these users' rows are locked, as a large write locks its user's. */
  const whileLocked = async (emails: readonly string[], work: () => Promise<void>): Promise<void> => {
    await store.transact(async (tx) => {
      await tx.kysely.selectFrom('users').select('id').where('email', 'in', emails).forNoKeyUpdate().execute();
      await work();
      return done(undefined);
    });
  };

  it("one user's sign-ins and new tokens leave connections for everybody else", async () => {
    const [ada, ben] = [await signInAt(base), await signInAt(base, BEN)];
    const waiting: Promise<Response>[] = [];
    await whileLocked([BEN.email], async () => {
      for (let count = 0; count < 6; count += 1) {
        waiting.push(request(base, 'POST', '/auth/refresh', { token: ben }));
        waiting.push(request(base, 'POST', '/auth/login', { body: BEN }));
      }
      await untilWaiting(2);
      for (let count = 0; count < 10; count += 1) {
        expect((await request(base, 'GET', '/accounts', { token: ada })).status).toBe(200);
        expect((await request(base, 'POST', '/auth/login', { body: PERSON })).status).toBe(200);
      }
    });
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(7);
  });

  it('two administrators who disable each other at the same time leave one of them', async () => {
    const [ada, ben] = [await signInAt(base), await signInAt(base, BEN)];
    await store.kysely.updateTable('users').set({ is_admin: 1 }).execute();
    const { users } = (await (await request(base, 'GET', '/admin/users', { token: ben })).json()) as {
      users: { id: string; email: string }[];
    };
    const disable = async (token: string, email: string) =>
      await request(base, 'PUT', `/admin/users/${users.find((user) => user.email === email)?.id ?? ''}`, {
        token,
        body: { isDisabled: true },
      });
    let replies: Promise<Response[]> = Promise.resolve([]);
    await whileLocked([PERSON.email, BEN.email], async () => {
      replies = Promise.all([disable(ada, BEN.email), disable(ben, PERSON.email)]);
      await untilWaiting(2);
    });
    expect((await replies).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    const left = await store.kysely
      .selectFrom('users')
      .select('email')
      .where('is_admin', '=', 1)
      .where('disabled_at', 'is', null)
      .execute();
    expect(left).toHaveLength(1);
  });
});
