import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../tests/runs.ts';
import { decodeRows, encodeRows, type Row } from './columns.ts';
import { sumOf } from './sections.ts';

function encoded(rows: readonly Row[], mostChoices?: number): ArrayBuffer | null {
  const encoding = encodeRows(rows, mostChoices);
  for (;;) {
    const step = encoding.next();
    if (step.done === true) return step.value;
  }
}

/** Also what has no UTF-8, byte order marks, and texts as long as a note may be. */
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', '\uD800', 'a\uDC00b', '\uFEFFx', '\u0000', '😀'),
  fc.nat(3000).map((length) => 'é'.repeat(length)),
);
const values = fc.oneof(
  { weight: 5, arbitrary: texts },
  { weight: 5, arbitrary: fc.double() },
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, undefined, -0, Number.NaN, Infinity),
  fc.dictionary(fc.string(), fc.integer()),
);
const fields = fc.uniqueArray(
  fc.oneof(fc.constantFrom('isin', 'quantity', 'notes', 'later', '7', '__proto__'), fc.string()),
  { maxLength: 6 },
);
const rows = fields
  .chain((names) => fc.array(fc.record(Object.fromEntries(names.map((name) => [name, values])), { requiredKeys: [] })))
  .map((all) => all.map((row, at): Row => ({ ...row, id: `t${at}` })));

const exactly = (row: Row): unknown => Object.keys(row).map((name) => [name, row[name]]);

describe('rows kept in columns', () => {
  it.each([[0], [2], [undefined]])(
    'come back with every field as it was, or are named as left out (choices up to %s)',
    (mostChoices) => {
      let left = 0;
      let kept = 0;
      fc.assert(
        fc.property(rows, (all) => {
          const bytes = encoded(all, mostChoices);
          if (bytes === null) throw new Error('not encoded');
          const found = decodeRows(bytes);
          const leftOut = new Set(found.leftOut);
          left += leftOut.size;
          kept += found.rows.length;
          expect(found.rows.map(exactly)).toStrictEqual(all.filter(({ id }) => !leftOut.has(id)).map(exactly));
          expect(found.rows.length + leftOut.size).toBe(all.length);
        }),
        runs(200, 4000),
      );
      expect(Math.min(left, kept)).toBeGreaterThan(100);
    },
  );

  it('include every row of numbers, texts, nulls and booleans, even where a column mixes numbers and null', () => {
    const all = [
      { id: 'a', quantity: null, price: 0.1, isNew: true },
      { id: 'b', quantity: 1e-7, notes: null },
      { id: 'c', quantity: 3, notes: '😀' },
    ];
    for (const mostChoices of [1, 2, 9]) {
      const bytes = encoded(all, mostChoices);
      const found = bytes === null ? null : decodeRows(bytes);
      expect(found?.rows).toStrictEqual(mostChoices === 1 ? all.slice(1) : all);
    }
  });

  it('are not encoded when nearly each has fields of its own', () => {
    expect(encoded(Array.from({ length: 1500 }, (_row, at) => ({ id: `${at}`, [`field${at}`]: 1 })))).toBeNull();
  });

  it('have another sum when any byte has changed', () => {
    const bytes =
      encoded([
        { id: 'a', consideration: 339.86, isin: 'IE00B4L5Y983' },
        { id: 'b', consideration: 5, isin: 'GB00B10RZP78' },
      ]) ?? new ArrayBuffer(0);
    const sum = sumOf(bytes);
    for (let at = 0; at < bytes.byteLength; at += 1) {
      const damaged = bytes.slice(0);
      new Uint8Array(damaged).fill(new Uint8Array(damaged)[at] === 7 ? 8 : 7, at, at + 1);
      expect(sumOf(damaged)).not.toBe(sum);
    }
    expect(sumOf(bytes.slice(0, -8))).not.toBe(sum);
  });

  it('are written as their format says: a change of this sum needs a new format', () => {
    const all = Array.from({ length: 5 }, (_row, at) => ({
      id: `t${at}`,
      consideration: at / 3,
      isin: 'IE00B4L5Y983',
      ...(at > 2 && { notes: 'ø' }),
    }));
    expect([encoded(all, 3), encoded(all)].map((bytes) => sumOf(bytes ?? new ArrayBuffer(0)))).toEqual([
      3_847_380_772, 3_510_703_544,
    ]);
  });
});
