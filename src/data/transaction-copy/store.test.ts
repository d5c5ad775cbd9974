import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Pounds } from '../../../domain/values/amount.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import { freshDatabase, purchase, written } from '../../../tests/device/fixtures.ts';
import { closeDatabase, openDatabase } from '../database/database.ts';
import type { Stored } from '../entities/entities.ts';
import { listImports, writeImport } from '../imports/imports.ts';
import { REKEY_TABLES, rekeyRecord } from '../outbox/rekey.ts';
import { removeRecords, undoRemovals } from '../outbox/removals.ts';
import { rescueDatabase } from '../device/rescue.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { applyServerRecords } from '../pulled/server-records.ts';
import { listTransactions, readTransactions } from '../records/transactions.ts';
import { saveRecord } from '../records/records.ts';
import { undoImport } from '../imports/undo-import.ts';
import { write } from '../database/write.ts';
import { COPY_TABLES, readTable, renewCopy } from './store.ts';
import { runs } from '../../../tests/runs.ts';

const RUNS = runs(25, 2000);
const ALWAYS = { worthRows: 1, renewChanged: 0 };

type StoredRow = Stored<Transaction>;

async function readAll(db: HoldfastDatabase): Promise<readonly StoredRow[]> {
  return (await db.transaction('r', COPY_TABLES, async () => await readTable(db))).rows;
}

/** Counts the rows that are read one by one. */
function countReads(db: HoldfastDatabase): () => number {
  let reads = 0;
  db.transactions.hook('reading', (row: StoredRow | undefined) => {
    if (row !== undefined) reads += 1;
    return row;
  });
  return () => reads;
}

function rowsOf(count: number, prefix = 't'): StoredRow[] {
  return Array.from({ length: count }, (_row, at) => ({
    ...purchase({ accountId: 'a', consideration: (at / 7) as Pounds }),
    id: `${prefix}${String(at).padStart(5, '0')}`,
    version: at,
  }));
}

async function copied(count: number): Promise<HoldfastDatabase> {
  const db = await freshDatabase();
  await db.transactions.bulkAdd(rowsOf(count));
  await renewCopy(db, ALWAYS);
  return db;
}

