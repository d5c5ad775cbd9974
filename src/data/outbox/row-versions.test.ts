import { beforeEach, describe, expect, it } from 'vitest';
import { freshDatabase, purchase, written } from '../../../tests/device/fixtures.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { write } from '../database/write.ts';
import type { Stored } from '../entities/entities.ts';
import { forgetVersions, withVersions } from './row-versions.ts';

let db: HoldfastDatabase;

beforeEach(async () => {
  db = await freshDatabase();
  await db.importChunks.bulkPut([
    { importId: 'i', index: 0, ids: ['a', 'b', 'refused'], versions: [4, 5, null] },
    { importId: 'i', index: 1, ids: ['c'] },
  ]);
});

function row(id: string, index: number | null, version: number | null = null): Stored<Transaction> {
  const place = index === null ? {} : { importId: 'i', importIndex: index };
  return { ...purchase({ accountId: 'account' }), id, version, ...place };
}

async function versionsOf(rows: readonly (Stored<Transaction> | undefined)[]): Promise<unknown[]> {
  return (await withVersions(db, rows)).map((found) => found?.version);
}

describe('the versions of rows of an import', () => {
  it('are those of the chunk until the row has one of its own, which is later', async () => {
    expect(await versionsOf([row('a', 0), row('b', 0, 9)])).toEqual([4, 9]);
  });

  it('are not known before the chunk was sent, nor of rows that it was sent without', async () => {
    expect(await versionsOf([row('c', 1), row('refused', 0), row('later', 0), row('gone', 7)])).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('are not looked for in rows that were not imported, and leave the places of missing ones', async () => {
    expect(await versionsOf([row('a', null), undefined, row('b', 0)])).toEqual([null, undefined, 5]);
  });

  it('are forgotten of the rows that a restored server no longer has, and of no other', async () => {
    written(
      await write(db, ['importChunks'], async () => {
        await forgetVersions(db, [row('a', 0), row('c', 1), row('d', null)]);
        return null;
      }),
    );
    expect(await versionsOf([row('a', 0), row('b', 0), row('c', 1)])).toEqual([null, 5, null]);
  });
});
