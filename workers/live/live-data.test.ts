import { expect, it, vi } from 'vitest';
import { CHUNK_ROWS } from '../../src/data/database/import-record.ts';
import { newId } from '../../src/data/database/ids.ts';
import { writeImport } from '../../src/data/imports/imports.ts';
import { freshDatabase, purchase, written } from '../../tests/device/fixtures.ts';
import { LiveData } from './live-data.ts';

it('reports an import once it has committed, and lets nobody read it before', async () => {
  const db = await freshDatabase();
  const onChange = vi.fn<() => void>();
  const data = await LiveData.open(db.name, onChange);
  expect(await data.transactions.get()).toEqual([]);
  const transactions = Array.from({ length: 4 * CHUNK_ROWS + 1 }, () => ({
    ...purchase({ accountId: 'a' }),
    id: newId(),
  }));
  const toldBefore: number[] = [];
  const onProgress = (): void => void toldBefore.push(onChange.mock.calls.length);
  const content = { fileName: 'trades.csv', newAccounts: [], unlistedAssets: [], transactions };
  written(await writeImport(db, content, { onProgress }));
  expect(toldBefore).toEqual([0, 0, 0]);
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
  expect(await data.transactions.get()).toHaveLength(transactions.length);
  data.close();
});
