import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partitionPoint } from './partition-point.ts';

it('counts the items up to a limit in an ordered list, however many there are', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 30 })), fc.nat({ max: 30 }), fc.nat(), (items, limit, start) => {
      const ordered = items.toSorted((a, b) => a - b);
      const count = ordered.filter((item) => item <= limit).length;
      expect(partitionPoint(ordered, (item) => item <= limit)).toBe(count);
      expect(partitionPoint(ordered, (item) => item <= limit, start % (count + 1))).toBe(count);
    }),
    { seed: 12 },
  );
});
