import { expect, it } from 'vitest';
import { inBatches } from './in-batches.ts';

it('takes every value once, in order, in batches that a statement can bind', async () => {
  const values = Array.from({ length: 2500 }, (_, index) => index);
  const lengths: number[] = [];
  const answers = await inBatches(values, async (batch) => {
    lengths.push(batch.length);
    return await Promise.resolve(batch.flatMap((value) => [value, value]));
  });
  expect(lengths).toEqual([1000, 1000, 500]);
  expect(answers).toEqual(values.flatMap((value) => [value, value]));
  expect(await inBatches([], async () => await Promise.reject(new Error('there is nothing to ask for')))).toEqual([]);
});
