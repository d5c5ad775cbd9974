import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { forceCloseDatabase } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { freshDatabase, purchase, written } from '../../../tests/device/fixtures.ts';
import { watchTables } from './change-feed.ts';
import {
  closeDatabase,
  isClosedForGood,
  onDatabaseNotice,
  openDatabase,
  openExisting,
  openUserDatabase,
} from './database.ts';
import { databaseName } from './database-name.ts';
import { readDraft, saveDraft } from '../device/drafts.ts';
import type { HoldfastDatabase } from './schema.ts';
import { readSyncState, updateSyncState } from './meta.ts';
import { listTransactions } from '../records/transactions.ts';
import { saveRecord } from '../records/records.ts';
import { write, writeFaultOf } from './write.ts';
import { removeRecords } from '../outbox/removals.ts';

describe("a user's database", () => {
  it('is named for the server and the user', async () => {
    const name = await databaseName({ apiBase: 'http://a/api', userId: '1' });
    expect(name).toMatch(/^holdfast-[0-9a-f]{32}$/u);
    expect(await databaseName({ apiBase: 'http://a/api', userId: '2' })).not.toBe(name);
    expect(await databaseName({ apiBase: 'http://b/api', userId: '1' })).not.toBe(name);
  });

  it('is not reopened by an old tab after an upgrade', async () => {
    const db = await freshDatabase();
    const notices: string[] = [];
    const stop = onDatabaseNotice((notice) => notices.push(notice));
    const newer = new Dexie(db.name);
    newer.version(99).stores({});
    await newer.open();
    expect(notices).toEqual(['outdated']);
    expect(await saveRecord(db, 'account', { name: 'A' })).toEqual({
      ok: false,
      fault: { code: 'storageUnavailable' },
    });
    newer.close();
    stop();
  });

  it('is not opened, and not altered, by an app older than the one that made it', async () => {
    const owner = { apiBase: 'http://newer.test/api', userId: '1' };
    const db = await openUserDatabase(owner);
    const raw = async (version?: number): Promise<IDBDatabase> =>
      await new Promise((resolve, reject) => {
        const opening = indexedDB.open(db.name, version);
        opening.onupgradeneeded = () => {
          opening.result.deleteObjectStore('drafts');
        };
        opening.onsuccess = () => {
          resolve(opening.result);
        };
        opening.onerror = () => {
          reject(opening.error ?? new Error('not opened'));
        };
      });
    closeDatabase(db);
    (await raw(990)).close();
    const refusal: unknown = await openUserDatabase(owner, true).catch((error: unknown) => error);
    expect(writeFaultOf(refusal)).toEqual({ code: 'appOutdated' });
    const after = await raw();
    expect([after.version, after.objectStoreNames.contains('drafts')]).toEqual([990, false]);
    after.close();
  });

  it('is the only one created by opening it', async () => {
    const before = await indexedDB.databases();
    const db = await openUserDatabase({ apiBase: 'http://first.test/api', userId: '1' });
    expect(await indexedDB.databases()).toEqual([...before, { name: db.name, version: db.verno * 10 }]);
    closeDatabase(db);
  });

  it('is not created again by opening one that is being removed', async () => {
    const db = await openUserDatabase({ apiBase: 'http://removed.test/api', userId: '1' });
    const there = await openExisting(db.name);
    expect(there?.name).toBe(db.name);
    if (there !== null) closeDatabase(there);
    closeDatabase(db);
    const [opened] = await Promise.all([openExisting(db.name), Dexie.delete(db.name)]);
    if (opened !== null) closeDatabase(opened);
    expect(await openExisting(db.name)).toBeNull();
    expect((await indexedDB.databases()).filter(({ name }) => name === db.name)).toEqual([]);
  });

  it('reports the erasure even when it interrupts a write', async () => {
    const db = await freshDatabase();
    const broken = async (): Promise<never> =>
      await Promise.reject(new DOMException('the connection was closed', 'UnknownError'));
    expect(await write(db, ['accounts'], broken)).toEqual({ ok: false, fault: { code: 'storageUnavailable' } });
    await db.meta.clear();
    vi.spyOn(db, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('the connection is closing', 'InvalidStateError');
    });
    expect(await write(db, ['accounts'], async () => await Promise.resolve(1))).toEqual({
      ok: false,
      fault: { code: 'storageErased' },
    });
  });

  it('refuses to write after the browser erased it', async () => {
    const db = await freshDatabase();
    await db.meta.clear();
    expect(await saveRecord(db, 'account', { name: 'A' })).toEqual({ ok: false, fault: { code: 'storageErased' } });
    expect(await db.accounts.count()).toBe(0);
    const notices: string[] = [];
    const stop = onDatabaseNotice((notice) => notices.push(notice));
    await openUserDatabase({ apiBase: 'http://x', userId: 'known before' }, true);
    expect(notices).toEqual(['erased']);
    stop();
  });

  it.each([
    [
      'the browser closes its connection and erases it',
      (db: HoldfastDatabase) => {
        forceCloseDatabase(db.backendDB() as never);
        indexedDB.deleteDatabase(db.name);
      },
    ],
    ['another page deletes it', (db: HoldfastDatabase) => void indexedDB.deleteDatabase(db.name)],
  ])('is closed for good when %s, although nothing is asked of it', async (_how, erase) => {
    const db = await freshDatabase();
    written(await saveRecord(db, 'account', { name: 'Ada' }));
    const notices: unknown[] = [];
    const stop = onDatabaseNotice((notice, of) => {
      if (notice !== 'lost') notices.push([notice, of === db, isClosedForGood(db)]);
    });
    erase(db);
    await expect.poll(() => notices).toEqual([['erased', true, true]]);
    expect(await saveRecord(db, 'account', { name: 'B' })).toEqual({ ok: false, fault: { code: 'storageErased' } });
    stop();
  });

  it('is recognised by its id after another tab has created it again', async () => {
    const owner = { apiBase: 'http://two-tabs.test/api', userId: '1' };
    const db = await openUserDatabase(owner);
    forceCloseDatabase(db.backendDB() as never);
    indexedDB.deleteDatabase(db.name);
    const ofOtherTab = await openUserDatabase(owner);
    await expect.poll(() => db.isErased).toBe(true);
    expect(ofOtherTab.isErased).toBe(false);
    closeDatabase(ofOtherTab);
  });

  it('of an earlier app, without an id, outlives the loss of its connection', async () => {
    const owner = { apiBase: 'http://earlier.test/api', userId: '1' };
    const made = await openUserDatabase(owner);
    await made.meta.put({ key: 'owner', value: owner });
    closeDatabase(made);
    const db = await openUserDatabase(owner);
    forceCloseDatabase(db.backendDB() as never);
    expect((await saveRecord(db, 'account', { name: 'Ada' })).ok).toBe(true);
    expect(db.isErased).toBe(false);
    closeDatabase(db);
  });

  it('reads a full disk inside an AbortError', () => {
    const inner = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
    expect(writeFaultOf(Object.assign(new Error('aborted'), { name: 'AbortError', inner }))).toEqual({
      code: 'storageFull',
    });
    expect(writeFaultOf(new Error('a bug'))).toBeNull();
  });

  it('tells other tabs which tables have changed', async () => {
    const db = await freshDatabase();
    const other = await openDatabase(db.name);
    const here: unknown[] = [];
    watchTables(db, ['transactions', 'prices'], (changes) => here.push([...changes]));
    const elsewhere = new Promise<unknown>((resolve) => {
      watchTables(other, ['transactions'], (changes) => resolve([...changes]));
    });
    const { id } = written(await saveRecord(db, 'transaction', purchase()));
    expect(here).toEqual([[['transactions', 1]]]);
    expect(await elsewhere).toEqual([['transactions', 1]]);
    const stop = watchTables(db, ['transactions'], () => here.push('again'));
    stop();
    await removeRecords(db, 'transaction', [id]);
    expect(here).toEqual([[['transactions', 1]], [['transactions', 1]]]);
    closeDatabase(other);
  });

  it('answers exactly the committed rows', async () => {
    const db = await freshDatabase();
    const saved = written(await saveRecord(db, 'transaction', purchase()));
    expect(await listTransactions(db)).toEqual([{ ...saved, version: null }]);
  });

  it('keeps drafts and the state of sync', async () => {
    const db = await freshDatabase();
    await saveDraft(db, 'transaction', { quantity: '1' });
    expect(await readDraft(db, 'transaction')).toEqual({ quantity: '1' });
    await saveDraft(db, 'transaction', null);
    expect(await readDraft(db, 'transaction')).toBeNull();
    await updateSyncState(db, { mode: 'plain' });
    expect(await readSyncState(db)).toMatchObject({ mode: 'plain', userCursor: null });
  });
});
