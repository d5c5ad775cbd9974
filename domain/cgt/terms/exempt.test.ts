/** RULES 9: what is exempt, and why. */
import { describe, expect, it } from 'vitest';
import { buy, classOf, disposalsInWords, gainsOf, issueCodes, sell } from '../../../tests/cgt/rows.ts';
import type { Asset } from '../../records/records.ts';
import { isValidIsin } from '../../values/isin.ts';
import type { AssetFacts } from './capacity.ts';
import { GILTS } from './gilts.ts';
import { totalsByAccount } from '../tax/year-totals.ts';

const GILT = 'GB00B16NNR78';

function asset(isin: string, cgtExempt: boolean | null, type: Asset['type'] = 'BOND'): Map<string, AssetFacts> {
  return new Map([[isin, { isin, name: isin, type, category: 'LT_BONDS', cgtExempt, denomination: 'GBP' }]]);
}

describe('exempt disposals', () => {
  it('9.1, 9.2: in a wrapper are worked out and shown, outside the totals', () => {
    const rows = (['ISA', 'LISA', 'SIPP', 'JISA'] as const).flatMap((wrapper) => [
      buy('2024-01-02', 10, 100, { wrapper }),
      sell('2024-06-03', 4, 60, { wrapper }),
    ]);
    const result = gainsOf(rows);
    expect(classOf(result).disposals.map(({ exempt }) => exempt)).toEqual(['wrapper']);
    expect(disposalsInWords(rows)).toEqual([
      '16: 240 - 160 = 80; SECTION_104 4 @ 40; SECTION_104 4 @ 40; SECTION_104 4 @ 40; SECTION_104 4 @ 40',
    ]);
    expect(classOf(result).disposals[0]?.wrappers).toEqual(['ISA', 'LISA', 'SIPP', 'JISA']);
    expect(totalsByAccount(result).size).toBe(0);
  });

  it('2.5: a taxable and an exempt sale of one day are two disposals', () => {
    const rows = [
      buy('2024-01-02', 10, 100),
      buy('2024-01-02', 10, 100, { wrapper: 'ISA' }),
      sell('2024-06-03', 4, 60),
      sell('2024-06-03', 4, 70, { wrapper: 'ISA' }),
    ];
    expect(classOf(gainsOf(rows)).disposals.map(({ exempt, wrappers }) => [exempt, wrappers])).toEqual([
      [null, ['DEALING']],
      ['wrapper', ['ISA']],
    ]);
  });

  it('9.3: gilts by the list, other securities when marked; the mark wins', () => {
    const why = (isin: string, assets: Map<string, AssetFacts>): unknown =>
      classOf(gainsOf([buy('2024-01-02', 10, 100, { isin }), sell('2024-06-03', 4, 60, { isin })], { assets }), isin)
        .disposals[0]?.exempt;
    expect(why(GILT, new Map())).toBe('gilt');
    expect(why(GILT, asset(GILT, null))).toBe('gilt');
    expect(why(GILT, asset(GILT, false))).toBeNull();
    expect(why('TESTQCB', asset('TESTQCB', true))).toBe('markedExempt');
    expect(why('TESTQCB', asset('TESTQCB', null))).toBeNull();
  });

  it('9.3: every code on the list is a well-formed ISIN of the United Kingdom', () => {
    expect([...GILTS].filter((isin) => !isValidIsin(isin) || !isin.startsWith('GB'))).toEqual([]);
  });

  it('9.4: an unmarked sterling bond in a taxable wrapper is a notice', () => {
    const codes = (isin: string, assets: Map<string, AssetFacts>, wrapper: 'DEALING' | 'ISA' = 'DEALING'): string[] =>
      issueCodes(gainsOf([buy('2024-01-02', 10, 100, { isin, wrapper })], { assets }));
    expect(codes('TESTBOND', asset('TESTBOND', null))).toEqual(['mayBeQualifyingBond']);
    expect(codes('TESTBOND', asset('TESTBOND', false))).toEqual([]);
    expect(codes('TESTBOND', asset('TESTBOND', null), 'ISA')).toEqual([]);
    expect(codes('TESTBOND', asset('TESTBOND', null, 'EQUITY'))).toEqual([]);
    expect(codes(GILT, asset(GILT, null))).toEqual([]);
  });
});
