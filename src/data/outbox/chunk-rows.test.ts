import { describe, expect, it } from 'vitest';
import type { Pounds } from '../../../domain/values/amount.ts';
import { countReads } from '../../../tests/device/count-reads.ts';
import { freshDatabase, purchase, written } from '../../../tests/device/fixtures.ts';
import type { ImportEntry } from '../database/outbox-entry.ts';
import { HoldfastDatabase } from '../database/schema.ts';
import { write } from '../database/write.ts';
import { keepRowsAhead, readChunk, readChunkToSend, readNextChunk, rowsNow } from './chunk-rows.ts';
import type { RowsAsRead } from './outcome.ts';

const IDS = ['a1', 'a2', 'b1', 'b2', 'b3'];
const CHUNKS = [IDS.slice(0, 2), IDS.slice(2)];

function entryOf(index: number): ImportEntry {
  return {
    seq: index + 1,
    key: `key-${index}`,
    entity: 'import',
    kind: 'import',
    localId: 'i',
    index,
    dependsOn: [],
    state: 'sending',
    attempts: 1,
    nextAttemptAt: 0,
    queuedAt: '2026-01-15T12:00:00.000Z',
    error: null,
  };
}

async function imported(): Promise<HoldfastDatabase> {
  const db = await freshDatabase();
  await db.transactions.bulkPut(
    IDS.map((id) => ({ ...purchase({ accountId: 'a' }), id, version: null, importId: 'i' })),
  );
  await db.importChunks.bulkPut(CHUNKS.map((ids, index) => ({ importId: 'i', index, ids })));
  return db;
}

/** What the settlement of the first chunk writes. */
async function settleFirst(db: HoldfastDatabase, sent: RowsAsRead): Promise<void> {
  written(
    await write(db, ['transactions', 'tableStamps'], async () => {
      const { rows, isAsSent } = await rowsNow(db, CHUNKS[0] ?? [], sent);
      await db.transactions.bulkPut([...rows.values()].map((row) => ({ ...row, version: 1 })));
      if (isAsSent) await keepRowsAhead(db, sent);
    }),
  );
}

/** Sends the first chunk, with these works at the places between its steps; returns how the second is read. */
async function readSecond(
  db: HoldfastDatabase,
  works: readonly (() => Promise<unknown>)[] = [],
): Promise<{ readonly rows: RowsAsRead['rows']; readonly reads: number }> {
  const at = async (place: number): Promise<unknown> => await works[place]?.();
  const sent = await readChunkToSend(db, entryOf(0));
  await at(0);
  readNextChunk(db, entryOf(0), sent);
  await at(1);
  // The reply takes longer than reading.
  await readChunk(db, entryOf(1));
  await at(2);
  await settleFirst(db, sent);
  await at(3);
  const counted = countReads(db.name);
  try {
    const { rows } = await readChunkToSend(db, entryOf(1));
    return { rows, reads: counted.of('transactions') };
  } finally {
    counted.stop();
  }
}

const PLACES = [0, 1, 2, 3];

describe('the rows of the next chunk', () => {
  it('are read while the server answers, and not again', async () => {
    const db = await imported();
    const { rows, reads } = await readSecond(db);
    expect(rows.map(({ id }) => id)).toEqual(CHUNKS[1]);
    expect(reads).toBe(0);
  });

  it.each(PLACES)('are read again once one was edited, whichever tab did it (place %i)', async (place) => {
    const db = await imported();
    const other = new HoldfastDatabase(db.name);
    for (const [number, by] of [db, other].entries()) {
      const consideration = (100 + number) as Pounds;
      const works = PLACES.map((each) => async () => {
        if (each === place) await by.transactions.update('b2', { consideration });
      });
      const { rows } = await readSecond(db, works);
      expect(rows.map((row) => [row.id, row.consideration === consideration])).toEqual([
        ['b1', false],
        ['b2', true],
        ['b3', false],
      ]);
    }
    other.close();
  });

  it.each(PLACES)('are those that the chunk still has (place %i)', async (place) => {
    const db = await imported();
    const works = PLACES.map((each) => async () => {
      if (each !== place) return;
      await db.importChunks.update(['i', 1], { ids: ['b1', 'b3'] });
      await db.transactions.delete('b2');
    });
    expect((await readSecond(db, works)).rows.map(({ id }) => id)).toEqual(['b1', 'b3']);
  });

  it.each(PLACES)('include one that was taken back into the chunk (place %i)', async (place) => {
    const db = await imported();
    await db.importChunks.update(['i', 1], { ids: ['b1', 'b3'] });
    const works = PLACES.map((each) => async () => {
      // Its row was there all along, so that no transaction is written.
      if (each === place) await db.importChunks.update(['i', 1], { ids: CHUNKS[1] ?? [] });
    });
    expect((await readSecond(db, works)).rows.map(({ id }) => id)).toEqual(CHUNKS[1]);
  });

  it('are read when a later chunk is sent instead', async () => {
    const db = await imported();
    await db.importChunks.put({ importId: 'i', index: 2, ids: ['b3'] });
    readNextChunk(db, entryOf(0), await readChunkToSend(db, entryOf(0)));
    expect((await readChunkToSend(db, entryOf(2))).rows.map(({ id }) => id)).toEqual(['b3']);
  });
});
