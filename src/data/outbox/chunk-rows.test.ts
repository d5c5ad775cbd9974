import { describe, expect, it } from 'vitest';
import type { Pounds } from '../../../domain/values/amount.ts';
import { countReads } from '../../../tests/device/count-reads.ts';
import { freshDatabase, purchase, written } from '../../../tests/device/fixtures.ts';
import type { ImportEntry } from '../database/outbox-entry.ts';
import { HoldfastDatabase } from '../database/schema.ts';
import { write } from '../database/write.ts';
import { readChunkToSend, rowsNow } from './chunk-rows.ts';
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

/** What the settlement of a chunk reads and writes. */
async function settle(db: HoldfastDatabase, index: number, sent: RowsAsRead): Promise<RowsAsRead['rows']> {
  return written(
    await write(db, ['transactions', 'importChunks', 'tableStamps'], async () => {
      const ids = CHUNKS[index] ?? [];
      const rows = await rowsNow(db, ids, sent);
      await db.importChunks.update(['i', index], { versions: ids.map(() => 1) });
      await db.transactions.bulkPut([]);
      return [...rows.values()];
    }),
  );
}

/** Settles both chunks, with these works at the places between the steps; returns the second's rows as it is settled. */
async function settleSecond(
  db: HoldfastDatabase,
  works: readonly (() => Promise<unknown>)[] = [],
): Promise<{ readonly rows: RowsAsRead['rows']; readonly reads: number }> {
  const at = async (place: number): Promise<unknown> => await works[place]?.();
  const first = await readChunkToSend(db, entryOf(0));
  await at(0);
  const second = await readChunkToSend(db, entryOf(1));
  await at(1);
  await settle(db, 0, first);
  await at(2);
  const counted = countReads(db.name);
  try {
    const rows = await settle(db, 1, second);
    return { rows, reads: counted.of('transactions') };
  } finally {
    counted.stop();
  }
}

const PLACES = [0, 1, 2];

describe('the rows of a chunk that was read before the one before it was settled', () => {
  it('are not read again when it is settled', async () => {
    const db = await imported();
    const { rows, reads } = await settleSecond(db);
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
      const { rows } = await settleSecond(db, works);
      expect(rows.map((row) => [row.id, row.consideration === consideration])).toEqual([
        ['b1', false],
        ['b2', true],
        ['b3', false],
      ]);
    }
    other.close();
  });

  it.each(PLACES)('are those that are still there (place %i)', async (place) => {
    const db = await imported();
    const works = PLACES.map((each) => async () => {
      if (each === place) await db.transactions.delete('b2');
    });
    expect((await settleSecond(db, works)).rows.map(({ id }) => id)).toEqual(['b1', 'b3']);
  });

  it('are read again where the chunk has more than was sent', async () => {
    const db = await imported();
    await db.importChunks.update(['i', 1], { ids: ['b1', 'b3'] });
    // Its row was there all along, so that no transaction is written.
    expect((await settleSecond(db)).rows.map(({ id }) => id)).toEqual(CHUNKS[1]);
  });
});
