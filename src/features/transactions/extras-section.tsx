import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { SearchAssets } from '../../ui/forms/asset-field.tsx';
import { DeviceOnly } from '../../ui/messages/device-only.tsx';
import { FormAsset, FormDate, FormDecimal, FormSelect } from '../../ui/forms/form-fields.tsx';
import { FieldRow, Section } from '../../ui/layout/page.tsx';
import { WithheldSection } from './cash-sections.tsx';
import { extraFieldsOf, type TransactionFormValues } from './transaction-form-values.ts';

const RELATED_HINTS: Readonly<Record<string, string>> = {
  MERGER: 'The asset received.',
  DEMERGER: 'The asset received in addition to the one held.',
  ISIN_CHANGE: 'The same asset under its new ISIN.',
};

const VALUE_HINTS: Readonly<Record<string, string>> = {
  MERGER: 'Value of the shares received',
  DEMERGER: 'Value of the shares kept, after the demerger',
  RETURN_OF_CAPITAL: 'Value of the holding after the payment',
};

const TREATMENTS = [
  { value: 'deduct', label: 'Small: deduct it from the cost' },
  { value: 'partDisposal', label: 'Part disposal' },
];

export interface ExtrasSectionProps {
  /** The name of the stored related asset, where it is known. */
  readonly relatedName: string;
  readonly searchAssets: SearchAssets;
}

/** The fields that only some types need: the other asset, a ratio, values and dates. Nothing for the rest. */
export function ExtrasSection({ relatedName, searchAssets }: ExtrasSectionProps) {
  const { control } = useFormContext<TransactionFormValues>();
  const { transactionType = '' } = useWatch({ control });
  const fields = extraFieldsOf(transactionType).filter((field) => field !== 'transferId');
  if (fields.length === 0) return null;
  if (fields.includes('grossIncome')) return <WithheldSection />;
  return (
    <Section title="Corporate Action">
      <DeviceOnly what="fields" />
      {fields.includes('relatedIsin') && (
        <RelatedAssetField
          hint={RELATED_HINTS[transactionType] ?? ''}
          initialName={relatedName}
          searchAssets={searchAssets}
        />
      )}
      {fields.includes('ratioNew') && (
        <FieldRow>
          <FormDecimal name="ratioNew" step="1" label="Ratio (new)" hint="Units after" />
          <FormDecimal name="ratioOld" step="1" label="Ratio (old)" hint="For units before" />
        </FieldRow>
      )}
      {fields.includes('costFraction') && (
        <FormDecimal
          name="costFraction"
          label="Cost Fraction"
          hint="Share of the cost that moves, from 0 to 1"
          width="medium"
        />
      )}
      {fields.includes('valueAfter') && (
        <FormDecimal
          name="valueAfter"
          label="Value After"
          prefix="£"
          places={2}
          width="medium"
          hint={VALUE_HINTS[transactionType]}
        />
      )}
      {fields.includes('smallTreatment') && (
        <FormSelect
          name="smallTreatment"
          label="Small Distribution Treatment"
          placeholder="By the rules"
          options={TREATMENTS}
        />
      )}
      {fields.includes('incomeDate') && (
        <FormDate name="incomeDate" label="Income Date" hint="When the income arises" />
      )}
    </Section>
  );
}

function RelatedAssetField({
  hint,
  initialName,
  searchAssets,
}: {
  readonly hint: string;
  readonly initialName: string;
  readonly searchAssets: SearchAssets;
}) {
  const { control } = useFormContext<TransactionFormValues>();
  const isin = useWatch({ control, name: 'relatedIsin' });
  const [name, setName] = useState(initialName);
  return (
    <FormAsset
      name="relatedIsin"
      label="Related Asset"
      assetName={name}
      searchAssets={searchAssets}
      required
      hint={isin === '' ? hint : `${hint} ${isin}`}
      onPicked={(hit) => {
        setName(hit.name);
      }}
    />
  );
}
