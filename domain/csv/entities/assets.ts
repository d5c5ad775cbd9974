/** CSV of the catalogue: our export, and the import of it or of another file (001 §2.5, §7). */
import type { AssetFields, AssetInput } from '../../records/asset.ts';
import { checkAsset } from '../../records/asset.ts';
import {
  ASSET_CATEGORIES,
  ASSET_TYPES,
  DENOMINATIONS,
  INCOME_TREATMENTS,
  labelOf,
  PRICE_SOURCES,
  type Option,
} from '../../fields/enums.ts';
import { ASSET, type Asset } from '../../records/records.ts';
import { yesOrNo } from '../cells/cell-text.ts';
import { currencyNamed } from '../cells/words.ts';
import type { EntityFile, EntityRow } from './entity-file.ts';
import { judgeRows, type EntityImportRow, type RowReading } from './entity-import.ts';
import { columnsOf, recordsCsv, type ColumnsOf } from './record-columns.ts';

export type AssetField = 'id' | ColumnsOf<typeof ASSET>;
export const ASSET_COLUMNS = columnsOf(ASSET, ['name', 'isin']);

/** The columns of our own files (001 §7). */
const ORDER = [
  'name',
  'type',
  'category',
  'incomeTreatment',
  'totalExpenseRatio',
  'isin',
  'sedol',
  'priceSource',
  'fetchCode',
  'denomination',
  'excludeFromPriceUpdates',
  'cgtExempt',
] as const;

/** A file's name: `assets-export-2024-03-03.csv`, or for selected rows `assets-export-selected-5-2024-03-03.csv`. */
export function assetsFileName(day: string, selected: number | null): string {
  return selected === null ? `assets-export-${day}.csv` : `assets-export-selected-${selected}-${day}.csv`;
}

/** CSV text (with byte order mark) of assets in the given order. */
export function assetsCsv(assets: Iterable<Asset>): string {
  return recordsCsv(ASSET, assets, ORDER);
}

/** What a preview shows of a row (001 §2.5); the text of the file where a cell could not be read. */
export interface AssetShown {
  readonly name: string;
  readonly type: string;
  readonly typeLabel: string;
  readonly category: string;
  readonly categoryLabel: string;
  readonly incomeTreatment: string;
  readonly incomeTreatmentLabel: string;
  /** Per cent a year. */
  readonly totalExpenseRatio: number | null;
  readonly isin: string;
  readonly sedol: string;
  readonly priceSource: string;
  readonly fetchCode: string;
  readonly denomination: string;
}

export type AssetImportRow = EntityImportRow<AssetFields, AssetShown>;

/** Reads the rows of a file as assets: valid, duplicates of the catalogue's, or with errors. */
export function prepareAssets(file: EntityFile<AssetField>, stored: readonly Asset[]): readonly AssetImportRow[] {
  return judgeRows(file, {
    read: readRow,
    stored,
    // The catalogue holds a security once, whatever else a file states about it.
    keyOf: ({ isin }) => isin,
    isSame: () => true,
    storedDetails: ({ name, isin }) => `Already in the catalogue: ${name} (${isin}).`,
    fileDetails: (row) => `The same ISIN as row ${row} of this file.`,
  });
}

/**
 * A value of a list by its value, its label, or for categories its code; other text is returned as it is and refused by
 * the check.
 */
function choice(options: readonly (Option & { readonly code?: number })[], text: string): string {
  const wanted = text.toLowerCase().replaceAll(/[\s-]+/gu, ' ');
  const isMeant = ({ value, label, code }: Option & { readonly code?: number }) =>
    value.toLowerCase() === wanted ||
    label.toLowerCase().replaceAll(/[\s-]+/gu, ' ') === wanted ||
    (code !== undefined && String(code) === wanted);
  return options.find(isMeant)?.value ?? text;
}

/** An asset without a value gets the list's first option, its ISIN as fetch code, or null. */
function valuesOf(row: EntityRow<AssetField>): AssetInput {
  const optional = (field: AssetField, options: readonly Option[]) =>
    choice(options, row.text(field) || (options[0]?.value ?? ''));
  return {
    name: row.text('name'),
    type: choice(ASSET_TYPES, row.text('type')),
    category: choice(ASSET_CATEGORIES, row.text('category')),
    incomeTreatment: optional('incomeTreatment', INCOME_TREATMENTS),
    totalExpenseRatio: row.figure('totalExpenseRatio') ?? 0,
    isin: row.text('isin').toUpperCase(),
    sedol: row.text('sedol').toUpperCase(),
    priceSource: optional('priceSource', PRICE_SOURCES),
    fetchCode: row.text('fetchCode') || row.text('isin').toUpperCase(),
    // `GBp` is pence.
    denomination: currencyNamed(row.text('denomination')) || DENOMINATIONS[0]?.value,
    excludeFromPriceUpdates: yesOrNo(row.text('excludeFromPriceUpdates')) ?? false,
    cgtExempt: yesOrNo(row.text('cgtExempt')),
  };
}

function readRow(row: EntityRow<AssetField>): RowReading<AssetFields, AssetShown> {
  const values = valuesOf(row);
  const text = (field: keyof AssetFields): string => (typeof values[field] === 'string' ? values[field] : '');
  const shown: AssetShown = {
    name: text('name'),
    isin: text('isin'),
    sedol: text('sedol'),
    fetchCode: text('fetchCode'),
    type: text('type'),
    typeLabel: labelOf(ASSET_TYPES, text('type')),
    category: text('category'),
    categoryLabel: labelOf(ASSET_CATEGORIES, text('category')),
    incomeTreatment: text('incomeTreatment'),
    incomeTreatmentLabel: labelOf(INCOME_TREATMENTS, text('incomeTreatment')),
    totalExpenseRatio: typeof values.totalExpenseRatio === 'number' ? values.totalExpenseRatio : null,
    priceSource: labelOf(PRICE_SOURCES, text('priceSource')),
    denomination: labelOf(DENOMINATIONS, text('denomination')),
  };
  const checked = checkAsset(values);
  return checked.ok ? { ok: true, fields: checked.value, shown } : { ok: false, issues: checked.issues, shown };
}
