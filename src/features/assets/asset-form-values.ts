/** The asset form's text and what it comes to. */
import { parseAmount } from '../../../domain/amount.ts';
import { checkAsset, type AssetFields, type AssetInput } from '../../../domain/asset.ts';
import { ASSET_CATEGORIES, ASSET_TYPES, DENOMINATIONS, INCOME_TREATMENTS, PRICE_SOURCES } from '../../../domain/enums.ts';
import type { Issue } from '../../../domain/issue.ts';
import type { Asset } from '../../../domain/records.ts';

export interface AssetFormValues {
  name: string;
  type: string;
  category: string;
  incomeTreatment: string;
  totalExpenseRatio: string;
  isin: string;
  sedol: string;
  priceSource: string;
  fetchCode: string;
  denomination: string;
  excludeFromPriceUpdates: boolean;
  /** `exempt`, `chargeable`, or empty when nobody said. */
  cgtExempt: string;
}

export type AssetFormField = keyof AssetFormValues;

/** An empty form: each select has its first option (001 §2.6). */
export const NEW_ASSET: AssetFormValues = {
  name: '', type: ASSET_TYPES[0].value, category: ASSET_CATEGORIES[0].value, incomeTreatment: INCOME_TREATMENTS[0].value, totalExpenseRatio: '', isin: '', sedol: '',
  priceSource: PRICE_SOURCES[0].value, fetchCode: '', denomination: DENOMINATIONS[0].value, excludeFromPriceUpdates: false, cgtExempt: '',
};

/** Whether disposals of the asset are exempt, as the form words it. */
export const EXEMPTIONS = [
  { value: 'exempt', label: 'Exempt from Capital Gains Tax' },
  { value: 'chargeable', label: 'Chargeable to Capital Gains Tax' },
] as const;

export function valuesOf(asset: Asset): AssetFormValues {
  const { id: _id, cgtExempt, sedol, totalExpenseRatio, ...rest } = asset;
  return { ...rest, sedol: sedol ?? '', totalExpenseRatio: String(totalExpenseRatio), cgtExempt: cgtExempt === null ? '' : cgtExempt ? 'exempt' : 'chargeable' };
}

/** A figure's number; text that is none stays text, which the check refuses in words. */
function figure(text: string): number | string {
  const amount = parseAmount(text);
  return typeof amount === 'number' ? amount : text;
}

export type ReadAsset = { readonly ok: true; readonly fields: AssetFields } | { readonly ok: false; readonly issues: readonly Issue[] };

/** Checks the form by the domain's rules. */
export function readAssetForm(values: AssetFormValues): ReadAsset {
  const input: AssetInput = { ...values, totalExpenseRatio: figure(values.totalExpenseRatio), cgtExempt: values.cgtExempt === '' ? null : values.cgtExempt === 'exempt' };
  const checked = checkAsset(input);
  return checked.ok ? { ok: true, fields: checked.value } : { ok: false, issues: checked.issues };
}