/** What a tab may do; `pick` chooses among what is there. */
const STEPS: Readonly<Record<string, (db: HoldfastDatabase, pick: number) => Promise<unknown>>> = {
  save: async (db, pick) =>
    written(
      await saveRecord(
        db,
        'transaction',
        purchase({
          accountId: 'a',
          brokerDealReference: ['', '\uD800', '\uFEFFnote', 'n'.repeat(2000)][pick % 4] ?? '',
        }),
      ),
    ),
  edit: async (db, pick) => {
    const row = await rowAt(db, pick);
    if (row !== undefined)
      written(
        await saveRecord(db, 'transaction', {
          ...purchase({ accountId: 'a', consideration: pick as Pounds }),
          id: row.id,
        }),
      );
  },
  remove: async (db, pick) => written(await removeRecords(db, 'transaction', [(await rowAt(db, pick))?.id ?? 'none'])),
  'remove and undo': async (db, pick) => {
    const removed = written(await removeRecords(db, 'transaction', [(await rowAt(db, pick))?.id ?? 'none']));
    await undoRemovals(db, removed);
  },
  pull: async (db, pick) => {
    const records = rowsOf(1 + (pick % 5), `pulled${pick % 3}`).map(
      (row): Transaction & { readonly later?: unknown } => ({
        ...row,
        ...(pick % 2 === 0 && { later: pick % 4 === 0 ? null : { nested: pick } }),
      }),
    );
    written(
      await applyServerRecords(
        db,
        'transaction',
        records.map((record, at) => ({ id: record.id, version: pick, record: at === 3 ? null : record })),
        { claimNumber: 0, now: 0 },
      ),
    );
  },
  'put without a reason': async (db, pick) =>
    await db.transactions.put({
      ...purchase({ accountId: 'a' }),
      id: `odd${pick % 3}`,
      version: null,
      ...(pick % 2 === 0 && { extra: undefined, sign: -0, none: Number.NaN }),
    }),
  'write many': async (db) => await db.transactions.bulkPut(rowsOf(1100, 'many')),
  'remove a range': async (db) => await db.transactions.where('id').between('many00010', 'many99999').delete(),
  import: async (db, pick) =>
    written(
      await writeImport(db, {
        fileName: 'f',
        newAccounts: [],
        unlistedAssets: [],
        transactions: rowsOf(3, `import${pick}-${Math.random()}`),
      }),
    ),
  'break an import off': async (db, pick) => {
    const cancel = new AbortController();
    await writeImport(
      db,
      { fileName: 'f', newAccounts: [], unlistedAssets: [], transactions: rowsOf(2, `broken${pick}-${Math.random()}`) },
      { signal: cancel.signal, onProgress: () => cancel.abort() },
    );
  },
  'undo an import': async (db, pick) => {
    const imports = (await listImports(db)).filter(({ state }) => state === 'committed');
    const found = imports[pick % Math.max(imports.length, 1)];
    if (found !== undefined) await undoImport(db, found.id);
  },
  'write in an import that has not ended': async (db, pick) => {
    const importId = `open${pick % 2}`;
    await db.imports.put({
      id: importId,
      fileName: 'f',
      // An import that has committed is never written on.
      state: pick % 3 === 0 || (await db.imports.get(importId))?.state === 'committed' ? 'committed' : 'writing',
      rowCount: 1,
      createdAt: '',
      lastWrittenAt: 0,
    });
    if (pick % 2 === 0) {
      await db.transactions.put({ ...purchase(), id: `in-open${pick}`, version: null, importId, importIndex: pick });
      await db.importChunks.put({ importId, index: pick, ids: [`in-open${pick}`] });
    }
  },
  rekey: async (db, pick) => {
    const row = await rowAt(db, pick);
    if (row !== undefined)
      written(
        await write(
          db,
          REKEY_TABLES,
          async () => await rekeyRecord(db, 'transaction', row.id, `server-${pick}-${Math.random()}`),
        ),
      );
  },
  'fail to write': async (db) => {
    await db
      .transaction('rw', db.transactions, async () => {
        await db.transactions.bulkPut(rowsOf(3, 'never'));
        await db.transactions.clear();
        throw new Error('no');
      })
      .catch(() => undefined);
  },
  renew: async (db, pick) => await renewCopy(db, { worthRows: pick % 5 === 0 ? 10 : 1, renewChanged: pick % 3 }),
};

async function rowAt(db: HoldfastDatabase, pick: number): Promise<StoredRow | undefined> {
  const ids = await db.transactions.toCollection().primaryKeys();
  return await db.transactions.get(ids[pick % Math.max(ids.length, 1)] ?? 'none');
}

const byId = (a: Transaction, b: Transaction): number => (a.id < b.id ? -1 : 1);

async function expectSame(db: HoldfastDatabase): Promise<void> {
  expect(await readAll(db)).toStrictEqual(await db.transactions.toArray());
  const writing = new Set((await db.imports.toArray()).filter(({ state }) => state === 'writing').map(({ id }) => id));
  expect(await listTransactions(db)).toStrictEqual(
    (await db.transactions.toArray()).filter(({ importId }) => importId === undefined || !writing.has(importId)),
  );
}

