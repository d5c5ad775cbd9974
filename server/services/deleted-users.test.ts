/** Deleting a user with many records: at once for everybody, and in small transactions for the database. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { done } from '../outcome.ts';
import type { Db, Store } from '../store/database/store.ts';
import { testDatabases } from '../store/testing/test-databases.ts';
import { writeBackup } from '../store/upkeep/backup.ts';
import { insertTransactions } from '../store/user-records/transactions.ts';
import { deletedUsers, erasePiece, OWNED_ROWS, PIECE } from '../store/users/erasure.ts';
import { deleteUser } from '../store/users/users.ts';
import { addTombstones } from '../store/versions/tombstones.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/test-app.ts';
import { makeWorld, unitPurchase } from '../testing/world.ts';
import { eraseUsersHere } from './deleted-users.ts';
import { folderFiles } from './receipt-files.ts';

const ROWS = 2 * PIECE + 1;
const NOW = '2026-01-15T12:00:00.000Z';
const databases = await testDatabases();

describe.each(databases)('a deleted user with many records on %s', (_name, open) => {
  let opened: Store;
  let app: TestApp;
  let ada: string;
  let adaId: string;
  /** Runs before each transaction. */
  let onWrite: () => Promise<void>;
  /** The rows of the user that each transaction has deleted. */
  let deletedRows: number[];

  const rowsOf = async ({ kysely }: Db): Promise<number> => {
    let count = 0;
    for (const [table, owner] of [...OWNED_ROWS, ['receipts', 'user_id'] as const]) {
      const { rows } = await sql<{
        count: number;
      }>`select count(*) as count from ${sql.table(table)} where ${sql.ref(owner)} = ${adaId}`.execute(kysely);
      count += Number(rows[0]?.count);
    }
    return count;
  };
  const erase = async (): Promise<void> => {
    const clock = () => app.now;
    const stopping = new AbortController().signal;
    await eraseUsersHere({ store, receiptFiles: folderFiles(app.dataDir), clock, stopping });
  };
  let store: Store;

  beforeEach(async () => {
    opened = await open();
    onWrite = async () => await Promise.resolve();
    deletedRows = [];
    adaId = '';
    store = {
      ...opened,
      transact: async (work) => {
        await onWrite();
        return await opened.transact(async (tx) => {
          const before = await rowsOf(tx);
          const outcome = await work(tx);
          deletedRows.push(before - (await rowsOf(tx)));
          return outcome;
        });
      },
    };
    app = await startTestApp({}, store);
    const admin = await app.signIn('admin@example.org');
    ada = await app.signIn('ada@example.org');
    await makeWorld(app, ada, admin);
    const account = (await app.call('GET', '/accounts', { token: ada })).json as { id: string }[];
    const [broker] = (await app.call('GET', '/brokers', { token: ada })).json as { id: string }[];
    adaId = (
      await opened.kysely
        .selectFrom('users')
        .select('id')
        .where('email', '=', 'ada@example.org')
        .executeTakeFirstOrThrow()
    ).id;
    const ids = Array.from(
      { length: ROWS },
      (_, index) => `0190b0a0-0000-7abc-8def-${String(index).padStart(12, '0')}`,
    );
    await opened.transact(async (tx) => {
      const rows = ids.map((id) => unitPurchase({ id, brokerId: broker?.id, accountId: account[0]?.id }));
      await insertTransactions(tx, adaId, rows);
      const gone = { scope: adaId, entity: 'savingsAccount', deletedAt: NOW };
      return done(
        await addTombstones(
          tx,
          ids.map((id, index) => ({ ...gone, id, version: 10_000 + index })),
        ),
      );
    });
    deletedRows = [];
  });
  afterEach(async () => {
    onWrite = async () => await Promise.resolve();
    await app.close();
    await opened.close();
  });

  const remove = async () =>
    await app.call('POST', '/user/delete', { token: ada, body: { password: PASSWORD, email: 'ada@example.org' } });
  const signIn = async () =>
    (await app.call('POST', '/auth/login', { body: { email: 'ada@example.org', password: PASSWORD } })).status;
  const isLeft = async (): Promise<boolean> => (await deletedUsers(opened)).length > 0;

  it('is gone for everybody at once, and is removed in transactions of few rows', async () => {
    const all = await rowsOf(opened);
    let removeRecords = (): void => undefined;
    const mayBegin = new Promise<void>((resolve) => {
      removeRecords = resolve;
    });
    onWrite = async () => {
      if (await isLeft()) await mayBegin;
    };
    expect((await remove()).status).toBe(204);
    expect([await signIn(), (await app.call('GET', '/user', { token: ada })).status]).toEqual([401, 401]);
    expect(await rowsOf(opened)).toBe(all);
    removeRecords();
    await vi.waitFor(async () => {
      expect(await isLeft()).toBe(false);
    });
    expect([await rowsOf(opened), Math.max(...deletedRows)]).toEqual([0, PIECE]);
  });

  it('may register again while the old records are being removed', async () => {
    await opened.transact(async (tx) => done(await deleteUser(tx, adaId, NOW)));
    const again = await app.signIn('ada@example.org');
    expect((await app.call('GET', '/transactions/user/ids', { token: again })).json).toEqual([]);
    await erase();
    expect((await app.call('GET', '/user', { token: again })).json).toMatchObject({ email: 'ada@example.org' });
  });

  it('whose removal was interrupted is removed by the next one, and is nobody until then', async () => {
    let writes = 0;
    onWrite = async () => {
      writes += 1;
      await (writes === 3 ? Promise.reject(new Error('killed')) : Promise.resolve());
    };
    await opened.transact(async (tx) => done(await deleteUser(tx, adaId, NOW)));
    await expect(erase()).rejects.toThrow('killed');
    expect([(await rowsOf(opened)) > 0, await isLeft()]).toEqual([true, true]);
    const admin = await app.signIn('admin@example.org');
    const listed = (await app.call('GET', '/admin/users', { token: admin })).json as { users: unknown[] };
    expect([await signIn(), JSON.stringify(listed)]).toEqual([401, expect.not.stringContaining(adaId)]);
    await erase();
    expect([await rowsOf(opened), await isLeft()]).toEqual([0, false]);
  });

  it('gets no record from a request that was under way', async () => {
    let writes = 0;
    onWrite = async () => {
      writes += 1;
      if (writes === 1) await opened.transact(async (tx) => done(await deleteUser(tx, adaId, NOW)));
    };
    const before = await rowsOf(opened);
    const headers = { 'idempotency-key': 'late' };
    const late = await app.call('POST', '/accounts', { token: ada, body: { name: 'Late' }, headers });
    expect([late.status, (await rowsOf(opened)) - before]).toEqual([401, 0]);
  });

  it('is in no backup', async () => {
    const lines: string[] = [];
    const backUp = async () => {
      lines.length = 0;
      const files = { read: async () => await Promise.resolve(null) };
      await writeBackup(opened, files, NOW, async (line) => {
        lines.push(line);
        await Promise.resolve();
      });
      return lines.join('\n');
    };
    expect(await backUp()).toContain(`"user_id":"${adaId}"`);
    await opened.transact(async (tx) => done(await deleteUser(tx, adaId, NOW)));
    const backup = await backUp();
    expect(backup).not.toContain(`"user_id":"${adaId}"`);
    expect(backup).not.toContain(`"scope":"${adaId}"`);
    expect(backup).not.toContain(`"id":"${adaId}"`);
  });

  it('whom a restore has brought back keeps everything', async () => {
    const before = await rowsOf(opened);
    const piece = await opened.transact(async (tx) => done(await erasePiece(tx, adaId, NOW)));
    expect([piece, await rowsOf(opened)]).toEqual([done({ isLast: true, files: [] }), before]);
  });
});

it('every table with rows of users is emptied before the user is', async () => {
  const [, open] = databases[0] ?? [];
  const store = await open?.();
  if (store === undefined) throw new Error('there is no database');
  const { rows } = await sql<{ name: string }>`select m.name from sqlite_master m join pragma_table_info(m.name) c
    where m.type = 'table' and c.name = 'user_id'`.execute(store.kysely);
  // The others go with the deletion itself.
  const others = ['receipts', 'sessions', 'password_resets', 'tax_date_feeds'];
  const emptied = [...OWNED_ROWS.map(([table]) => String(table)), ...others].filter((table) => table !== 'tombstones');
  expect(rows.map(({ name }) => name).toSorted()).toEqual(emptied.toSorted());
  await store.close();
});
