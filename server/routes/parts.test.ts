/** Large writes of one user on SQLite, whose single writer others wait for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../outcome.ts';
import { openStore, type Store } from '../store/database/store.ts';
import { insertTransactions } from '../store/user-records/transactions.ts';
import { multipart, startTestApp, type TestApp } from '../testing/test-app.ts';
import { unitPurchase } from '../testing/world.ts';

const ROWS = 5001;

let folder: string;
let opened: Store;
let app: TestApp;
let token: string;
/** Called at the start of each write. */
let onWrite: () => void;
/** Statements in writes. */
let statements: number;
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    statements += 1;
    return node;
  },
  transformResult: async ({ result }) => await Promise.resolve(result),
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-parts-'));
  opened = await openStore({ dialect: 'sqlite', file: join(folder, 'holdfast.db') });
  onWrite = () => undefined;
  statements = 0;
  const store: Store = {
    ...opened,
    transact: async (work) =>
      await opened.transact(async (tx) => {
        onWrite();
        return await work({ ...tx, kysely: tx.kysely.withPlugin(counting) });
      }),
  };
  app = await startTestApp({}, store);
  token = await app.signIn('user@example.org');
});

afterEach(async () => {
  await app.close();
  await opened.close();
  rmSync(folder, { recursive: true });
});

const ids = Array.from({ length: ROWS }, (_, index) => `0190b0a0-0000-7abc-8def-${String(index).padStart(12, '0')}`);

/** Stores transactions with these ids. */
async function record(): Promise<void> {
  const account = (await app.call('POST', '/accounts', { token, body: { name: 'Main' } })).json as { id: string };
  const [broker] = (await app.call('GET', '/brokers', { token })).json as { id: string }[];
  const { id: userId } = await opened.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow();
  await opened.transact(async (tx) =>
    done(
      await insertTransactions(
        tx,
        userId,
        ids.map((id) => unitPurchase({ id, brokerId: broker?.id, accountId: account.id })),
      ),
    ),
  );
}

const remaining = async (): Promise<number> =>
  ((await app.call('GET', '/transactions/user/ids', { token })).json as string[]).length;

/** The reply to `large`, and who was answered first: `large`, or another user who writes once it has begun to write. */
async function besideAnother<T>(large: () => Promise<T>): Promise<{ readonly reply: T; readonly first: string }> {
  const other = await app.signIn('other@example.org');
  const answered: string[] = [];
  let writing: Promise<unknown> | undefined;
  onWrite = () => {
    writing ??= app
      .call('POST', '/accounts', { token: other, body: { name: 'Mine' } })
      .then(({ status }) => answered.push(`other ${status}`));
  };
  const reply = await large();
  answered.push('large');
  await writing;
  return { reply, first: answered[0] ?? '' };
}

/** Lets the second write from now on fail. */
function interrupt(): void {
  let writes = 0;
  onWrite = () => {
    writes += 1;
    if (writes === 2) throw new Error('interrupted');
  };
}

it('a deletion of many records lets another user write before it is answered', async () => {
  await record();
  const { reply, first } = await besideAnother(
    async () => await app.call('POST', '/transactions/bulk-delete', { token, body: ids }),
  );
  expect(reply.json).toEqual({ deletedCount: ROWS });
  expect(first).toBe('other 201');
  expect(await remaining()).toBe(0);
});

it('a deletion that was interrupted is completed by its repetition with the same key', async () => {
  await record();
  interrupt();
  const request = { token, body: { transactionIds: ids }, headers: { 'idempotency-key': 'delete-1' } };
  expect((await app.call('POST', '/transactions/bulk-delete', request)).status).toBe(500);
  const left = await remaining();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(ROWS);
  expect((await app.call('POST', '/transactions/bulk-delete', request)).json).toEqual({ deletedCount: left });
  expect(await remaining()).toBe(0);
  // Once it has taken effect, the key is known.
  expect((await app.call('POST', '/transactions/bulk-delete', request)).status).toBe(412);
});

it('a deletion on data that a restore has replaced since deletes nothing, however many records it names', async () => {
  await record();
  const headers = { 'sync-epoch': 'another' };
  const reply = await app.call('POST', '/transactions/bulk-delete', { token, body: ids, headers });
  expect(reply.status).toBe(409);
  expect(await remaining()).toBe(ROWS);
});

/** Three rows of each trade. */
const FILE = `Date,Type,ISIN,Quantity,Price,Consideration,Broker,Account,Tax Wrapper\n${Array.from(
  { length: ROWS },
  (_, index) => {
    const amount = 1 + Math.floor(index / 3);
    return `02/01/2014,Buy,IE00B3RBWM25,${amount},1,${amount},AJ Bell,New,DEALING`;
  },
).join('\n')}\n`;

async function send(path: string, key?: string) {
  const form = multipart(
    { content: FILE },
    path.endsWith('selected') ? { selectedRowNumbers: 'all', skipDuplicateCheck: 'true' } : {},
  );
  const headers = { ...form.headers, ...(key !== undefined && { 'idempotency-key': key }) };
  return await app.call('POST', path, { token, body: form.body, headers });
}

