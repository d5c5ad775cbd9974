/** Every described record goes through each layer that reads its description, and comes out as it went in. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shapeOf } from '../../contract/record-schema.ts';
import { z } from '../../contract/zod.ts';
import { checkFields, type Field, type Fields } from '../../domain/fields/record-fields.ts';
import { RECORDS } from '../../domain/records/records.ts';
import { recordRows } from '../../server/store/tables/record-rows.ts';
import { blankValues, readValues, valuesOf } from '../../src/ui/forms/record-values.ts';
import { runs } from '../runs.ts';

const RUNS = runs(100, 2000);

const plainText = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .map((text) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').trim());
const day = fc
  .date({ min: new Date('1800-01-01T00:00:00Z'), max: new Date('2200-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** A figure within the range, of few enough digits that a percentage of it is one too. */
function figure(range: readonly [number, number] | null): fc.Arbitrary<number> {
  const [lowest, highest] = range ?? [-Infinity, Infinity];
  const digits = fc.integer({ min: -999_999, max: 999_999 });
  const decimals = highest <= 1 ? fc.constant(6) : fc.integer({ min: 0, max: 4 });
  return fc
    .tuple(digits, decimals)
    .map(([whole, places]) => Math.min(Math.max(whole / 10 ** places, lowest), highest) + 0);
}

function valueOf(field: Field<unknown>): fc.Arbitrary<unknown> {
  const { is, otherwise, isOptional, expected } = field;
  const value = (): fc.Arbitrary<unknown> => {
    switch (is.kind) {
      case 'text':
        if (is.pattern !== null)
          return fc.oneof(
            fc.stringMatching(is.pattern.shape),
            ...(expected === '' && !isOptional ? [fc.constant('')] : []),
          );
        return plainText
          .map((text) =>
            text
              .slice(0, is.limit)
              .replace(/\p{Cs}$/u, '')
              .trim(),
          )
          .map((text) => (text === '' && (expected !== '' || isOptional) ? 'x' : text));
      case 'identifier':
        return fc.constantFrom('GB00B10RZP78', 'XAU', 'IE00B3RBWM25', ...('isNullInTables' in field ? [''] : []));
      case 'day':
        return day;
      case 'figure':
        return figure(is.range);
      case 'whole':
        return fc.integer({ min: is.range[0], max: is.range[1] });
      case 'instant':
        return day.map((text) => `${text}T12:30:00.000Z`);
      case 'option':
        return fc.constantFrom(...is.options.map((option) => option.value));
      case 'object':
        // The name of an object's prototype is no name of a figure, and zod drops it.
        return fc.dictionary(
          plainText.filter((key) => key !== '__proto__'),
          fc.oneof(plainText, fc.boolean(), fc.integer(), fc.constant(null)),
        );
      case 'flag':
        return fc.boolean();
      case 'reference':
        return fc.uuid();
    }
  };
  if (isOptional) return fc.option(value(), { nil: undefined });
  return otherwise === null
    ? fc.option(
        value().filter((given) => given !== ''),
        { nil: null },
      )
    : value();
}

function recordOf(fields: Fields): fc.Arbitrary<Record<string, unknown>> {
  const values = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueOf(field)]));
  return fc
    .record(values)
    .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)));
}

describe.each(Object.entries<Fields>(RECORDS))('%s', (name, fields) => {
  const records = recordOf(fields);

  it('passes its own check unchanged', () => {
    fc.assert(
      fc.property(records, (record) => {
        expect(checkFields(fields, record)).toEqual({ ok: true, value: record });
      }),
      RUNS,
    );
  });

  it('comes back from a row of the database', () => {
    const { toColumns, toRecord } = recordRows(fields);
    fc.assert(
      fc.property(records, (record) => {
        expect(toRecord({ id: 'a', version: 3, ...toColumns(record) })).toEqual({ id: 'a', version: 3, ...record });
      }),
      RUNS,
    );
  });

  it('equals the fields that the API accepts', () => {
    const schema = z.object(shapeOf(fields));
    fc.assert(
      fc.property(records, (record) => {
        expect(schema.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
      }),
      RUNS,
    );
  });

  it('refuses half of a character in every text, which would be stored as another text', () => {
    const texts = Object.keys(fields).filter((field) => fields[field]?.is.kind === 'text');
    const checked = checkFields(fields, Object.fromEntries(texts.map((field) => [field, 'a\uD800'])));
    const refused = checked.ok ? [] : checked.issues.filter(({ code }) => code === 'controlCharacter');
    expect(refused.map(({ field }) => field)).toEqual(texts);
  });

  it('names every field that an empty form lacks, and no other', () => {
    const missing = Object.entries(fields).filter(
      ([, { otherwise, isOptional }]) => otherwise === undefined && !isOptional,
    );
    const reading = readValues(fields, blankValues(fields), (input) => checkFields(fields, input));
    expect(reading.ok ? [] : reading.faults.map(({ field, isMissing }) => [field, isMissing])).toEqual(
      missing.map(([name]) => [name, true]),
    );
  });
});

/** Records whose forms show the fields as they are. */
const FORMS = [
  'account',
  'savingsAccount',
  'brokerCashBalance',
  'property',
  'propertyPrice',
  'targetAllocation',
] as const;

it.each(FORMS)('%s comes back from the text of its form', (name) => {
  const fields: Fields = RECORDS[name];
  const check = (input: Readonly<Record<string, unknown>>) => checkFields(fields, input);
  // A box that is not ticked says no, where a record may lack the field.
  const boxes = Object.entries(fields).filter(([, { is, isOptional }]) => is.kind === 'flag' && isOptional);
  const unticked = Object.fromEntries(boxes.map(([field]) => [field, false]));
  fc.assert(
    fc.property(recordOf(fields), (record) => {
      expect(readValues(fields, valuesOf(fields, record), check)).toEqual({
        ok: true,
        fields: { ...unticked, ...record },
      });
    }),
    RUNS,
  );
});
