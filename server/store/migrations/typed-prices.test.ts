import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { done } from '../../outcome.ts';
import { openStore } from '../database/store.ts';
import { readChanges } from '../queries/changes.ts';
import { createUnlistedAsset } from '../shared-records/assets.ts';
import { savePrices } from '../shared-records/market.ts';
import { SHARED } from '../versions/counters.ts';

it('sends the prices that were typed by hand to devices once more, and no others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-typed-'));
  const location = { dialect: 'sqlite', file: join(folder, 'store.sqlite') } as const;
  const before = await openStore(location, '0014-unlisted-owner');
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const point = { isin: 'XAU', closePrice: 3391 as never, currency: 'GBP', fetchedAt: '2026-01-05T12:00:00.000Z' };
  await before.transact(
    async (tx) => await createUnlistedAsset(tx, 'nobody', { id: crypto.randomUUID(), isin: 'XAU', name: 'Gold' }),
  );
  const save = async (days: readonly string[], source: 'MANUAL' | 'LSE') =>
    await before.transact(async (tx) => {
      const points = days.map((day) => ({ ...point, priceDate: day as IsoDate }));
      return done(await savePrices(tx, points, source));
    });
  await save(['2026-01-01', '2026-01-02'], 'MANUAL');
  await save(['2026-01-03'], 'LSE');
  const seen = await readChanges(before, SHARED, 0, 5000);
  if (!seen.ok) throw new Error('no changes');
  await before.close();
  const after = await openStore(location);
  const again = await readChanges(after, SHARED, Number(seen.value.cursor), 5000);
  await after.close();
  if (!again.ok) throw new Error('no changes');
  expect(again.value.changes.map(({ id, record }) => [id, (record as { byHand?: boolean }).byHand])).toEqual([
    ['XAU_2026-01-01', true],
    ['XAU_2026-01-02', true],
  ]);
});
