import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decimalMarkProvedBy, penceToPounds, poundsToPence, readNumber, type DecimalMark } from './numbers.ts';

interface Entry {
  readonly in: string;
  readonly value: string | null;
  readonly currency?: string;
  readonly blank?: boolean;
  readonly byEvidence?: Readonly<Record<string, string>>;
}
const table = JSON.parse(
  readFileSync(new URL('../../../tests/fixtures/brokers/nasty/numbers.json', import.meta.url), 'utf8'),
) as { numbers: Entry[] };
const entries: readonly Entry[] = table.numbers;

/** Trailing zeros have no meaning. */
const plain = (text: string): string =>
  (text.includes('.') ? text.replace(/0+$/u, '').replace(/\.$/u, '') : text)
    .replace(/^(-?)0+(?=\d)/u, '$1')
    .replace(/^-0$/u, '0');
const shown = (cell: string, mark: DecimalMark): string => {
  const read = readNumber(cell, mark);
  return read.kind === 'number' ? plain(read.text) : read.kind === 'fault' ? 'error' : read.kind;
};

describe('readNumber', () => {
  it.each(entries.filter((entry) => entry.byEvidence === undefined))('reads $in', (entry) => {
    const expected = entry.blank === true ? 'blank' : entry.value === null ? 'error' : plain(entry.value);
    expect(shown(entry.in, 'unknown')).toBe(expected);
    const read = readNumber(entry.in, 'unknown');
    if (entry.currency !== undefined) expect(read).toMatchObject({ currency: entry.currency });
  });

  it.each(entries.filter((entry) => entry.byEvidence !== undefined))(
    'reads the ambiguous $in by what the file proves',
    (entry) => {
      expect({
        '.': shown(entry.in, 'point'),
        ',': shown(entry.in, 'comma'),
        none: shown(entry.in, 'unknown'),
      }).toEqual(entry.byEvidence);
    },
  );

  it('offers the other reading of a text that only the amounts can decide', () => {
    expect(readNumber('1,234', 'unknown')).toMatchObject({ text: '1234', alternative: '1.234' });
    expect(readNumber('1,234', 'point')).toMatchObject({ text: '1234', alternative: null });
  });

  it.each([' £-   ', '$ –', '€ -', 'NA', '—'])('reads %j, which is nothing in a spreadsheet, as blank', (cell) => {
    expect(shown(cell, 'unknown')).toBe('blank');
  });

  it('answers in linear time on hostile cells', () => {
    expect(shown(`1${' '.repeat(100_000)}2`, 'unknown')).toBe('error');
    expect(shown('1'.repeat(100_000), 'unknown')).toBe('error');
    expect(shown(`${'a'.repeat(100_000)}!`, 'unknown')).toBe('error');
  });
});

describe('decimalMarkProvedBy', () => {
  it.each([
    ['1,234.56', 'point'],
    ['0.7154', 'point'],
    ['0.715', 'point'],
    ['1.234,56', 'comma'],
    ['12,34', 'comma'],
    ['1 757,95', 'comma'],
    ['1,234', null],
    ['1.234', null],
    ['12', null],
    ['-4.235', null],
    ['-4.23', 'point'],
  ])('%s proves %s', (cell, mark) => {
    expect(decimalMarkProvedBy(cell)).toBe(mark);
  });
});

it('turns pence into pounds and back without losing a digit', () => {
  expect(penceToPounds('71.54')).toBe('0.7154');
  // Printed zeros show how exact a price is.
  expect(['58.00', '58', '-58.0'].map(penceToPounds)).toEqual(['0.5800', '0.58', '-0.580']);
  expect(poundsToPence('0.7154')).toBe('71.54');
});
