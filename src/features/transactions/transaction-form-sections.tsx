import { useFormContext, useWatch } from 'react-hook-form';
import { isCashEvent, TRANSACTION_TYPES } from '../../../domain/fields/enums.ts';
import type { Account, Broker } from '../../../domain/records/records.ts';
import type { SearchAssets } from '../../ui/forms/asset-field.tsx';
import { FormAsset, FormDate, FormDecimal, FormSelect, FormText } from '../../ui/forms/form-fields.tsx';
import { FieldRow, Section } from '../../ui/layout/page.tsx';
import { optionsOf } from '../../ui/forms/select-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { AccountFields } from './account-fields.tsx';
import { type AssetFacts, commodityOf } from './asset-facts.ts';
import { ConsiderationField } from './consideration-field.tsx';
import { PriceNotes, usePriceNoteIds } from './price-notes.tsx';
import { StampDutyField } from './stamp-duty-field.tsx';
import type { TransactionFormValues } from './transaction-form-values.ts';

/** 'Transaction Details' (000 §2.12). */
export function DetailsSection({ brokers }: { readonly brokers: readonly Broker[] }) {
  const { control } = useFormContext<TransactionFormValues>();
  const type = useWatch({ control, name: 'transactionType' });
  return (
    <Section title="Transaction Details">
      <FieldRow>
        <FormSelect
          name="transactionType"
          label="Transaction Type"
          placeholder="Select a transaction type"
          options={TRANSACTION_TYPES}
          required
        />
        <FormDate name="transactionDate" label="Transaction Date" required />
      </FieldRow>
      <FieldRow>
        <FormSelect
          name="brokerId"
          label="Broker"
          placeholder="Select a broker"
          options={optionsOf(brokers)}
          required
        />
        <FormText name="brokerDealReference" label={isCashEvent(type) ? 'Note' : 'Broker Deal Reference'} />
      </FieldRow>
    </Section>
  );
}

export interface AssetSectionProps {
  readonly accounts: readonly Account[];
  readonly asset: AssetFacts | null;
  readonly searchAssets: SearchAssets;
  readonly onPick: (asset: AssetFacts) => void;
}

/** 'Account & Asset': the ISIN comes from the picked asset alone. */
export function AssetSection({ accounts, asset, searchAssets, onPick }: AssetSectionProps) {
  const { control } = useFormContext<TransactionFormValues>();
  const isin = useWatch({ control, name: 'isin' });
  const commodity = commodityOf(isin, asset);
  return (
    <Section title="Account & Asset">
      <FormAsset
        name="isin"
        label="Asset Name"
        assetName={asset?.name ?? ''}
        searchAssets={searchAssets}
        required
        onPicked={(hit) => {
          onPick({ ...hit, denomination: null });
        }}
      />
      <AccountFields accounts={accounts} />
      <TextField
        label="ISIN"
        value={commodity ?? isin}
        placeholder="Select an asset above..."
        hint={commodity !== null && commodity !== isin ? isin : undefined}
        readOnly
        required
      />
    </Section>
  );
}

const QUANTITY_HINTS: Readonly<Record<string, string>> = {
  SPLIT: 'The change in units; negative for a consolidation.',
  BONUS_ISSUE: 'The units received.',
  MERGER: 'The units received of the related asset.',
  DEMERGER: 'The units received of the related asset.',
};

/** Labels and hints of prices by unit: troy ounces for a commodity, shares otherwise. */
function priceWords(asset: AssetFacts | null, commodity: string | null) {
  if (commodity !== null) {
    return {
      unit: 'per oz',
      quantity: 'Quantity (oz)',
      quantityHint: `Enter quantity in troy ounces for ${commodity}`,
      native: 'Price per troy ounce in original currency',
      local: 'Price per troy ounce in local currency (GBP)',
    };
  }
  const denomination = asset?.denomination ?? null;
  const named = denomination === null ? 'As quoted' : `As quoted, in ${denomination}`;
  return {
    unit: 'per share',
    quantity: 'Quantity',
    quantityHint: undefined,
    native: denomination === 'GBX' ? 'As quoted, in pence (GBX)' : named,
    local: 'In pounds',
  };
}

/** 'Pricing & Quantity'. */
export function PricingSection({
  asset,
  stated,
  id,
}: {
  readonly asset: AssetFacts | null;
  readonly stated: boolean;
  /** That of a stored transaction. */
  readonly id: string | undefined;
}) {
  const { control } = useFormContext<TransactionFormValues>();
  const { isin, transactionType, localPrice } = useWatch({ control });
  const commodity = commodityOf(isin ?? '', asset);
  const words = priceWords(asset, commodity);
  const noteIds = usePriceNoteIds();
  return (
    <Section title="Pricing & Quantity">
      {transactionType !== 'ISIN_CHANGE' && (
        <FormDecimal
          name="quantity"
          step="0.000001"
          label={words.quantity}
          suffix={commodity === null ? undefined : 'oz'}
          hint={words.quantityHint ?? QUANTITY_HINTS[transactionType ?? '']}
        />
      )}
      <FieldRow>
        <FormDecimal
          name="nativePrice"
          label={`Native Price (${words.unit})`}
          hint={words.native}
          describedBy={`${noteIds.exchange} ${noteIds.native}`}
        />
        <FormDecimal
          name="localPrice"
          label={`Local Price (${words.unit})`}
          prefix="£"
          hint={words.local}
          describedBy={`${noteIds.exchange} ${noteIds.local}`}
        />
      </FieldRow>
      <PriceNotes asset={asset} noteIds={noteIds} id={id} />
      {/* Without a price, the note is about what a unit cost. */}
      <ConsiderationField stated={stated} describedBy={localPrice === '' ? noteIds.local : undefined} />
    </Section>
  );
}

/** 'Fees & Charges'. */
export function FeesSection({ asset, stated }: { readonly asset: AssetFacts | null; readonly stated: boolean }) {
  return (
    <Section title="Fees & Charges">
      <FieldRow>
        <FormDecimal name="brokerCharge" label="Broker Charge" prefix="£" places={2} />
        <StampDutyField asset={asset} stated={stated} />
      </FieldRow>
      <FieldRow>
        <FormDecimal name="fxCharge" label="FX Charge" prefix="£" places={2} />
        <FormDecimal name="accruedInterest" label="Accrued Interest" prefix="£" places={2} />
      </FieldRow>
    </Section>
  );
}
