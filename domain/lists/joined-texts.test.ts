import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JoinedTexts } from './joined-texts.ts';

it('marks exactly the texts that contain the term', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 4 });
  const term = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(text), term, (texts, wanted) => {
      const marks = new Uint8Array(texts.length);
      new JoinedTexts(texts).mark(wanted, marks);
      expect([...marks]).toEqual(texts.map((one) => Number(one.includes(wanted))));
    }),
  );
});
