import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../tests/runs.ts';
import type { Pounds } from '../values/amount.ts';
import { exact, sum, toAmount, type Exact } from '../values/decimal.ts';
import { allocationOf } from './allocation.ts';

const pounds = (value: number): Exact<'pounds'> => exact(value as Pounds);

it('adds up by part, the largest first, and tells what cannot be valued', () => {
  const values = [
    { key: 'ISA', value: pounds(100.25) },
    { key: 'DEALING', value: pounds(50) },
    { key: 'ISA', value: pounds(0.5) },
    { key: 'DEALING', value: null },
    { key: 'SIPP', value: null },
  ];
  expect(allocationOf(values)).toEqual({
    parts: [
      { key: 'ISA', value: 100.75, percent: 66.83 },
      { key: 'DEALING', value: 50, percent: 33.17 },
      { key: 'SIPP', value: null, percent: null },
    ],
    total: 150.75,
    unvalued: 2,
  });
  expect(allocationOf([])).toEqual({ parts: [], total: 0, unvalued: 0 });
  expect(allocationOf([{ key: 'ISA', value: pounds(0) }]).parts).toEqual([{ key: 'ISA', value: 0, percent: 0 }]);
});

it('the values add up to the total and the percentages to 100', () => {
  const value = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), value: fc.integer({ min: 1, max: 10 ** 9 }) });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), (pence) => {
      const { parts, total } = allocationOf(pence.map(({ key, value: of }) => ({ key, value: pounds(of / 100) })));
      expect(toAmount(sum(parts.map((part) => exact(part.value ?? (0 as Pounds)))))).toBe(total);
      expect(toAmount(sum(parts.flatMap(({ percent }) => (percent === null ? [] : exact(percent)))))).toBe(100);
    }),
    runs(100, 2000),
  );
});
