/** The catalogue as CSV: the columns of the asset form, labels where it shows labels. */
import type { AssetRecord } from '../../contract/assets.ts';
import { csvFile, numberCell, textCell } from '../../domain/csv/write-csv.ts';
import { ASSET_TYPES, assetCategoryLabel, INCOME_TREATMENTS, labelOf, PRICE_SOURCES } from '../../domain/enums.ts';

const flag = (value: boolean | null): string => (value === null ? '' : value ? 'Yes' : 'No');

const COLUMNS: readonly (readonly [string, (asset: AssetRecord) => string])[] = [
  ['Name', (asset) => textCell(asset.name)],
  ['Type', (asset) => textCell(labelOf(ASSET_TYPES, asset.type))],
  ['Category', (asset) => textCell(assetCategoryLabel(asset.category))],
  ['Income Treatment', (asset) => textCell(labelOf(INCOME_TREATMENTS, asset.incomeTreatment))],
  ['TER', (asset) => numberCell(asset.totalExpenseRatio)],
  ['ISIN', (asset) => textCell(asset.isin)],
  ['SEDOL', (asset) => textCell(asset.sedol)],
  ['Price Source', (asset) => textCell(labelOf(PRICE_SOURCES, asset.priceSource))],
  ['Fetch Code', (asset) => textCell(asset.fetchCode)],
  ['Denomination', (asset) => textCell(asset.denomination)],
  ['Exclude from Price Updates', (asset) => flag(asset.excludeFromPriceUpdates)],
  ['CGT Exempt', (asset) => flag(asset.cgtExempt)],
];

/** CSV text of assets in the given order. */
export function assetsCsv(assets: readonly AssetRecord[]): string {
  return csvFile(COLUMNS.map(([heading]) => heading), assets.map((asset) => COLUMNS.map(([, cell]) => cell(asset))));
}
