import { expect, it, vi } from 'vitest';
import { Shares } from './shares.ts';

const LIMITS = { places: 2, waiting: 1, patience: 60_000 };

it('gives out places, then makes one request wait, then refuses; each user is counted separately', async () => {
  const shares = new Shares(LIMITS);
  const first = await shares.take('ann');
  expect(await shares.take('ann')).not.toBeNull();
  const third = shares.take('ann');
  expect(await shares.take('ann')).toBeNull();
  expect(await shares.take('bob')).not.toBeNull();
  first?.();
  // Releasing a place twice releases it once.
  first?.();
  expect(await third).not.toBeNull();
  const fourth = shares.take('ann');
  expect(await shares.take('ann')).toBeNull();
  (await third)?.();
  expect(await fourth).not.toBeNull();
});

it('refuses a request that has waited too long', async () => {
  const shares = new Shares({ ...LIMITS, patience: 1 });
  const held = [await shares.take('ann'), await shares.take('ann')];
  expect(await shares.take('ann')).toBeNull();
  held[0]?.();
  expect(await shares.take('ann')).not.toBeNull();
});

it('gives a released place to the one whose turn it is, though its time runs out in the same moment', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const shares = new Shares({ places: 1, waiting: 2, patience: 60_000 });
  const first = await shares.take('ann');
  const second = shares.take('ann');
  vi.advanceTimersByTime(1);
  const third = shares.take('ann');
  first?.();
  vi.advanceTimersByTime(59_999);
  (await second)?.();
  expect(await third).not.toBeNull();
});

it('lets the requests of others come before the next one of the same user', async () => {
  const shares = new Shares({ ...LIMITS, places: 1 });
  const first = await shares.take('ann');
  const order: string[] = [];
  const second = shares.take('ann').then(() => order.push('ann'));
  // What has arrived is handled at the end of this turn of the event loop.
  setImmediate(() => order.push('others'));
  first?.();
  await second;
  expect(order).toEqual(['others', 'ann']);
});
