/** plans/RULES 3.1: the price of a planned trade. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../tests/runs.ts';
import { considerationOf } from './simulate-sale.ts';
import { checkAmount } from '../../values/amount.ts';
import type { Price, Quantity } from '../../values/amount.ts';
import { exact, multiply, round, toAmount, type Exact } from '../../values/decimal.ts';
import { recordablePrice } from './recordable-price.ts';

it('plans/RULES 3.1: a sale brings the value that Holdings shows, also where the price is converted at a rate', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.integer({ min: 100_000, max: 999_999 }),
      fc.integer({ min: 1, max: 50_000_000 }),
      (closePrice, rate, units) => {
        const inPounds = multiply(exact((closePrice / 10_000) as Price), exact((rate / 1_000_000) as Price));
        const quantity = (units / 100) as Quantity;
        const price = recordablePrice(inPounds);
        expect(checkAmount<'price'>(price)).toBe(price);
        expect(considerationOf({ quantity, price })).toBe(toAmount(round(multiply(inPounds, exact(quantity)), 2)));
      },
    ),
    runs(200, 5000),
  );
});

it('plans/RULES 3.1: has at most ten decimals and 15 significant digits, which a record keeps', () => {
  const third = (whole: number) => (exact(whole as Price) / 3n) as Exact<'price'>;
  expect([1, 100, 3_000_001].map((whole) => recordablePrice(third(whole)))).toEqual([
    0.3333333333, 33.3333333333, 1_000_000.33333333,
  ]);
});
