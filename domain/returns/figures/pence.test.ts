import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../tests/runs.ts';
import { exact, round } from '../../values/decimal.ts';
import type { Pounds } from '../../values/amount.ts';
import { penceOf, shareOfPence, toPence, type Pence } from './pence.ts';

/** Rounds half away from zero, with integers only. */
function shareInIntegers(amount: number, part: bigint, whole: bigint): number {
  const product = BigInt(amount) * part * 2n;
  const size = product < 0n ? -product : product;
  const divisor = whole < 0n ? -whole : whole;
  return Number((size + divisor) / (2n * divisor)) * (product < 0n !== whole < 0n ? -1 : 1);
}

it('shares whole pence as integers do, halves away from zero, whatever the size of the parts', () => {
  const amounts = fc.integer({ min: -9_000_000_000_000, max: 9_000_000_000_000 });
  const units = fc.oneof(fc.bigInt({ min: 1n, max: 1000n }), fc.bigInt({ min: 1n, max: 10n ** 60n }));
  fc.assert(
    fc.property(amounts, units, units, (amount, part, whole) => {
      // No part is larger than the whole.
      const [less, more] = part < whole ? [part, whole] : [whole, part];
      expect(shareOfPence(amount as Pence, less, more) + 0).toBe(shareInIntegers(amount, less, more) + 0);
    }),
    runs(200, 10_000),
  );
  expect([1, 3, -1, -3].map((amount) => shareOfPence(amount as Pence, 1n, 2n))).toEqual([1, 2, -1, -2]);
  expect(shareOfPence(5 as Pence, 10n ** 400n, 2n * 10n ** 400n)).toBe(3);
});

it('reads pounds to the penny, halves away from zero, as exact rounding does', () => {
  expect(
    [1.005, -1.005, 0.115, 1234.56, 0.1 + 0.2].map((pounds) => penceOf(Number(pounds.toFixed(12)) as Pounds)),
  ).toEqual([101, -101, 12, 123_456, 30]);
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      fc.integer({ min: 0, max: 6 }),
      (digits, places) => {
        const pounds = Number(`${digits}e-${places}`) as Pounds;
        expect(penceOf(pounds) + 0).toBe(toPence(round(exact(pounds), 2)) + 0);
      },
    ),
    runs(200, 10_000),
  );
});

it('refuses an amount that a double does not hold', () => {
  expect(() => toPence(exact(999_999_999_999_999 as Pounds))).toThrow(RangeError);
});
