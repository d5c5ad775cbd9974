import { type ReactNode, useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { isCashEvent } from '../../../domain/fields/enums.ts';
import type { Account, Broker, Transaction } from '../../../domain/records/records.ts';
import type { TransactionFields } from '../../../domain/records/transaction.ts';
import type { SearchAssets } from '../../ui/forms/asset-field.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { DraftedForm, type DraftedFormProps } from '../../ui/forms/record-form.tsx';
import { Tooltip } from '../../ui/controls/tooltip.tsx';
import type { AssetFacts } from './asset-facts.ts';
import { type CashFormFacts, readEntered } from './cash-form-values.ts';
import { CashSections, SettlementSection } from './cash-sections.tsx';
import { ExtrasSection } from './extras-section.tsx';
import { AssetSection, DetailsSection, FeesSection, PricingSection } from './transaction-form-sections.tsx';
import type { TransactionFormValues } from './transaction-form-values.ts';
import { type FindTransfers, TransferField } from './transfer-field.tsx';

export interface TransactionFormProps extends Pick<DraftedFormProps<TransactionFields>, 'draftKey' | 'onDiscarded'> {
  readonly mode: 'add' | 'edit';
  readonly values: TransactionFormValues;
  /** The values of a draft over them, or null. */
  readonly draft: TransactionFormValues | null;
  readonly accounts: readonly Account[];
  readonly brokers: readonly Broker[];
  /** The asset of the initial ISIN (the draft's, where there is one), when the catalogue has it. */
  readonly asset: AssetFacts | null;
  readonly relatedName: string;
  readonly searchAssets: SearchAssets;
  /** The stored row that is edited, and the link that it has. */
  readonly stored?: Pick<Transaction, 'id' | 'transferId' | 'transactionType' | 'cashAmount'> | undefined;
  /** A receipt beside the form would be lost when it is left. */
  readonly receiptUnattached?: boolean;
  readonly findTransfers?: FindTransfers;
  readonly findAsset: (isin: string) => Promise<AssetFacts | null>;
  /** What the rules of cash events ask for beside the form; null where it is not known. */
  readonly cashFacts?: CashFormFacts | null;
  /** Saves and returns null, or the reason why it was not saved. A new cash transfer has another side. */
  readonly onSave: (fields: TransactionFields, otherSide?: TransactionFields) => Promise<string | null>;
}

const noTransfers: FindTransfers = async () => [];

const WORDS = {
  add: { submitLabel: 'Save Transaction', busyLabel: 'Saving...' },
  edit: { submitLabel: 'Update Transaction', busyLabel: 'Updating...' },
} as const;

const RECEIPT = {
  title: 'Save without the receipt?',
  message: 'Your entries under Upload Receipt are not uploaded and will be lost.',
  confirmLabel: 'Save Without Receipt',
} as const;

/** The transaction form (000 §2.12). Every rule is the domain's `checkTransaction`. */
export function TransactionForm({
  mode,
  accounts,
  brokers,
  asset: initialAsset,
  relatedName,
  searchAssets,
  stored,
  receiptUnattached = false,
  findTransfers = noTransfers,
  findAsset,
  cashFacts = null,
  onSave,
  ...form
}: TransactionFormProps) {
  const [asset, setAsset] = useState(initialAsset);
  const stated = mode === 'edit' || form.draft !== null;
  const statesCash = stored !== undefined && !isCashEvent(stored.transactionType) && stored.cashAmount !== undefined;
  const pick = (picked: AssetFacts) => {
    setAsset(picked);
    // The search result lacks what the hints tell of the price's currency.
    findAsset(picked.isin).then(
      (facts) => {
        if (facts !== null) setAsset((now) => (now?.isin === facts.isin ? facts : now));
      },
      // Without them the hints of the currency are missing, and the fields are the same.
      () => undefined,
    );
  };
  return (
    <DraftedForm
      {...form}
      {...WORDS[mode]}
      inSections
      read={(entered) => readEntered(entered, { isNew: mode === 'add', statesCash, facts: cashFacts })}
      onSave={async ({ fields, otherSide }) => await (otherSide === null ? onSave(fields) : onSave(fields, otherSide))}
      back="/transactions"
      actionSize="main"
      actions={mode === 'edit' && <SimilarButton />}
      unsavedBeside={receiptUnattached ? RECEIPT : null}
    >
      <DetailsSection brokers={brokers} />
      <ByType
        cash={<CashSections accounts={accounts} brokers={brokers} isNew={mode === 'add'} />}
        security={
          <>
            <AssetSection accounts={accounts} asset={asset} searchAssets={searchAssets} onPick={pick} />
            <PricingSection asset={asset} stated={stated} id={stored?.id} />
            <ExtrasSection relatedName={relatedName} searchAssets={searchAssets} />
            <TransferField
              id={stored?.id}
              transferId={stored?.transferId}
              accounts={accounts}
              findTransfers={findTransfers}
            />
            <FeesSection asset={asset} stated={stated} />
            {statesCash && <SettlementSection />}
          </>
        }
      />
    </DraftedForm>
  );
}

/** A cash event has no security, so it has other fields. */
function ByType({ cash, security }: { readonly cash: ReactNode; readonly security: ReactNode }) {
  const { control, getValues, setValue } = useFormContext<TransactionFormValues>();
  const type = useWatch({ control, name: 'transactionType' });
  const isCash = isCashEvent(type);
  useEffect(() => {
    if (isCash && getValues('cashCurrency') === '') setValue('cashCurrency', 'GBP');
  }, [isCash, getValues, setValue]);
  return isCash ? cash : security;
}

function SimilarButton() {
  const {
    control,
    getValues,
    formState: { isSubmitting },
  } = useFormContext<TransactionFormValues>();
  const navigate = useNavigate();
  const type = useWatch({ control, name: 'transactionType' });
  if (isCashEvent(type)) return null;
  const openSimilar = () => {
    const { accountId, isin, taxWrapper, brokerId } = getValues();
    void navigate(`/transactions/new?${new URLSearchParams({ accountId, isin, taxWrapper, brokerId }).toString()}`);
  };
  return (
    <Tooltip text="Create a new transaction with the same Account, ISIN, Tax Wrapper and Broker">
      <Button size="main" disabled={isSubmitting} onClick={openSimilar}>
        New Transaction For This Holding
      </Button>
    </Tooltip>
  );
}
