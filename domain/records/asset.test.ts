import { describe, expect, it } from 'vitest';
import { checkAsset, type AssetInput, isUnlisted } from './asset.ts';
import { issueText } from './issue-text.ts';

const WHOLE: AssetInput = {
  name: 'Vanguard FTSE All-World',
  type: 'ETF',
  category: 'DEVELOPED_WORLD_TSM',
  incomeTreatment: 'DISTRIBUTING',
  totalExpenseRatio: 0.19,
  isin: 'IE00B3RBWM25',
  sedol: '',
  priceSource: 'LSE',
  fetchCode: 'VWRL.L',
  denomination: 'GBP',
  excludeFromPriceUpdates: false,
};

function fault(change: AssetInput): string[] {
  const checked = checkAsset({ ...WHOLE, ...change });
  return checked.ok ? [] : checked.issues.map(issueText);
}

describe('an asset (001 §5)', () => {
  it('is valid when complete; SEDOL and exemption are optional', () => {
    expect(checkAsset(WHOLE)).toEqual({ ok: true, value: { ...WHOLE, sedol: null, cgtExempt: null } });
    expect(checkAsset({ ...WHOLE, isin: ' gb00bh4hks39 ', sedol: 'bh4hks3', cgtExempt: true })).toMatchObject({
      ok: true,
      value: { isin: 'GB00BH4HKS39', sedol: 'BH4HKS3', cgtExempt: true },
    });
  });

  it('needs every field but the SEDOL', () => {
    for (const field of [
      'name',
      'type',
      'category',
      'isin',
      'incomeTreatment',
      'totalExpenseRatio',
      'denomination',
      'priceSource',
      'fetchCode',
    ] as const) {
      const checked = checkAsset({ ...WHOLE, [field]: '' });
      expect(checked.ok ? [] : checked.issues.map((issue) => [issue.field, issue.code])).toEqual([[field, 'required']]);
    }
  });

  it('checks the form and check digit of ISIN and SEDOL, and says which of them is wrong', () => {
    expect(fault({ isin: 'IE00B3RBWM26' })).toEqual([
      'ISIN "IE00B3RBWM26" is not valid: expected an ISIN with a correct check digit.',
    ]);
    expect(fault({ isin: 'VWRL' })).toEqual([
      'ISIN "VWRL" is not valid: expected two letters, nine letters or digits and a check digit, or XAU, XAG or XPT.',
    ]);
    expect(fault({ sedol: 'BH4HKS4' })).toEqual([
      'SEDOL "BH4HKS4" is not valid: expected a SEDOL with a correct check digit.',
    ]);
    expect(fault({ sedol: 'AAAA' })).toEqual([
      'SEDOL "AAAA" is not valid: expected six digits or consonants and a check digit.',
    ]);
  });

  it('takes the metals and test identifiers as they are', () => {
    for (const isin of ['XAU', 'XAG', 'XPT', 'TEST001', 'TEST1772546531123']) expect(fault({ isin })).toEqual([]);
  });

  it('keeps ISIN to 12 characters and SEDOL to 7', () => {
    expect(fault({ isin: 'IE00B3RBWM255' })).toEqual([
      'ISIN "IE00B3RBWM255" is not valid: expected at most 12 characters.',
    ]);
    expect(fault({ isin: 'TEST17725465311234' })).toEqual([
      'ISIN "TEST17725465311234" is not valid: expected at most 12 characters.',
    ]);
    expect(fault({ sedol: 'BH4HKS39' })).toEqual(['SEDOL "BH4HKS39" is not valid: expected at most 7 characters.']);
  });

  it('keeps the expense ratio between 0 and 10 per cent, at any precision', () => {
    expect(fault({ totalExpenseRatio: 0 })).toEqual([]);
    expect(fault({ totalExpenseRatio: 0.075 })).toEqual([]);
    expect(fault({ totalExpenseRatio: 10 })).toEqual([]);
    expect(fault({ totalExpenseRatio: 10.01 })).toEqual([
      'Total Expense Ratio "10.01" is not valid: expected a percentage from 0 to 10, such as 0.15.',
    ]);
    expect(fault({ totalExpenseRatio: -0.01 })).toHaveLength(1);
  });
});

it('tells securities created by an import from listed ones', () => {
  const asked = (isin: string, fetchCode: string, priceSource: 'MANUAL' | 'LSE') =>
    isUnlisted({ isin, fetchCode, priceSource });
  expect(asked('GB00BH4HKS39', 'GB00BH4HKS39', 'MANUAL')).toBe(true);
  expect(asked('GB00BH4HKS39', '', 'MANUAL')).toBe(true);
  expect(asked('GB00BH4HKS39', 'VOD', 'LSE')).toBe(false);
  expect(asked('GB00BH4HKS39', 'GB00BH4HKS39', 'LSE')).toBe(false);
  expect(asked('XAU', 'XAU', 'MANUAL')).toBe(false);
});
