import 'fake-indexeddb/auto';
import { readFileSync } from 'node:fs';
import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { listOutbox } from '../outbox/outbox.ts';
import { countOutbox } from '../questions/outbox-count.ts';
import { closeDatabase, openDatabase } from './database.ts';
import { readDraft } from '../device/drafts.ts';
import { readSyncState } from './meta.ts';
import { saveSavingsAccount } from '../records/savings-accounts.ts';
import { keptFigures } from '../kept-figures/kept-figures.ts';
import { renewCopy } from '../transaction-copy/store.ts';
import { listTransactions } from '../records/transactions.ts';
import { tableOfVersion9 } from '../../../tests/device/version-9.ts';

interface Store {
  readonly keyPath: string | string[];
  readonly autoIncrement: boolean;
  readonly indexes: readonly { readonly name: string; readonly keyPath: string }[];
  readonly rows: readonly unknown[];
}

const GOLDEN = JSON.parse(readFileSync('tests/fixtures/databases/version-1.json', 'utf8')) as {
  readonly version: number;
  readonly stores: Readonly<Record<string, Store>>;
};

/** A database as an app of that version left it, made by the browser's own calls. */
async function createOldDatabase(name: string): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    // Dexie's version 1 is the browser's version 10.
    const request = indexedDB.open(name, GOLDEN.version * 10);
    request.addEventListener('upgradeneeded', () => {
      for (const [table, { keyPath, autoIncrement, indexes, rows }] of Object.entries(GOLDEN.stores)) {
        const store = request.result.createObjectStore(table, { keyPath, autoIncrement });
        for (const index of indexes) store.createIndex(index.name, index.keyPath);
        for (const row of rows) store.put(row);
      }
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('could not be made')));
  });
  db.close();
}

/** As the test puts entries back: an entry's claim is not kept any more. */
function claimed(entry: unknown): unknown {
  return { ...(entry as object), epoch: 1 };
}

describe('a database of version 1 with changes that were not sent', () => {
  it('is upgraded with every row, every waiting change and every draft, and reads the server once more', async () => {
    const name = 'holdfast-golden-1';
    await createOldDatabase(name);
    const db = await openDatabase(name);
    expect(db.verno).toBeGreaterThan(GOLDEN.version);
    for (const [table, { rows }] of Object.entries(GOLDEN.stores)) {
      if (table === 'meta' || table === 'touched') continue;
      const stored: readonly unknown[] = await db.table(table).toArray();
      expect(tableOfVersion9(table, stored), table).toEqual([table, table === 'outbox' ? rows.map(claimed) : rows]);
    }
    expect((await listOutbox(db)).map((entry) => `${entry.entity} ${entry.kind} ${entry.state}`)).toEqual([
      'account create queued',
      'transaction create queued',
      'transaction update queued',
      'transaction delete queued',
      'import import queued',
    ]);
    expect(await countOutbox(db)).toEqual({ waiting: 7, attention: 0, keptHere: 0 });
    expect((await listTransactions(db)).length).toBe(5);
    expect(await readDraft(db, 'transaction-new')).toEqual({ quantity: '12' });
    expect(await db.meta.get('owner')).toEqual({
      key: 'owner',
      value: { apiBase: 'http://golden.test/api', userId: 'user' },
    });
    expect(await readSyncState(db)).toMatchObject({
      mode: 'extended',
      serverEpoch: 'golden',
      accountsPulled: true,
      lastSyncedAt: '2025-01-10T11:59:00.000Z',
      userCursor: null,
      sharedCursor: null,
      fullReadAt: null,
    });
    const saved = await saveSavingsAccount(db, {
      bankNameId: 'bank',
      accountType: 'Savings',
      accountId: '0193f7a0-0000-7000-8000-0000000000a1',
      accountOpenDate: '2024-01-01' as never,
      accountCloseDate: null,
      latestBalance: 100 as never,
      latestBalanceDate: '2025-01-10' as never,
      interestRate: null,
      accountReference: '',
      sortCode: '',
      accountNumber: '',
      notes: '',
    });
    expect(saved.ok).toBe(true);
    closeDatabase(db);
    await Dexie.delete(name);
  });
});

/** Tables that came with version 3 and with version 4. */
const LATER = {
  2: /^(transactionC|tableStamps|holdings|summaries)/u,
  3: /^(tableStamps|holdings|summaries)/u,
  4: /^$/u,
  5: /^$/u,
  6: /^$/u,
  7: /^$/u,
  8: /^$/u,
  9: /^$/u,
};

/** What a device of version 9 may have waiting and noted, under the names of then, and what becomes of it. */
const BEFORE = {
  outbox: [
    { ...entry('a'), epoch: 4, state: 'conflict', error: { status: 0, code: 'restored', message: '' } },
    { ...entry('b'), epoch: 5, state: 'doubtful', error: null },
    { ...entry('d'), epoch: 5, error: { status: 413, code: 'refused', message: 'HTTP 413' } },
    { ...entry('e'), epoch: 5, error: { status: 422, code: 'refused', message: 'Server error: disk full' } },
    { ...entry('f'), epoch: 5, error: { status: 400, code: 'refused', message: 'Row 3 has no date' } },
  ],
  imports: [{ id: 'i', state: 'committed', touchedAt: 7, takenBack: takenBack({ ...entry('c'), epoch: 3 }) }],
  touched: [
    { id: 'a', epoch: 4, created: true },
    { id: 'i/0', epoch: 5 },
  ],
  quarantine: [
    { entity: 'broker', ids: ['b'], reason: 'restored', at: '' },
    { entity: 'asset', ids: ['s'], reason: 'vanished', at: '' },
  ],
  meta: [
    { key: 'sync', value: { userCursor: '7', epoch: 'e', restoring: true, pulledEpoch: 3 } },
    { key: 'sender', value: { epoch: 5, claims: 2, seq: null, beatAt: 1 } },
    {
      key: 'notices',
      value: [
        { kind: 'maybeTwice', entity: 'account', id: 'a', twin: 'b', fields: [], at: '' },
        { kind: 'merged', entity: 'account', id: 'a', fields: ['name'], at: '' },
      ],
    },
    { key: 'cashDoubles', value: [{ first: 'x', second: 'y' }] },
    { key: 'importDoubles', value: [{ first: 'v', second: 'w' }] },
  ],
};

