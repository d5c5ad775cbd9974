import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import type { Percent } from '../../values/amount.ts';
import type { Asset } from '../../records/records.ts';
import { ASSET_COLUMNS, assetsCsv, assetsFileName, prepareAssets, type AssetImportRow } from './assets.ts';
import { readEntityFile } from './entity-file.ts';

const tools = {
  parse: (text: string, delimiter: string) => Papa.parse<string[]>(text, { delimiter, newline: '\n' }),
};

const VODAFONE: Asset = {
  id: '0190b1a2-0000-7000-8000-000000000001',
  name: '=Vodafone, Group',
  type: 'EQUITY',
  category: 'UK_TSM',
  incomeTreatment: 'NA',
  totalExpenseRatio: 0 as Percent,
  isin: 'GB00BH4HKS39',
  sedol: 'BH4HKS3',
  priceSource: 'LSE',
  fetchCode: 'VOD',
  denomination: 'GBX',
  excludeFromPriceUpdates: true,
  cgtExempt: false,
};

function prepare(text: string, stored: readonly Asset[] = []): readonly AssetImportRow[] {
  const file = readEntityFile(new TextEncoder().encode(text), tools, ASSET_COLUMNS);
  if (!file.ok) throw new Error(file.message);
  return prepareAssets(file, stored);
}

describe('a file of assets (001 §2.5)', () => {
  it('reads its own export back without loss', () => {
    const [row] = prepare(assetsCsv([VODAFONE]));
    const { id, ...fields } = VODAFONE;
    expect(row).toMatchObject({ status: 'valid', selected: true, fileId: id, record: fields });
    expect(prepare(assetsCsv([VODAFONE]), [VODAFONE])[0]).toMatchObject({
      status: 'duplicate',
      selected: false,
      duplicateInfo: { matchDetails: 'Already in the catalogue: =Vodafone, Group (GB00BH4HKS39).' },
    });
  });

  it('reads labels, codes and percentages of other files', () => {
    const [row] = prepare(
      'Asset Name;Asset Type;Category;ISIN;OCF;Ticker;Currency\nWorld fund;fund;long term bonds;IE00B3RBWM25;0.19%;VWRL;GBP\n',
    );
    expect(row).toMatchObject({
      status: 'valid',
      record: {
        type: 'FUND',
        category: 'LT_BONDS',
        totalExpenseRatio: 0.19,
        fetchCode: 'VWRL',
        denomination: 'GBP',
        incomeTreatment: 'NA',
        sedol: null,
      },
    });
    expect(prepare('Name,Type,Category,ISIN,Fetch Code\nEM,ETF,0,IE00B3VVMM84,VFEM\n')[0]).toMatchObject({
      record: { category: 'EM_TSM' },
    });
  });

  it('uses the ISIN as the fetch code, which the form requires, where a file gives none', () => {
    expect(prepare('Name,Type,Category,ISIN\nEM,ETF,0,ie00b3vvmm84\n')[0]).toMatchObject({
      status: 'valid',
      record: { isin: 'IE00B3VVMM84', fetchCode: 'IE00B3VVMM84' },
    });
  });

  it('names each fault of a row, and a second row of one ISIN', () => {
    const [bad, first, second] = prepare(
      'Name,Type,Category,ISIN,TER,Fetch Code\n,Thing,UK_TSM,IE00B3RBWM26,11,X\nA,ETF,UK_TSM,IE00B3RBWM25,0.1,A\nB,ETF,UK_TSM,IE00B3RBWM25,0.1,B\n',
    );
    expect(bad?.status).toBe('error');
    expect(bad?.errors.map(({ message }) => message)).toEqual([
      'Name is required: expected the name of the asset.',
      'Type "Thing" is not valid: expected one of Equity, ETF, Fund, Bond, Cash, Commodity.',
      'ISIN "IE00B3RBWM26" is not valid: expected an ISIN with a correct check digit.',
      'Total Expense Ratio "11" is not valid: expected a percentage from 0 to 10, such as 0.15.',
    ]);
    expect(first?.status).toBe('valid');
    expect(second?.duplicateInfo?.matchDetails).toBe('The same ISIN as row 3 of this file.');
  });

  it('names its files by day, and by count when rows were chosen', () => {
    expect(assetsFileName('2024-03-03', null)).toBe('assets-export-2024-03-03.csv');
    expect(assetsFileName('2024-03-03', 5)).toBe('assets-export-selected-5-2024-03-03.csv');
  });
});
