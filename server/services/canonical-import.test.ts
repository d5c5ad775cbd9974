/** Rows that a device sends in the canonical form, and the result of each. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RowOutcome } from '../../contract/transactions.ts';
import { canonicalRowsParts, MOST_BYTES, type RowNames } from '../../domain/csv/exports/canonical-rows.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { createUnlistedAssets, MAX_UNLISTED } from '../store/shared-records/assets.ts';
import { done } from '../outcome.ts';
import { multipart, startTestApp, type TestApp } from '../testing/test-app.ts';
import { unitPurchase } from '../testing/world.ts';

interface Reply {
  readonly status: number;
  readonly json: {
    readonly rows: readonly RowOutcome[];
    readonly importedCount: number;
    readonly message: string;
    readonly newAccounts: readonly string[];
    readonly newBrokers: readonly string[];
  };
}

let app: TestApp;
let admin: string;
let token: string;
let accountId: string;
let brokerId: string;
let users = 0;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn('admin@example.org');
});

afterAll(async () => {
  await app.close();
});

beforeEach(async () => {
  users += 1;
  app.now += 60 * 60_000;
  token = await app.signIn(`user-${users}@example.org`);
  accountId = await made('/accounts', { name: 'Main Account' });
  brokerId = ((await app.call('GET', '/brokers', { token })).json as { id: string }[])[0]?.id ?? '';
});

async function made(path: string, body: object, by = token): Promise<string> {
  return ((await app.call('POST', path, { token: by, body })).json as { id: string }).id;
}

const idOf = (index: number): string =>
  `0190b0a0-${String(users).padStart(4, '0')}-7abc-8def-${String(index).padStart(12, '0')}`;

function row(index: number, changes: Partial<Record<keyof Transaction, unknown>> = {}): Transaction {
  return unitPurchase({ id: idOf(index), brokerId, accountId, ...changes });
}

const fileOf = (rows: readonly Transaction[]): string => [...canonicalRowsParts(rows)].join('');

async function send(
  content: string,
  { key = '', names = {} }: { key?: string; names?: Partial<RowNames> } = {},
): Promise<Reply> {
  const form = multipart(
    { content },
    {
      selectedRowNumbers: 'all',
      skipDuplicateCheck: 'true',
      layout: 'canonical',
      names: JSON.stringify({ accounts: {}, brokers: {}, securities: {}, ...names }),
    },
  );
  const headers = { ...form.headers, ...(key !== '' && { 'idempotency-key': key }) };
  return (await app.call('POST', '/transactions/import-selected', { token, body: form.body, headers })) as Reply;
}

const storedIds = async (): Promise<unknown> => (await app.call('GET', '/transactions/user/ids', { token })).json;
const stored = async (index: number): Promise<unknown> =>
  (await app.call('GET', `/transactions/${idOf(index)}`, { token })).json;

describe('rows in the canonical form', () => {
  it('are written under their ids, equal ones too, and each is answered with its version', async () => {
    const { status, json } = await send(fileOf([row(1), row(2), row(3, { isin: 'US5949181045' })]), {
      names: { securities: { US5949181045: 'Of the device plc' } },
    });
    expect([status, json.importedCount]).toEqual([200, 3]);
    expect(json.rows).toEqual([1, 2, 3].map((index) => ({ id: idOf(index), version: expect.any(Number) as number })));
    for (const [at, outcome] of json.rows.entries())
      expect(await stored(at + 1)).toEqual({
        ...row(at + 1, at === 2 ? { isin: 'US5949181045' } : {}),
        version: outcome.version,
      });
    expect((await app.call('GET', '/assets/isin/US5949181045', { token })).json).toMatchObject({
      name: 'Of the device plc',
      category: 'NON_CORE',
    });
  });

  it('add nothing when they are sent again under their key, whatever was edited or left out, and answer what is there now', async () => {
    const first = await send(fileOf([row(1), row(2), row(3), row(4)]), { key: 'a' });
    await app.call('PUT', `/transactions/${idOf(2)}`, { token, body: row(2, { consideration: 77 }) });
    await app.call('DELETE', `/transactions/${idOf(3)}`, { token });
    const again = await send(fileOf([row(1), row(2), row(3), row(4, { consideration: 5 })]), { key: 'a' });
    expect(again.json.importedCount).toBe(0);
    expect(again.json.rows).toEqual([
      first.json.rows[0],
      { id: idOf(2), version: expect.any(Number) as number, record: await stored(2) },
      { id: idOf(3), version: 0 },
      { ...first.json.rows[3], record: await stored(4) },
    ]);
    // With another key, a row with that id is a new request: an own export that is imported again.
    const anew = await send(fileOf([row(1), row(3)]), { key: 'b' });
    expect(anew.json.rows).toEqual([first.json.rows[0], { id: idOf(3), version: expect.any(Number) as number }]);
    expect(anew.json.importedCount).toBe(1);
  });

  it('are written once when they arrive twice at the same time', async () => {
    const replies = await Promise.all(
      [1, 2, 3].map(async () => await send(fileOf([row(1), row(2)]), { key: 'twice' })),
    );
    expect(replies.map(({ json }) => json.importedCount).toSorted((a, b) => a - b)).toEqual([0, 0, 2]);
    expect(replies[1]?.json.rows).toEqual(replies[0]?.json.rows);
    expect(await storedIds()).toHaveLength(2);
  });

  it('restore a deleted account under its id and name, once for all rows', async () => {
    const gone = await made('/accounts', { name: 'Partner' });
    await app.call('DELETE', `/accounts/${gone}`, { token });
    const { json } = await send(fileOf([row(1, { accountId: gone }), row(2, { accountId: gone }), row(3)]), {
      names: { accounts: { [gone]: 'Partner', [accountId]: 'Of old' } },
    });
    expect(json.newAccounts).toEqual([gone]);
    expect((await app.call('GET', `/accounts/${gone}`, { token })).json).toMatchObject({ id: gone, name: 'Partner' });
    expect((await app.call('GET', `/accounts/${accountId}`, { token })).json).toMatchObject({ name: 'Main Account' });
    expect(json.rows.every(({ record }) => record === undefined)).toBe(true);
  });

  it('go into the account that was created again under the same name, and the answer says so', async () => {
    const gone = await made('/accounts', { name: 'Partner' });
    await app.call('DELETE', `/accounts/${gone}`, { token });
    const anew = await made('/accounts', { name: 'partner ' });
    const { json } = await send(fileOf([row(1, { accountId: gone })]), { names: { accounts: { [gone]: 'Partner' } } });
    expect(json).toMatchObject({ newAccounts: [], rows: [{ id: idOf(1), record: { accountId: anew } }] });
  });

  it("never go into another user's account", async () => {
    const theirs = await made('/accounts', { name: 'Theirs' }, admin);
    const { json } = await send(fileOf([row(1, { accountId: theirs })]));
    expect(json.rows).toEqual([
      { id: idOf(1), refused: `Row 2: Account "${theirs}" is not known: create it, or choose another.` },
    ]);
  });

  it('restore a deleted broker, and are refused one by one where the broker never existed', async () => {
    const gone = await made('/brokers', { name: `Small ${users}` }, admin);
    await app.call('DELETE', `/brokers/${gone}`, { token: admin });
    const never = idOf(999);
    const { json } = await send(fileOf([row(1, { brokerId: never }), row(2, { brokerId: gone }), row(3)]), {
      names: { brokers: { [gone]: `Small ${users}`, [never]: 'Nobody Knows' } },
    });
    expect(json).toMatchObject({
      importedCount: 2,
      newBrokers: [gone],
      rows: [
        { id: idOf(1), refused: 'Row 2: Broker "Nobody Knows" is not known: create it, or choose another.' },
        { id: idOf(2) },
        { id: idOf(3) },
      ],
    });
    expect(await storedIds()).toHaveLength(2);
  });

  it('with a fault are refused by row, column, value and what was expected, and the others are written', async () => {
    const file = fileOf([row(1), row(2), row(3)]).replace(`${idOf(2)},BUY`, `${idOf(2)},Purchase`);
    const { status, json } = await send(file);
    expect([status, json.importedCount]).toEqual([200, 2]);
    expect(json.rows[1]).toEqual({
      id: idOf(2),
      refused:
        'Row 3, column transactionType: "Purchase" is not valid: expected a transaction type such as BUY or SELL.',
    });
    // Once it is corrected, nothing prevents it.
    expect((await send(fileOf([row(2)]))).json.importedCount).toBe(1);
  });

  it('make no account for rows that are refused', async () => {
    const gone = idOf(998);
    const { json } = await send(fileOf([row(1, { accountId: gone, brokerId: idOf(999) })]), {
      names: { accounts: { [gone]: 'Nobody' } },
    });
    expect(json).toMatchObject({ importedCount: 0, newAccounts: [] });
    expect((await app.call('GET', '/accounts', { token })).json).toHaveLength(1);
  });

  it('are refused where their securities would be more than a user may add', async () => {
    const { id: userId } = await app.store.kysely
      .selectFrom('users')
      .select('id')
      .where('email', '=', `user-${users}@example.org`)
      .executeTakeFirstOrThrow();
    await app.store.transact(async (tx) => {
      const assets = Array.from({ length: MAX_UNLISTED }, (_, index) => ({
        id: idOf(index),
        isin: `X${users}-${index}`,
        name: 'x',
      }));
      return done(await createUnlistedAssets(tx, userId, assets));
    });
    const { json } = await send(fileOf([row(1), row(2, { isin: 'US0231351067' })]));
    expect(json.rows).toMatchObject([
      { version: expect.any(Number) as number },
      { refused: expect.stringContaining('US0231351067') as string },
    ]);
    expect(json.rows[1]?.refused).toContain('2,000 securities');
  });
});

describe('a file that is not in the canonical form', () => {
  it.each([
    ['an own export', 'Id,Date,Type\r\n', 'Row 1, column 1: "Id" is not valid: expected id.'],
    ['one without rows or header', '', 'Row 1 is not valid: expected a line break at its end.'],
    ['one with an open quotation mark', 'id,"x\r\n', 'Row 1 is not valid: Quoted field unterminated.'],
  ])('%s is refused as a whole: nothing is guessed', async (_name, file, message) => {
    expect(await send(file)).toMatchObject({ status: 400, json: { message } });
  });

  it('is refused as a whole where it was cut short, and nothing is written', async () => {
    const file = fileOf([row(1), row(2)]);
    for (const length of [file.length - 1, file.length - 2, file.length - 10])
      expect((await send(file.slice(0, length), { key: 'cut' })).status).toBe(400);
    expect(await storedIds()).toEqual([]);
    // A refused call has no effect, so its key can be used.
    expect((await send(file, { key: 'cut' })).json.importedCount).toBe(2);
  });

  it('has at most 1 MB and 2,000 rows', async () => {
    const file = fileOf([row(1)]);
    expect((await send(file + 'x'.repeat(MOST_BYTES))).status).toBe(413);
    const many = fileOf(Array.from({ length: 2001 }, (_, index) => row(index)));
    expect(await send(many)).toMatchObject({
      status: 400,
      json: { message: 'The file has 2001 rows: expected at most 2000.' },
    });
  });

  it('is known by its layout alone: without it the same file is read as any other', async () => {
    const form = multipart({ content: fileOf([row(1)]) }, { selectedRowNumbers: 'all', skipDuplicateCheck: 'true' });
    const { json } = await app.call('POST', '/transactions/import-selected', { token, ...form });
    expect(json).not.toHaveProperty('rows');
    const other = multipart(
      { content: fileOf([row(1)]) },
      { selectedRowNumbers: 'all', skipDuplicateCheck: 'true', layout: 'free' },
    );
    expect((await app.call('POST', '/transactions/import-selected', { token, ...other })).status).toBe(400);
  });
});
