/** RULES 11.2, 11.4, 11.5: what is said of a year whose figures are not final, and how boxes are named. */
import { describe, expect, it } from 'vitest';
import { computeTaxYears } from '../../../domain/cgt/tax/tax-computation.ts';
import { toYearPanel } from '../../../domain/cgt/tax/year-panel.ts';
import type { Transaction } from '../../../domain/records/records.ts';
import { buy, gainsOf, sell } from '../../../tests/cgt/rows.ts';
import { boxName, BOXES, reportingSentences } from './year-words.ts';

const said = (rows: readonly Transaction[]): string[] =>
  computeTaxYears(gainsOf(rows), 'ann').map(
    (year) => reportingSentences(toYearPanel(year, 'ann')).find((sentence) => sentence.includes('not final')) ?? '',
  );

describe('a year that is not final', () => {
  it('says whether its own disposals or the losses of an earlier year can still change', () => {
    const rows = [
      buy('2020-01-06', 10, 100),
      sell('2023-06-05', 20, 5000),
      buy('2020-01-06', 10, 100, { isin: 'TESTB' }),
      sell('2024-06-03', 10, 150, { isin: 'TESTB' }),
    ];
    expect(said(rows)).toEqual([
      'The figures are not final: a disposal can still change, or depends on missing transactions.',
      'The figures are not final, because an earlier year is not: the losses that it carries into this one can still change. Record the losses brought forward to settle this.',
    ]);
    expect(said(rows.slice(2))).toEqual(['']);
  });
});

describe('boxes of SA108', () => {
  it('11.5: are named by number and label, or by the label alone', () => {
    expect(boxName(23, true)).toBe('SA108 box 23: Number of disposals');
    expect(boxName(23, false)).toBe('SA108: Number of disposals');
    expect(BOXES.filter((box) => /\d/u.test(boxName(box, false).replace('SA108', '')))).toEqual([]);
  });
});
