import fc from 'fast-check';
import { expect, it } from 'vitest';
import { descendingOrder, NO_VALUE, radixOrder } from './radix-order.ts';

it('orders as a stable sort of the numbers does', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: -3, max: 3 }))), (numbers) => {
      const keys = numbers.map((number) => number + 0 || 0);
      const expected = keys.map((_, index) => index).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b);
      const infinite = keys.some((key) => !Number.isFinite(key));
      if (!infinite) expect(Array.from(radixOrder(Float64Array.from(keys)))).toEqual(expected);
    }),
  );
});

it('turns an order round: equal keys stay in their order, no value stays last', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(NO_VALUE))), (numbers) => {
      const keys = Float64Array.from(numbers);
      const valued = numbers.map((_, index) => index).sort((a, b) => (numbers[b] ?? 0) - (numbers[a] ?? 0) || a - b);
      const expected = [
        ...valued.filter((index) => numbers[index] !== NO_VALUE),
        ...valued.filter((index) => numbers[index] === NO_VALUE),
      ];
      expect([...descendingOrder(radixOrder(keys), keys)]).toEqual(expected);
    }),
  );
});