const AFTER = {
  outbox: [
    { ...entry('a'), state: 'conflict', error: { status: 0, code: 'restoredFromBackup', message: '' } },
    { ...entry('b'), state: 'doubtful', error: null },
    { ...entry('d'), error: { status: 413, code: 'refused', message: 'HTTP 413', words: 'status' } },
    { ...entry('e'), error: { status: 422, code: 'refused', message: 'Server error: disk full', words: 'text' } },
    { ...entry('f'), error: { status: 400, code: 'refused', message: 'Row 3 has no date' } },
  ],
  imports: [{ id: 'i', state: 'committed', lastWrittenAt: 7, takenBack: takenBack(entry('c')) }],
  acknowledgedCreations: [
    { id: 'a', claimNumber: 4, isUnversioned: true },
    { id: 'i/0', claimNumber: 5 },
  ],
  quarantine: [
    { entity: 'asset', ids: ['s'], reason: 'vanished', at: '' },
    { entity: 'broker', ids: ['b'], reason: 'restoredFromBackup', at: '' },
  ],
  meta: [
    { key: 'cashDuplicates', value: [{ first: 'x', second: 'y' }] },
    { key: 'importDuplicates', value: [{ first: 'v', second: 'w' }] },
    {
      key: 'notices',
      value: [
        { kind: 'duplicate', entity: 'account', id: 'a', duplicateId: 'b', fields: [], at: '' },
        { kind: 'merged', entity: 'account', id: 'a', fields: ['name'], at: '' },
      ],
    },
    { key: 'sender', value: { claimNumber: 5, claims: 2, seq: null, beatAt: 1 } },
    {
      key: 'sync',
      value: { userCursor: '7', serverEpoch: 'e', isRestoredFromBackup: true, lastPullClaimNumber: 3 },
    },
  ],
};

function entry(localId: string): object {
  return { seq: localId.codePointAt(0), localId, entity: 'account', kind: 'update', dependsOn: [], error: null };
}

function takenBack(replaced: object): object {
  return { removed: { count: 1, removals: [{ entity: 'transaction', replaced: [replaced] }], children: [] } };
}

describe.each([2, 3, 4, 5, 6, 7, 8, 9] as const)('a database of version %i', (version) => {
  it('is upgraded with its transactions, which are read by a copy once there is one', async () => {
    const name = `holdfast-of-version-${version}`;
    const today = await openDatabase(name);
    const tables = today.tables.filter((table) => !LATER[version].test(table.name));
    const before = new Dexie(name);
    before
      .version(version)
      .stores(
        Object.fromEntries(
          tables.map(({ name: table, schema }) => [
            tableOfVersion9(table, [])[0],
            [schema.primKey, ...schema.indexes].map(({ src }) => src).join(),
          ]),
        ),
      );
    closeDatabase(today);
    await Dexie.delete(name);
    await before.open();
    const rows = GOLDEN.stores['transactions']?.rows ?? [];
    await before.table('transactions').bulkAdd(rows);
    await before
      .table('meta')
      .bulkAdd([...(version === 2 ? [{ key: 'transactionCuts', value: ['a'] }] : []), ...BEFORE.meta]);
    for (const table of ['outbox', 'imports', 'touched', 'quarantine'] as const)
      await before.table(table).bulkAdd(BEFORE[table]);
    before.close();
    const db = await openDatabase(name);
    expect(await listTransactions(db)).toEqual(rows);
    // The app of that version passed over what it did not know, so everything is read once more.
    const again = version < 8 ? { userCursor: null, sharedCursor: null, fullReadAt: null } : {};
    expect(await db.meta.toArray()).toEqual(
      AFTER.meta.map(({ key, value }) =>
        key === 'sync' ? { key, value: { ...(value as object), ...again } } : { key, value },
      ),
    );
    for (const table of ['outbox', 'imports', 'acknowledgedCreations', 'quarantine'] as const)
      expect(await db.table(table).toArray(), table).toEqual(AFTER[table]);
    expect(db.tables.some(({ name: table }) => table === 'touched')).toBe(false);
    await renewCopy(db, { worthRows: 1, renewChanged: 0 });
    expect(await db.transactionCopy.count()).toBe(2);
    expect(await keptFigures(db, 'holdings', '2025-01-10' as never)).toBeNull();
    await db.prices.clear();
    expect((await db.tableStamps.toArray()).map(({ table }) => table)).toEqual(['imports', 'prices']);
    expect(await listTransactions(db)).toEqual(rows);
    closeDatabase(db);
    await Dexie.delete(name);
  });
});
