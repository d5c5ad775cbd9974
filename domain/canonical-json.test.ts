import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

it('says equal values alike at every depth, and others differently', () => {
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe(canonicalJson({ a: 'x', b: [{ c: null, d: 1 }] }));
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  expect(canonicalJson({ a: '1' })).not.toBe(canonicalJson({ a: 1 }));
  expect(canonicalJson(undefined)).toBe('');
});
