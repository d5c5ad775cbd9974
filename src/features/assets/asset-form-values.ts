/** The asset form's text and what it comes to. */
import { parseAmount } from '../../../domain/amount.ts';
import { checkAsset, type AssetFields, type AssetInput } from '../../../domain/asset.ts';
import {
  ASSET_CATEGORIES,
  ASSET_TYPES,
  DENOMINATIONS,
  INCOME_TREATMENTS,
  PRICE_SOURCES,
} from '../../../domain/enums.ts';
import { fieldLabel, issueText } from '../../../domain/issue-text.ts';
import type { Asset } from '../../../domain/records.ts';
import { CHECKED } from '../../ui/form-fields.tsx';
import type { FormReading, FormValues } from '../../ui/record-form.tsx';

/** `excludeFromPriceUpdates` is a checkbox; `cgtExempt` is `exempt`, `chargeable`, or empty when nobody said. */
export type AssetFormValues = FormValues & Readonly<Record<keyof AssetFields, string>>;

/** An empty form: each select has its first option (001 §2.6). */
export const NEW_ASSET: AssetFormValues = {
  name: '',
  type: ASSET_TYPES[0].value,
  category: ASSET_CATEGORIES[0].value,
  incomeTreatment: INCOME_TREATMENTS[0].value,
  totalExpenseRatio: '',
  isin: '',
  sedol: '',
  priceSource: PRICE_SOURCES[0].value,
  fetchCode: '',
  denomination: DENOMINATIONS[0].value,
  excludeFromPriceUpdates: '',
  cgtExempt: '',
};

/** The form's own labels, where messages name the field otherwise. */
const LABELS: Readonly<Record<string, string>> = { name: 'Asset Name', type: 'Asset Type' };

/** Whether disposals of the asset are exempt, as the form words it. */
export const EXEMPTIONS = [
  { value: 'exempt', label: 'Exempt from Capital Gains Tax' },
  { value: 'chargeable', label: 'Chargeable to Capital Gains Tax' },
] as const;

/** An asset in the form's text. One that an import made before it filled in the fetch code gets its ISIN there. */
export function editedValuesOf(asset: Asset): AssetFormValues {
  const values = valuesOf(asset);
  return { ...values, fetchCode: values.fetchCode === '' ? asset.isin : values.fetchCode };
}

export function valuesOf(asset: Asset): AssetFormValues {
  const { id: _id, unit: _unit, cgtExempt, sedol, totalExpenseRatio, excludeFromPriceUpdates, ...rest } = asset;
  return {
    ...rest,
    sedol: sedol ?? '',
    totalExpenseRatio: String(totalExpenseRatio),
    excludeFromPriceUpdates: excludeFromPriceUpdates ? CHECKED : '',
    cgtExempt: cgtExempt === null ? '' : cgtExempt ? 'exempt' : 'chargeable',
  };
}

/** A figure's number; text that is none stays text, which the check refuses in words. */
function figure(text: string): number | string {
  const amount = parseAmount(text);
  return typeof amount === 'number' ? amount : text;
}

/** Checks the form by the domain's rules. */
export function readAssetForm(values: FormValues): FormReading<AssetFields> {
  const { totalExpenseRatio = '', excludeFromPriceUpdates, cgtExempt = '', ...texts } = values;
  const input = {
    ...texts,
    totalExpenseRatio: figure(totalExpenseRatio),
    excludeFromPriceUpdates: excludeFromPriceUpdates === CHECKED,
    cgtExempt: cgtExempt === '' ? null : cgtExempt === 'exempt',
  };
  const checked = checkAsset(input as AssetInput);
  return checked.ok
    ? { ok: true, fields: checked.value }
    : {
        ok: false,
        faults: checked.issues.map((issue) => ({
          field: issue.field,
          label: LABELS[issue.field] ?? fieldLabel(issue.field),
          message: issueText(issue),
          isMissing: issue.code === 'required',
        })),
      };
}