describe('the copy of the transactions', () => {
  it('equals the table whatever two tabs write, even while it is being written', async () => {
    const step = fc.record({
      name: fc.constantFrom(...Object.keys(STEPS), 'renew', 'renew'),
      tab: fc.nat(1),
      pick: fc.nat(50),
      waits: fc.boolean(),
    });
    let byCopy = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const first = await freshDatabase();
        const tabs = [first, await openDatabase(first.name)] as const;
        await first.transactions.bulkAdd(rowsOf(8));
        await renewCopy(first, ALWAYS);
        let running: Promise<unknown>[] = [];
        let kept = await readTransactions(tabs[0], null);
        for (const { name, tab, pick, waits } of steps) {
          running.push(STEPS[name]?.(tabs[tab === 0 ? 0 : 1], pick) ?? Promise.reject(new Error(name)));
          if (!waits) continue;
          await Promise.all(running);
          running = [];
          await expectSame(tabs[1]);
          // What a worker has read, with what was written since, in any tab.
          kept = await readTransactions(tabs[0], kept);
          expect(kept.rows.toSorted(byId)).toStrictEqual(await listTransactions(tabs[1]));
        }
        await Promise.all(running);
        const started = await openDatabase(first.name);
        const reads = countReads(started);
        const rows = await readAll(started);
        if (reads() < rows.length) byCopy += 1;
        await expectSame(started);
        for (const db of [...tabs, started]) closeDatabase(db);
      }),
      RUNS,
    );
    expect(byCopy).toBeGreaterThan(RUNS.numRuns / 4);
  });

  it('lets a start read only rows that were written since', async () => {
    const db = await copied(50);
    await db.transactions.bulkDelete(['t00003', 't00004']);
    await db.transactions.update('t00007', { brokerDealReference: 'new' });
    const started = await openDatabase(db.name);
    const reads = countReads(started);
    expect(await readAll(started)).toHaveLength(48);
    expect(reads()).toBe(1);
    await expectSame(started);
  });

  it('is left as it is while few rows were written since, and is not made for few rows', async () => {
    const db = await copied(50);
    const seqOf = async (): Promise<unknown> =>
      ((await db.transactionCopy.get('head')) as { readonly seq: number } | undefined)?.seq;
    const before = await seqOf();
    await db.transactions.delete('t00003');
    await renewCopy(db, { worthRows: 1, renewChanged: 5 });
    expect(await seqOf()).toBe(before);
    await renewCopy(db, ALWAYS);
    expect(await seqOf()).not.toBe(before);
    expect(await db.transactionChanges.count()).toBe(0);
    await db.transactions.where('id').above('t00010').delete();
    await renewCopy(db, { worthRows: 20, renewChanged: 5 });
    expect(await db.transactionCopy.toCollection().primaryKeys()).toEqual(['head']);
    await expectSame(db);
  });

  it('is ignored when it is damaged, cut short, missing or of another format, and then written again', async () => {
    for (const harm of ['flip', 'cut', 'gone', 'format', 'headless'] as const) {
      const db = await copied(50);
      const rows = await db.transactionCopy.get('rows');
      const head = await db.transactionCopy.get('head');
      if (rows?.part !== 'rows' || head?.part !== 'head') throw new Error('no copy');
      const bytes = new Uint8Array(rows.bytes.slice(0));
      bytes[bytes.length >> 1] = 1 + (bytes[bytes.length >> 1] ?? 0);
      if (harm === 'flip') await db.transactionCopy.put({ part: 'rows', bytes: bytes.buffer });
      else if (harm === 'cut') await db.transactionCopy.put({ part: 'rows', bytes: rows.bytes.slice(0, -5) });
      else if (harm === 'gone') await db.transactionCopy.delete('rows');
      else if (harm === 'format') await db.transactionCopy.put({ ...head, format: 99 });
      else await db.transactionCopy.delete('head');
      const started = await openDatabase(db.name);
      await expectSame(started);
      await renewCopy(started, { worthRows: 1, renewChanged: 1000 });
      const reads = countReads(started);
      expect(await readAll(started), harm).toHaveLength(50);
      expect(reads(), harm).toBe(0);
    }
  });

  it('of a tab that was slow does not replace a later one', async () => {
    const db = await copied(50);
    const held: (() => void)[] = [];
    vi.stubGlobal('setTimeout', (resume: () => void) => held.push(resume));
    await db.transactions.delete('t00003');
    const slow = renewCopy(db, ALWAYS);
    while (held.length === 0)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    vi.unstubAllGlobals();
    const other = await openDatabase(db.name);
    await other.transactions.delete('t00004');
    await renewCopy(other, ALWAYS);
    held[0]?.();
    await slow;
    await expectSame(other);
    expect(await readAll(other)).toHaveLength(48);
  });

  it('is not written into a database that came after the browser had erased the one it was read from', async () => {
    const db = await copied(50);
    await db.transactions.delete('t00003');
    const renewing = renewCopy(db, ALWAYS);
    Object.defineProperty(db, 'backendDB', { value: () => ({}) });
    await renewing;
    expect(await db.transactionChanges.count()).toBe(1);
  });

  it('is not part of a rescue export', async () => {
    const { name } = await copied(5);
    const { tables } = JSON.parse(await rescueDatabase(name)) as { readonly tables: Readonly<Record<string, unknown>> };
    expect(Object.keys(tables)).toContain('transactions');
    expect(Object.keys(tables).filter((table) => table.startsWith('transactionC'))).toEqual([]);
  });
});
