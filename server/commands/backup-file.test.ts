import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql, type Kysely } from 'kysely';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { done } from '../outcome.ts';
import { ACCOUNTS, listAccounts } from '../store/user-records/accounts.ts';
import { BACKED_UP_TABLES, NOT_BACKED_UP } from '../store/upkeep/backup.ts';
import { readChanges } from '../store/queries/changes.ts';
import { insertRows } from '../store/database/insert-rows.ts';
import { createOwned } from '../store/versions/owned.ts';
import { openStore, type Store, type StoreLocation } from '../store/database/store.ts';
import { throwAwayPostgres } from '../store/testing/throw-away-postgres.ts';
import { addInvite, addPasswordReset, addUser, redeemInvite, redeemPasswordReset } from '../store/users/users.ts';
import { makeWorld, RECEIPT_PDF, SAMPLE_CSV } from '../testing/world.ts';
import { multipart, startTestApp, type TestApp } from '../testing/test-app.ts';
import { receiptFiles } from '../services/receipt-files.ts';
import { storageNames } from '../store/user-records/receipts.ts';
import { backUpTo, restoreFrom } from './backup-file.ts';

const MADE_AT = '2026-01-15T12:00:00.000Z';
const postgres = await throwAwayPostgres();
const folder = mkdtempSync(join(tmpdir(), 'holdfast-backup-'));
const stores: Store[] = [];
let files = 0;

afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function newFile(): string {
  files += 1;
  return join(folder, `file-${files}`);
}

async function open(location: StoreLocation, upTo?: string): Promise<Store> {
  const store = await openStore(location, upTo);
  stores.push(store);
  return store;
}

const newSqlite = (): StoreLocation => ({ dialect: 'sqlite', file: newFile() });

const locations: readonly (readonly [string, () => Promise<StoreLocation>])[] = [
  ['SQLite', async () => await Promise.resolve(newSqlite())],
  ...(postgres === null
    ? []
    : [
        [
          'PostgreSQL',
          async (): Promise<StoreLocation> => ({ dialect: 'postgres', url: await postgres.newDatabase() }),
        ] as const,
      ]),
];

/** Every row of every table except the epoch, which a restore renews, as text for comparison. */
async function everything(store: Store): Promise<Record<string, string[]>> {
  return await store.snapshot(async (db) => {
    const found: Record<string, string[]> = {};
    for (const table of BACKED_UP_TABLES) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db.kysely);
      found[table] = rows
        .filter((row) => row['key'] !== 'epoch')
        .map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))))
        .toSorted();
    }
    return found;
  });
}

/** The receipts of a store: in a folder of its own, or in its own table. */
const filesOf = (store: Store, dataDir: string = newFile()) => receiptFiles(store, { receiptsBucket: null, dataDir });

/** An app with records of every kind that a request can create. */
async function filled(store: Store): Promise<{ readonly app: TestApp; readonly token: string }> {
  const app = await startTestApp({}, store);
  app.now = Date.parse('2026-11-20T12:00:00Z');
  const token = await app.signIn('ada@example.org');
  await makeWorld(app, token, token);
  const form = multipart({ content: SAMPLE_CSV }, { selectedRowNumbers: 'all' });
  await app.call('POST', '/transactions/import-selected', {
    token,
    body: form.body,
    headers: { ...form.headers, 'idempotency-key': 'k' },
  });
  return { app, token };
}