describe.each(['/transactions/import', '/transactions/import-selected'])('%s of a large file', (path) => {
  it('lets another user write before it is answered', async () => {
    const { reply, first } = await besideAnother(async () => await send(path));
    expect(reply.json).toMatchObject({ importedCount: ROWS, duplicateCount: 0, errorCount: 0 });
    expect(first).toBe('other 201');
    expect(await remaining()).toBe(ROWS);
  });

  it.each([undefined, 'import-1'])(
    'that was interrupted is completed by its repetition, with the key %s',
    async (key) => {
      interrupt();
      expect((await send(path, key)).status).toBe(500);
      const written = await remaining();
      expect(written).toBeGreaterThan(0);
      expect(written).toBeLessThan(ROWS);
      const { json } = await send(path, key);
      expect(json).toMatchObject({ importedCount: ROWS, duplicateCount: 0, errorCount: 0 });
      expect((json as { records: unknown[] }).records).toHaveLength(ROWS);
      expect(await remaining()).toBe(ROWS);
      expect((await app.call('GET', '/accounts', { token })).json).toHaveLength(1);
      // A key that has taken effect writes nothing more.
      if (key !== undefined) expect((await send(path, key)).status).toBe(412);
      expect(await remaining()).toBe(ROWS);
      // Without it, the same file is now another import.
      const again = (await send(path, 'import-2')).json;
      expect(again).toMatchObject({ importedCount: path.endsWith('selected') ? ROWS : 0 });
    },
  );
});

describe('an import of many rows, while which others wait,', () => {
  const COUNT = 1000;
  const lines = (line: (number: number) => string): string =>
    Array.from({ length: COUNT }, (_, i) => line(i)).join('\n');
  const savings = (rate: string): string =>
    `Bank Name,Account Type,Account Open Date,Latest Balance,Latest Balance Date,Interest Rate,Account Reference\n${lines(
      (number) => `Nationwide Building Society,ISA,01/05/2021,${number},31/12/2025,${rate},R${number}`,
    )}\n`;
  const cash = (balance: string): string =>
    `Account,Broker,Tax Wrapper,Balance,Currency\n${lines(
      (number) => `Account ${number},AJ Bell,ISA,${balance},GBP`,
    )}\n`;

  it.each([
    ['/savingsaccounts/import-selected', savings('4.1%'), '/savingsaccounts/import', savings('4.2%')],
    ['/brokercashbalances/import', cash('77.10'), '/brokercashbalances/import-selected', cash('78.10')],
  ])(
    'takes one statement for many new rows (%s) and one for each changed row',
    async (create, rows, change, changed) => {
      for (let number = 0; number < COUNT; number += 1)
        await app.call('POST', '/accounts', { token, body: { name: `Account ${number}` } });
      const sendRows = async (path: string, content: string, fields: Readonly<Record<string, string>>) => {
        statements = 0;
        return (await app.call('POST', path, { token, ...multipart({ content }, fields) })).json;
      };
      const chosen = { selectedRowNumbers: 'all', skipDuplicateCheck: 'true' };
      expect(await sendRows(create, rows, chosen)).toMatchObject({ importedCount: COUNT });
      expect(statements).toBeLessThan(COUNT / 10);
      const second = await sendRows(change, changed, change.endsWith('import') ? { updateExisting: 'true' } : chosen);
      expect(second).toMatchObject(
        change.endsWith('import') ? { successCount: COUNT, updatedCount: COUNT } : { importedCount: COUNT },
      );
      expect(statements).toBeLessThan(1.1 * COUNT);
    },
  );
});

describe('a deletion of securities with many prices', () => {
  const COUNT = 5;
  let assets: { readonly id: string; readonly isin: string }[];

  /** Gives some securities of the catalogue a thousand prices each, and returns their ids. */
  async function securities(): Promise<string[]> {
    const all = opened.kysely.selectFrom('assets').select(['id', 'isin']);
    assets = await all.where('isin', '<>', unitPurchase({}).isin).orderBy('id').limit(COUNT).execute();
    for (const { isin } of assets)
      await sql`insert into prices (isin, price_date, close_price, currency, source, fetched_at, version)
        with recursive days(n) as (select 0 union all select n + 1 from days where n < 999)
        select ${isin}, date('2000-01-01', '+' || n || ' days'), '1.23', 'GBP', 'LSE', '2026-01-01T00:00:00.000Z', 1
        from days`.execute(opened.kysely);
    return assets.map(({ id }) => id);
  }
  const left = async (): Promise<number> =>
    (
      await opened.kysely
        .selectFrom('assets')
        .select('id')
        .where(
          'id',
          'in',
          assets.map(({ id }) => id),
        )
        .execute()
    ).length;

  it('lets another user write before it is answered, and counts all', async () => {
    const made = await securities();
    const { reply, first } = await besideAnother(
      async () => await app.call('POST', '/assets/bulk-delete', { token, body: [...made, 'none'] }),
    );
    expect([reply.json, first, await left()]).toEqual([{ deletedCount: COUNT }, 'other 201', 0]);
  });

  it('that was interrupted is completed by its repetition, and deletes nothing while one is in use', async () => {
    const made = await securities();
    await record();
    await opened.kysely
      .updateTable('transactions')
      .set({ isin: assets[4]?.isin ?? '' })
      .where('id', '=', ids[0] ?? '')
      .execute();
    const remove = async () => await app.call('POST', '/assets/bulk-delete', { token, body: made });
    expect((await remove()).json).toMatchObject({ code: 'inUse', message: expect.stringMatching(/^Nothing was/u) });
    expect(await left()).toBe(COUNT);
    await opened.kysely.deleteFrom('transactions').execute();
    interrupt();
    expect((await remove()).status).toBe(500);
    const rest = await left();
    expect([rest > 0, rest < COUNT]).toEqual([true, true]);
    onWrite = () => undefined;
    expect((await remove()).json).toEqual({ deletedCount: rest });
  });
});
