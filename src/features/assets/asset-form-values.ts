/** The asset form's text, and reading it. */
import { checkAsset, type AssetFields } from '../../../domain/records/asset.ts';
import {
  ASSET_CATEGORIES,
  ASSET_TYPES,
  DENOMINATIONS,
  INCOME_TREATMENTS,
  PRICE_SOURCES,
} from '../../../domain/fields/enums.ts';
import { fieldLabel, issueText } from '../../../domain/records/issue-text.ts';
import { ASSET, type Asset } from '../../../domain/records/records.ts';
import type { FormReading, FormValues } from '../../ui/forms/record-form.tsx';
import { blankValues, checkValues, valuesOf } from '../../ui/forms/record-values.ts';

/** An empty form: each select has its first option (001 §2.6). */
export const NEW_ASSET: FormValues = {
  ...blankValues(ASSET),
  type: ASSET_TYPES[0].value,
  category: ASSET_CATEGORIES[0].value,
  incomeTreatment: INCOME_TREATMENTS[0].value,
  priceSource: PRICE_SOURCES[0].value,
  denomination: DENOMINATIONS[0].value,
};

/** The form's own labels, where messages name the field otherwise. */
const LABELS: Readonly<Record<string, string>> = { name: 'Asset Name', type: 'Asset Type' };

/** Whether disposals of the asset are exempt, as the form words it. */
export const EXEMPTIONS = [
  { value: 'exempt', label: 'Exempt from Capital Gains Tax' },
  { value: 'chargeable', label: 'Chargeable to Capital Gains Tax' },
] as const;

/** An asset in the form's text. One that an import made before it filled in the fetch code gets its ISIN there. */
export function editedValuesOf(asset: Asset): FormValues {
  const values = assetValuesOf(asset);
  return { ...values, fetchCode: values['fetchCode'] === '' ? asset.isin : (values['fetchCode'] ?? '') };
}

/** The exemption is `exempt`, `chargeable`, or empty when nobody said. */
export function assetValuesOf(asset: Asset): FormValues {
  const { cgtExempt } = asset;
  return { ...valuesOf(ASSET, asset), cgtExempt: cgtExempt === null ? '' : cgtExempt ? 'exempt' : 'chargeable' };
}

/** Checks the form by the domain's rules. */
export function readAssetForm(values: FormValues): FormReading<AssetFields> {
  const { cgtExempt = '' } = values;
  const exempt = cgtExempt === '' ? null : cgtExempt === 'exempt';
  const checked = checkValues(ASSET, values, (input) => checkAsset({ ...input, cgtExempt: exempt }));
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
