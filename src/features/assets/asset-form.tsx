import { useWatch } from 'react-hook-form';
import type { AssetFields } from '../../../domain/records/asset.ts';
import {
  ASSET_CATEGORIES,
  ASSET_TYPES,
  DENOMINATIONS,
  INCOME_TREATMENTS,
  PRICE_SOURCES,
} from '../../../domain/fields/enums.ts';
import { DeviceOnly } from '../../ui/messages/device-only.tsx';
import { FormCheckbox, FormDecimal, FormSelect, FormText } from '../../ui/forms/form-fields.tsx';
import { FieldRow, FieldStack, Section } from '../../ui/layout/page.tsx';
import { type FormValues, RecordForm } from '../../ui/forms/record-form.tsx';
import { EXEMPTIONS, readAssetForm } from './asset-form-values.ts';

export interface AssetFormProps {
  readonly mode: 'new' | 'edit';
  /** What an unfinished form is kept under. */
  readonly draftKey: string;
  readonly values: FormValues;
  /** Saves and returns null, or the reason why it was not saved. */
  readonly onSave: (fields: AssetFields) => Promise<string | null>;
}

/** The asset form (001 §2.6). Every rule is the domain's `checkAsset`. */
export function AssetForm({ mode, draftKey, values, onSave }: AssetFormProps) {
  return (
    <RecordForm
      inSections
      draftKey={draftKey}
      values={values}
      read={readAssetForm}
      onSave={onSave}
      back="/assets"
      submitLabel={mode === 'new' ? 'Create Asset' : 'Update Asset'}
    >
      <Section
        title="Basic Information"
        aside={<FormCheckbox name="excludeFromPriceUpdates" label="Exclude from price updates" />}
      >
        <FieldStack>
          <FormText name="name" label="Asset Name" width="wide" />
          <FieldRow>
            <FormSelect name="type" label="Asset Type" options={ASSET_TYPES} />
            <FormSelect name="category" label="Category" options={ASSET_CATEGORIES} />
          </FieldRow>
        </FieldStack>
      </Section>
      <Section title="Asset Identifiers">
        <FieldRow>
          <FormText name="isin" label="ISIN" placeholder="e.g. US0378331005" />
          <FormText name="sedol" label="SEDOL" placeholder="e.g. 0263494" />
        </FieldRow>
      </Section>
      <Section title="Financial Details">
        <FieldStack>
          <FieldRow>
            <FormSelect name="incomeTreatment" label="Income Treatment" options={INCOME_TREATMENTS} />
            <FormDecimal
              name="totalExpenseRatio"
              label="Total Expense Ratio"
              placeholder="e.g. 0.15"
              hint="Enter as decimal (e.g. 0.15 for 0.15%)"
              suffix="%"
            />
            <FormSelect
              name="denomination"
              label="Denomination"
              options={DENOMINATIONS}
              hint="GBX is pence: 100 GBX is £1"
            />
          </FieldRow>
          <FormSelect
            name="cgtExempt"
            label="Capital Gains Tax"
            placeholder="Not stated"
            options={EXEMPTIONS}
            hint="Exempt: qualifying corporate bonds, gilts, and coins that are UK legal tender"
            width="wide"
          />
          <ExemptionKeeper />
        </FieldStack>
      </Section>
      <Section title="Price Data Configuration">
        <FieldRow>
          <FormSelect name="priceSource" label="Price Source" options={PRICE_SOURCES} />
          <FormText
            name="fetchCode"
            label="Fetch Code"
            placeholder="e.g. VWRL.L"
            hint="Symbol used to fetch price data"
          />
        </FieldRow>
      </Section>
    </RecordForm>
  );
}

/** Says where a stated exemption is stored. */
function ExemptionKeeper() {
  return useWatch({ name: 'cgtExempt' }) === '' ? null : <DeviceOnly what="fields" />;
}
