import { expect, it } from 'vitest';
import { extraId, extraValueFault, MAX_EXTRA_DEPTH, MAX_EXTRA_LENGTH, parseExtraId } from './extra.ts';

it('reads the ids that it writes, and no others', () => {
  expect(parseExtraId(extraId('balance-history', 'a_2025-12-31'))).toEqual({
    kind: 'balance-history',
    key: 'a_2025-12-31',
  });
  for (const id of ['', 'balance-history', 'balance-history/', '/x', 'other/x']) expect(parseExtraId(id)).toBeNull();
});

it('accepts exact numbers and a bounded depth only', () => {
  const nested = (depth: number): Record<string, unknown> =>
    depth === 0 ? { amount: 0.1 } : { inner: [nested(depth - 1)] };
  expect(extraValueFault({ a: [1, { b: -12.5, c: null, d: 'x', e: true }] })).toBeNull();
  expect(extraValueFault({ a: [1, { b: 1234567890.1234567 }] })).toContain('15 significant digits');
  expect(extraValueFault(nested(MAX_EXTRA_DEPTH / 2 - 1))).toBeNull();
  expect(extraValueFault(nested(MAX_EXTRA_DEPTH))).toBe('lists and objects at most 16 deep');
});

it('refuses a value that is too large before it looks at its parts', () => {
  let looks = 0;
  const value = new Proxy(
    { text: 'x'.repeat(MAX_EXTRA_LENGTH) },
    {
      ownKeys: (target) => {
        looks += 1;
        return Reflect.ownKeys(target);
      },
    },
  );
  expect(extraValueFault(value)).toBe(`an object of at most ${MAX_EXTRA_LENGTH} characters as JSON`);
  // To write it as JSON.
  expect(looks).toBe(1);
});
