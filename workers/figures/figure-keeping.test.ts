import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { IsoDate } from '../../domain/values/dates.ts';
import { closeDatabase } from '../../src/data/database/database.ts';
import { updateSyncState } from '../../src/data/database/meta.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { keptFigures } from '../../src/data/kept-figures/kept-figures.ts';
import { freshDatabase, purchase, written } from '../../tests/device/fixtures.ts';
import { FigureKeeping } from './figure-keeping.ts';
import { LiveData } from '../live/live-data.ts';
import { Portfolio } from './portfolio.ts';
import { saveRecord } from '../../src/data/records/records.ts';

const DAY = '2026-11-21' as IsoDate;
const now = () => Date.parse(`${DAY}T10:00:00Z`);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const kept = async (db: HoldfastDatabase) => (await keptFigures(db, 'holdings', DAY))?.value.length ?? null;

it('stores nothing while only a part of the records was read from the server', async () => {
  const db = await freshDatabase();
  const data = await LiveData.open(db.name, () => undefined);
  const figures = vi.fn(async () => await new Portfolio(data, now, () => undefined).figures());
  const keeping = new FigureKeeping(data.db, { figures } as unknown as Portfolio);
  const read = vi.spyOn(data.db.meta, 'get');
  await updateSyncState(db, { accountsPulled: true });
  written(await saveRecord(db, 'transaction', purchase()));
  keeping.asked();
  await vi.waitFor(() => {
    vi.advanceTimersByTime(2000);
    expect(read).toHaveBeenCalled();
  });
  await read.mock.results[0]?.value;
  expect([figures.mock.calls.length, await kept(db)]).toEqual([0, null]);

  await updateSyncState(db, { lastSyncedAt: `${DAY}T10:00:00Z` });
  keeping.changed();
  vi.advanceTimersByTime(2000);
  await vi.waitFor(async () => {
    expect(await kept(db)).toBe(1);
  });
  keeping.stop();
  data.close();
  closeDatabase(db);
});