describe.each(locations)('a backup of %s', (_name, locate) => {
  it('has every table that the database has', async () => {
    const store = await open(await locate());
    const tables = (await store.kysely.introspection.getTables())
      .map((table) => table.name)
      .filter((name) => !name.startsWith('kysely_'));
    expect([...BACKED_UP_TABLES, ...NOT_BACKED_UP].toSorted()).toEqual(tables.toSorted());
  });

  it('is consistent when made during writes, and restores every row with a new epoch', async () => {
    const location = await locate();
    const store = await open(location);
    const { app, token } = await filled(store);
    let writing = true;
    const writer = (async () => {
      while (writing) await app.call('POST', '/accounts', { token, body: { name: 'While it runs' } });
    })();
    const other = await open(location);
    const file = newFile();
    await backUpTo(other, filesOf(other, app.dataDir), file, MADE_AT);
    writing = false;
    await writer;
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const copies = await Promise.all(locations.map(async ([, locateCopy]) => await open(await locateCopy())));
    const names = await storageNames(store);
    expect(names).toHaveLength(1);
    for (const copy of copies) {
      const files = filesOf(copy);
      expect(await restoreFrom(copy, files, file, 'new epoch')).toMatchObject({ madeAt: MADE_AT });
      for (const name of names) expect(Buffer.from((await files.read(name)) ?? []).toString()).toBe(RECEIPT_PDF);
    }
    const [first, ...rest] = await Promise.all(copies.map(everything));
    for (const copy of rest) expect(copy).toEqual(first);
    const userId = (await store.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow()).id;
    // The copy is consistent: every number that was assigned is the version of a record.
    const copy = copies[0] as Store;
    const changes = await readChanges(copy, userId, 0, 5000);
    if (!changes.ok) throw new Error(changes.message);
    expect(changes.value.changes).toHaveLength(Number(changes.value.cursor));
    expect(await copy.kysely.selectFrom('meta').select('value').where('key', '=', 'epoch').executeTakeFirst()).toEqual({
      value: 'new epoch',
    });
    await app.close();
  });

  it('has short lines, however much a user stores', async () => {
    const store = await open(await locate());
    const { app, token } = await filled(store);
    const { id } = await store.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow();
    // More together than one line may hold.
    const value = JSON.stringify({ text: 'x'.repeat(250_000) });
    const extras = Array.from({ length: 70 }, (_, index) => ({
      user_id: id,
      kind: 'import-history',
      key: `k${index}`,
      version: index + 1,
      size: value.length,
      value,
    }));
    await insertRows(store, 'extras', extras);
    const file = newFile();
    await backUpTo(store, filesOf(store, app.dataDir), file, MADE_AT);
    const lines = gunzipSync(readFileSync(file)).toString().split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(8_000_000);
    const before = await everything(store);
    await restoreFrom(store, filesOf(store, app.dataDir), file, 'new epoch');
    expect(await everything(store)).toEqual(before);
    expect((await app.call('GET', '/accounts', { token })).status).toBe(200);
    await app.close();
  });

  it('can be restored while the server runs, and devices are told', async () => {
    const location = await locate();
    const store = await open(location);
    const { app, token } = await filled(store);
    const other = await open(location);
    const file = newFile();
    const files = filesOf(other, app.dataDir);
    await backUpTo(other, files, file, MADE_AT);
    const before = await everything(store);
    const epoch = async () =>
      ((await app.call('GET', '/sync/capabilities', { token })).json as { epoch: string }).epoch;
    const old = await epoch();
    for (let i = 0; i < 5; i += 1) await app.call('POST', '/accounts', { token, body: { name: 'Made since' } });
    await restoreFrom(other, files, file, 'new epoch');
    expect(await everything(store)).toEqual(before);
    expect([await epoch(), old === 'new epoch']).toEqual(['new epoch', false]);
    expect((await app.call('POST', '/accounts', { token, body: { name: 'Afterwards' } })).status).toBe(201);
    await app.close();
  });

  it('revives no signed-out token and no link, and keeps signed-in users signed in', async () => {
    const store = await open(await locate());
    const { app, token } = await filled(store);
    const again = await app.signIn('ada@example.org');
    const file = newFile();
    const files = filesOf(store, app.dataDir);
    await addPasswordReset(
      store,
      'reset',
      (await store.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow()).id,
      '2999-01-01T00:00:00.000Z',
    );
    await addInvite(store, 'invite', MADE_AT, '2999-01-01T00:00:00.000Z');
    await backUpTo(store, files, file, MADE_AT);
    expect((await app.call('POST', '/auth/logout', { token: again })).status).toBe(204);
    await restoreFrom(store, files, file, 'new epoch');
    expect((await app.call('GET', '/accounts', { token: again })).status).toBe(401);
    expect((await app.call('GET', '/accounts', { token })).status).toBe(200);
    expect(await redeemPasswordReset(store, 'reset', MADE_AT)).toBeNull();
    expect(await redeemInvite(store, 'invite', MADE_AT)).toBe(false);
    await app.close();
  });

  it('of an older schema is brought forward', async () => {
    const store = await open(await locate());
    const account = { user_id: 'u', id: 'a', name: 'Old', version: 1 };
    const user = {
      id: 'u',
      email: 'ada@example.org',
      first_name: 'A',
      surname: 'B',
      password_hash: 'x',
      is_admin: 1,
      change_counter: 1,
      purged_to: 0,
      created_at: MADE_AT,
    };
    const keptAnswer = (key: string, status: number, body: string | null) => ({
      user_id: 'u',
      key,
      request_hash: 'h',
      status,
      body,
      headers: '{}',
      created_at: MADE_AT,
    });
    const lines = [
      { format: 'holdfast-backup', migration: '0001-first', madeAt: MADE_AT },
      { table: 'counters', rows: [{ scope: 'shared', value: 7, purged_to: 0 }] },
      { table: 'users', rows: [user] },
      { table: 'accounts', rows: [account] },
      { table: 'idempotency', rows: [keptAnswer('made', 201, '{"id":"a"}'), keptAnswer('deleted', 204, null)] },
    ];
    const file = newFile();
    writeFileSync(file, gzipSync(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
    await restoreFrom(store, filesOf(store), file, 'new epoch');
    expect(await listAccounts(store, 'u')).toEqual([{ id: 'a', name: 'Old', version: 1 }]);
    expect(await store.kysely.selectFrom('counters').selectAll().execute()).toEqual([
      { scope: 'shared', value: 7, purged_to: 0 },
    ]);
    // Of the replies that older schemas stored, the key and record of each request are kept.
    const operations = await store.kysely.selectFrom('applied_operations').select(['key', 'record_id']).execute();
    expect(new Map(operations.map(({ key, record_id: record }) => [key, record]))).toEqual(
      new Map([
        ['made', 'a'],
        ['deleted', null],
      ]),
    );
  });
});

it('a long line takes as long to read as the same text in short lines', async () => {
  const store = await open(newSqlite());
  const empty = newFile();
  await backUpTo(store, filesOf(store), empty, MADE_AT);
  const text = gunzipSync(readFileSync(empty)).toString();
  const timeOf = async (count: number): Promise<number> => {
    const line = (index: number): string =>
      `${JSON.stringify({ file: String(index).repeat(48).slice(0, 48), base64: 'A'.repeat(16_000_000 / count) })}\n`;
    const file = newFile();
    writeFileSync(file, gzipSync(text + Array.from({ length: count }, (_, index) => line(index)).join('')));
    const before = process.cpuUsage();
    await restoreFrom(store, filesOf(store), file, 'new epoch');
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const short = await timeOf(16);
  expect(Math.min(await timeOf(1), await timeOf(1))).toBeLessThan(5 * short);
});

it('a backup that cannot be finished leaves no file', async () => {
  const store = await open(newSqlite());
  await filled(store).then(async ({ app }) => {
    await app.close();
  });
  const file = newFile();
  const unreadable = { read: async () => await Promise.reject(new Error('unreadable')) };
  await expect(backUpTo(store, { ...filesOf(store), ...unreadable }, file, MADE_AT)).rejects.toThrow('unreadable');
  expect(readdirSync(folder).filter((name) => name.startsWith(basename(file)))).toEqual([]);
});

describe('a file that is not a complete backup', () => {
  it('is refused and changes nothing', async () => {
    const store = await open(newSqlite());
    await addUser(
      store,
      { id: 'u', email: 'ada@example.org', firstName: 'A', surname: 'B', passwordHash: 'x', isAdmin: true },
      MADE_AT,
    );
    await store.transact(async (tx) => await createOwned(ACCOUNTS, tx, 'u', 'a', { name: 'Kept' }));
    const good = newFile();
    await backUpTo(store, filesOf(store), good, MADE_AT);
    const newer = gzipSync(
      `${JSON.stringify({ format: 'holdfast-backup', migration: '9999-later', madeAt: MADE_AT })}\n`,
    );
    const strange = gzipSync(
      `${JSON.stringify({ format: 'holdfast-backup', migration: '0001-first', madeAt: MADE_AT })}\n${JSON.stringify({ table: 'users; drop table users', rows: [{ a: 1 }] })}\n`,
    );
    for (const bytes of [
      Buffer.from('hello'),
      gzipSync('hello\n'),
      gzipSync(''),
      newer,
      strange,
      readFileSync(good).subarray(0, -20),
    ]) {
      const file = newFile();
      writeFileSync(file, bytes);
      await expect(restoreFrom(store, filesOf(store), file, 'new epoch')).rejects.toThrow();
    }
    const page = newFile();
    writeFileSync(page, 'hello');
    await expect(restoreFrom(store, filesOf(store), page, 'new epoch')).rejects.toThrow('is not a backup of a server');
    await expect(restoreFrom(store, filesOf(store), newFile(), 'new epoch')).rejects.toThrow('ENOENT');
    expect(await listAccounts(store, 'u')).toHaveLength(1);
  });

  it('is refused, whatever its lines contain', async () => {
    const store = await open(newSqlite());
    await store.kysely.insertInto('meta').values({ key: 'kept', value: 'before' }).execute();
    const good = newFile();
    await backUpTo(store, filesOf(store), good, MADE_AT);
    const text = gunzipSync(readFileSync(good)).toString();
    const header = text.split('\n')[0] ?? '';
    const [name, dataDir] = ['a'.repeat(48), newFile()];
    const files = filesOf(store, dataDir);
    const restored = async (content: string): Promise<unknown> => {
      const file = newFile();
      writeFileSync(file, gzipSync(content));
      return await restoreFrom(store, files, file, 'new epoch');
    };
    for (const line of [
      'null',
      '7',
      '"file"',
      '[]',
      '{',
      '',
      '['.repeat(10_000),
      '{"table":"users"}',
      '{"table":"users","rows":{"length":1000000000}}',
      '{"table":"users","rows":[7]}',
      '{"table":"users","rows":[null]}',
      '{"table":"meta","rows":[{"key":"a","value":["b"]}]}',
      '{"table":"meta","rows":[{"key":"a","value":{"b":"c"}}]}',
      '{"table":"counters","rows":[{"scope":"x","value":1e400,"purged_to":0}]}',
      '{"table":"counters","rows":[{"scope":"x","value":1.5,"purged_to":0}]}',
      `{"file":"${name}"}`,
      `{"file":"${name}","base64":7}`,
      `{"file":"${name}","base64":{"length":1000000000}}`,
      `{"file":["${name}"],"base64":"AAAA"}`,
    ])
      await expect(restored(`${text}${line}\n`), line).rejects.toThrow('the backup is damaged: line');
    await expect(restored(`${text}{"file":"../${name}","base64":"AAAA"}\n`)).rejects.toThrow('an unexpected name');
    await expect(restored(`${header}\n`)).rejects.toThrow('not complete');
    await expect(restored(text.slice(0, -1))).rejects.toThrow('ends within a line');
    for (const migration of ['constructor', '__proto__', 'toString'])
      await expect(restored(text.replace(/"migration":"[^"]*"/u, `"migration":"${migration}"`))).rejects.toThrow(
        'a newer version',
      );
    await expect(restored(text.replace(MADE_AT, 'yesterday'))).rejects.toThrow('is not a backup');
    expect(await store.kysely.selectFrom('meta').select('value').where('key', '=', 'kept').execute()).toEqual([
      { value: 'before' },
    ]);
    expect(await files.has(name)).toBe(false);
    await restored(text);
  });

  it('cannot bring in column names that are not ours', async () => {
    const store = await open(newSqlite());
    await expect(
      store.transact(async (tx) => {
        await insertRows(tx, 'users', [{ 'id") values (1); --': 1 }]);
        return done(undefined);
      }),
    ).rejects.toThrow('unknown column names');
    expect((store.kysely as Kysely<never>).introspection).toBeDefined();
  });
});
