import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { readiness } from './readiness.ts';
import { startTestApp } from './testing/test-app.ts';

it('any number of questions write once', async () => {
  const app = await startTestApp();
  const written = async (): Promise<number> =>
    (await sql<{ count: number }>`select total_changes() as count`.execute(app.store.kysely)).rows[0]?.count ?? 0;
  const before = await written();
  const replies = await Promise.all(Array.from({ length: 50 }, async () => await app.app.inject('/readyz')));
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect((await written()) - before).toBe(1);
  await app.close();
});

it('a refused write is not remembered, and a written database is asked again after a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'], now: 10_000 });
  const tryWrite = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('full'));
  const isReady = readiness(tryWrite);
  expect([await isReady(), await isReady(), await isReady()]).toEqual([false, true, true]);
  expect(tryWrite).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1001);
  expect(await isReady()).toBe(true);
  expect(tryWrite).toHaveBeenCalledTimes(3);
  vi.useRealTimers();
});
