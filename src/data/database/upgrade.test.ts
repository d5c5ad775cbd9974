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
async function putBack(name: string): Promise<void> {
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

describe('a database of version 1 with changes that were not sent', () => {
  it('is upgraded with every row, every waiting change and every draft, and reads the server once more', async () => {
    const name = 'holdfast-golden-1';
    await putBack(name);
    const db = await openDatabase(name);
    expect(db.verno).toBeGreaterThan(GOLDEN.version);
    for (const [table, { rows }] of Object.entries(GOLDEN.stores)) {
      if (table === 'meta') continue;
      expect(await db.table(table).toArray(), table).toEqual(rows);
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
      epoch: 'golden',
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
};

describe.each([2, 3, 4, 5, 6] as const)('a database of version %i', (version) => {
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
            table,
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
      .bulkAdd([
        ...(version === 2 ? [{ key: 'transactionCuts', value: ['a'] }] : []),
        { key: 'sync', value: { userCursor: '7' } },
      ]);
    before.close();
    const db = await openDatabase(name);
    expect(await listTransactions(db)).toEqual(rows);
    // The app of that version passed over what it did not know, so the user's records are read once more.
    expect(await db.meta.toArray()).toEqual([{ key: 'sync', value: { userCursor: null, fullReadAt: null } }]);
    await renewCopy(db, { worthRows: 1, renewChanged: 0 });
    expect(await db.transactionCopy.count()).toBe(2);
    expect(await keptFigures(db, 'holdings', '2025-01-10' as never)).toBeNull();
    await db.prices.clear();
    expect((await db.tableStamps.toArray()).map(({ table }) => table)).toEqual(['prices']);
    expect(await listTransactions(db)).toEqual(rows);
    closeDatabase(db);
    await Dexie.delete(name);
  });
});
