import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

it('writes equal values as equal text at every depth, and different values as different text', () => {
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe(canonicalJson({ a: 'x', b: [{ c: null, d: 1 }] }));
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  expect(canonicalJson({ a: '1' })).not.toBe(canonicalJson({ a: 1 }));
  expect(canonicalJson(undefined)).toBe('');
});
