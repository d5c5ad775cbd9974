import { expect, it } from 'vitest';
import { Shares } from './shares.ts';

const LIMITS = { places: 2, waiting: 1, patience: 60_000 };

it('gives places, then has one wait, then sends away; users do not count for each other', async () => {
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

it('sends away who waits for longer than patience lasts', async () => {
  const shares = new Shares({ ...LIMITS, patience: 1 });
  const held = [await shares.take('ann'), await shares.take('ann')];
  expect(await shares.take('ann')).toBeNull();
  held[0]?.();
  expect(await shares.take('ann')).not.toBeNull();
});
