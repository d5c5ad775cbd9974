/** What is remembered of one user's history. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { done } from '../../outcome.ts';
import type { Store } from '../database/store.ts';
import { readChanges } from '../queries/changes.ts';
import { testDatabases } from '../testing/test-databases.ts';
import { ACCOUNTS } from '../user-records/accounts.ts';
import { addUser } from '../users/users.ts';
import { findOperation, MOST_KEYS, noteOperation } from '../versions/applied-operations.ts';
import { createOwned, removeManyOwned } from '../versions/owned.ts';
import { findWrite, noteWrite } from '../versions/writes.ts';
import { boundHistories } from './housekeeping.ts';

const NOW = '2026-01-15T12:00:00.000Z';
const databases = await testDatabases();

describe.each(databases)('the history of a user on %s', (_name, open) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
    for (const id of ['u', 'other'])
      await addUser(
        store,
        { id, email: `${id}@example.org`, firstName: '', surname: '', passwordHash: '', isAdmin: false },
        NOW,
      );
  });
  afterEach(async () => {
    await store.close();
  });

  /** Creates an account in one write and deletes it in another. */
  async function createAndDelete(userId: string, id: string): Promise<void> {
    for (const write of ['create', 'delete'])
      await store.transact(async (tx) => {
        if (write === 'create') await createOwned(ACCOUNTS, tx, userId, id, { name: id });
        else await removeManyOwned(ACCOUNTS, tx, userId, [id], NOW);
        return done(await noteWrite(tx, userId, { at: NOW, device: null }));
      });
  }

  it('forgets the oldest deletions and writes beyond the limits, and devices that missed them read everything', async () => {
    for (let count = 1; count <= 6; count += 1) await createAndDelete('u', `a${count}`);
    await createAndDelete('other', 'mine');
    await boundHistories(store, { writes: 4, deletions: 2 });
    const left = await store.kysely.selectFrom('tombstones').select(['scope', 'id']).orderBy('id').execute();
    expect(left).toEqual([
      { scope: 'u', id: 'a5' },
      { scope: 'u', id: 'a6' },
      { scope: 'other', id: 'mine' },
    ]);
    const versions = await store.kysely.selectFrom('writes').select('version').where('user_id', '=', 'u').execute();
    expect(versions.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual([9, 10, 11, 12]);
    // The last forgotten deletion has version 8: a device at 7 has missed it.
    expect(await readChanges(store, 'u', 7, 10)).toMatchObject({ ok: false, code: 'cursorExpired' });
    expect(await readChanges(store, 'u', 8, 10)).toMatchObject({
      ok: true,
      value: { changes: [{ id: 'a5' }, { id: 'a6' }] },
    });
    expect(await findWrite(store, 'u', 12)).not.toBeNull();
    // Nothing more to forget.
    await boundHistories(store, { writes: 4, deletions: 2 });
    expect(await store.kysely.selectFrom('tombstones').select('id').execute()).toHaveLength(3);
  });

  it('keeps the newest keys, which are still known', async () => {
    const note = async (key: string) =>
      await store.transact(async (tx) => done(await noteOperation(tx, 'u', key, 'h', NOW)));
    const known = async (key: string) => (await findOperation(store, 'u', key, 'h')).kind;
    for (let count = 1; count <= 3; count += 1) await note(`k${count}`);
    const { place } = await store.kysely
      .selectFrom('applied_operations')
      .select(({ fn }) => fn.max<number>('place').as('place'))
      .executeTakeFirstOrThrow();
    expect(place).toBe(3);
    // As if the user had used as many keys as are stored, and 98 more.
    await store.kysely
      .updateTable('applied_operations')
      .set({ place: MOST_KEYS + 98 })
      .where('key', '=', 'k3')
      .execute();
    await note('k4');
    expect([await known('k1'), await known('k4')]).toEqual(['applied', 'applied']);
    await note('k5');
    expect([await known('k1'), await known('k2'), await known('k3'), await known('k5')]).toEqual([
      'new',
      'new',
      'applied',
      'applied',
    ]);
  });
});
