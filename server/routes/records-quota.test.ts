/** How many records one user may have. */
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertRows } from '../store/database/insert-rows.ts';
import { PART } from '../store/database/in-parts.ts';
import type { Store } from '../store/database/store.ts';
import { openStore } from '../store/database/store.ts';
import { checkRecordCounts } from '../store/testing/record-counts.ts';
import { testDatabases } from '../store/testing/test-databases.ts';
import { withRecordsQuota } from '../testing/limited-store.ts';
import { makeWorld, RECEIPT_PDF } from '../testing/world.ts';
import { multipart, startTestApp, type TestApp } from '../testing/test-app.ts';

const databases = await testDatabases();

describe.each(databases)('the records of a user on %s', (_name, open) => {
  let store: Store;
  let app: TestApp;
  let token: string;
  let quota: number;

  beforeEach(async () => {
    store = await open();
    quota = 3;
    app = await startTestApp(
      {},
      withRecordsQuota(store, () => quota),
    );
    token = await app.signIn('user@example.org');
  });
  afterEach(async () => {
    await checkRecordCounts(store);
    await app.close();
    await store.close();
  });

  const create = async (name: string) => await app.call('POST', '/accounts', { token, body: { name } });
  const counted = async (): Promise<number> =>
    Number((await store.kysely.selectFrom('users').select('record_count').executeTakeFirstOrThrow()).record_count);
  const send = async (rows: number, path = '/transactions/import-selected') => {
    const lines = Array.from(
      { length: rows },
      (_, row) => `02/01/2014,Buy,IE00B3RBWM25,${row + 1},1,${row + 1},AJ Bell,New,DEALING`,
    );
    const content = `Date,Type,ISIN,Quantity,Price,Consideration,Broker,Account,Tax Wrapper\n${lines.join('\n')}\n`;
    return await app.call('POST', path, {
      token,
      ...multipart({ content }, { selectedRowNumbers: 'all', skipDuplicateCheck: 'true' }),
    });
  };

  it('are refused beyond the limit in words that say what to do, and others are not affected', async () => {
    const ids: string[] = [];
    for (const name of ['A', 'B']) ids.push(((await create(name)).json as { id: string }).id);
    const extra = async (key: string, value: object) =>
      (await app.call('PUT', `/sync/extras/import-history/${key}`, { token, body: { value } })).status;
    expect(await extra('one', {})).toBe(200);
    const refused = await create('C');
    expect(refused.status).toBe(413);
    expect(refused.json).toEqual({
      code: 'tooLarge',
      message:
        'This was not saved: your records have reached 3, the most that this server stores for one user. Delete some that you no longer need, or ask an administrator of the server for a higher limit.',
    });
    // What is there can still be changed and deleted, and gives room.
    expect(await extra('one', { more: 1 })).toBe(200);
    expect((await app.call('PUT', `/accounts/${ids[0]}`, { token, body: { name: 'D' } })).status).toBe(200);
    expect(await extra('two', {})).toBe(413);
    expect((await app.call('DELETE', `/accounts/${ids[1]}`, { token })).status).toBe(204);
    expect([await extra('two', {}), await counted()]).toEqual([200, 3]);
    const other = await app.signIn('other@example.org');
    expect((await app.call('POST', '/accounts', { token: other, body: { name: 'A' } })).status).toBe(201);
  });

  it.each(['/transactions/import-selected', '/transactions/import'])(
    'are not imported in part, however large the file is (%s)',
    async (path) => {
      quota = 2 * PART;
      const large = await send(2 * PART, path);
      expect([large.status, large.json]).toEqual([413, expect.objectContaining({ code: 'tooLarge' })]);
      expect([await counted(), (await app.call('GET', '/accounts', { token })).json]).toEqual([0, []]);
      // One of them is the account.
      expect((await send(2 * PART - 1, path)).json).toMatchObject({ importedCount: 2 * PART - 1 });
      expect(await counted()).toBe(quota);
    },
  );

  it('include at most 500 receipts of one transaction and 10,000 prices of one property', async () => {
    quota = 1_000_000;
    const world = await makeWorld(app, token, token);
    const upload = async () =>
      await app.call('POST', '/transactionreceipts/upload', {
        token,
        ...multipart({ fileName: 'note.pdf', content: RECEIPT_PDF }, { transactionId: world.transaction }),
      });
    const price = async () =>
      await app.call('POST', `/properties/${world.property}/price-history`, {
        token,
        body: { priceDate: '2024-05-05', price: 5 },
      });
    // One less than the most, with the one that is there.
    const { kysely } = store;
    const receipt = await kysely.selectFrom('receipts').selectAll().executeTakeFirstOrThrow();
    await insertRows(
      store,
      'receipts',
      Array.from({ length: 498 }, (_, index) => ({ ...receipt, id: `r${index}`, storage_name: `s${index}` })),
    );
    const known = await kysely.selectFrom('property_prices').selectAll().executeTakeFirstOrThrow();
    await insertRows(
      store,
      'property_prices',
      Array.from({ length: 9998 }, (_, index) => ({ ...known, id: `p${index}` })),
    );
    await kysely
      .updateTable('users')
      .set((eb) => ({ record_count: eb('record_count', '+', 498 + 9998) }))
      .execute();
    expect([(await upload()).status, (await price()).status]).toEqual([201, 201]);
    const refused = [await upload(), await price()];
    expect(refused.map(({ status, json }) => [status, (json as { message: string }).message])).toEqual([
      [413, 'This receipt was not saved: its transaction has 500 receipts, the most that this server stores for one.'],
      [413, 'This price was not saved: its property has 10,000 prices, the most that this server stores for one.'],
    ]);
  });
});

it('an upgrade counts the records that are there', async () => {
  const store = await openStore({ dialect: 'sqlite', file: ':memory:' }, '0024-deleted-users');
  await sql`insert into users (id, email, first_name, surname, password_hash, is_admin, change_counter, purged_to, created_at)
    values ('u', 'u', '', '', '', 0, 0, 0, ''), ('v', 'v', '', '', '', 0, 0, 0, '')`.execute(store.kysely);
  await sql`insert into accounts (user_id, id, name, version) values ('u', 'a', 'A', 1), ('u', 'b', 'B', 2)`.execute(
    store.kysely,
  );
  await sql`insert into extras (user_id, kind, key, value, size, version) values ('u', 'k', 'k', '{}', 2, 3)`.execute(
    store.kysely,
  );
  await sql`insert into applied_operations (user_id, key, request_hash, applied_at)
    values ('u', 'late', '', '2026'), ('u', 'early', '', '2025'), ('v', 'own', '', '2026')`.execute(store.kysely);
  const { migrate } = await import('../store/migrations/migrations.ts');
  await migrate(store.kysely as never, 'sqlite');
  const users = await store.kysely.selectFrom('users').select(['id', 'record_count']).orderBy('id').execute();
  expect(users).toEqual([
    { id: 'u', record_count: 3 },
    { id: 'v', record_count: 0 },
  ]);
  const keys = await store.kysely.selectFrom('applied_operations').select(['key', 'place']).orderBy('key').execute();
  expect(keys).toEqual([
    { key: 'early', place: 1 },
    { key: 'late', place: 2 },
    { key: 'own', place: 1 },
  ]);
  await store.close();
});
