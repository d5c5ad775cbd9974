import { type KeyboardEvent, type FormEvent, useEffect, useState } from 'react';
import { FormProvider, type FieldErrors, type Resolver, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { fieldLabel } from '../../../domain/issue-text.ts';
import type { Account, Broker, Transaction } from '../../../domain/records.ts';
import type { TransactionFields } from '../../../domain/transaction.ts';
import type { SearchAssets } from '../../ui/asset-field.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DraftBanner } from '../../ui/draft-banner.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { MissingFields } from '../../ui/missing-fields.tsx';
import { FormActions } from '../../ui/page.tsx';
import { type FormDraft, useFormDraft } from '../../ui/use-form-draft.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { AssetFacts } from './asset-facts.ts';
import { ExtrasSection } from './extras-section.tsx';
import { AssetSection, DetailsSection, FeesSection, PricingSection } from './transaction-form-sections.tsx';
import styles from './transaction-form.module.css';
import {
  formIssueText,
  readForm,
  type TransactionFormField,
  type TransactionFormValues,
} from './transaction-form-values.ts';
import { type FindTransfers, TransferField } from './transfer-field.tsx';

export interface TransactionFormProps {
  readonly mode: 'add' | 'edit';
  readonly values: TransactionFormValues;
  /** What a draft brings back over them, or null. */
  readonly draft?: TransactionFormValues | null;
  /** Keeps a draft; null removes it. */
  readonly onDraft?: (draft: FormDraft<TransactionFormValues> | null) => Promise<void>;
  /** The draft is gone: show the form afresh. */
  readonly onDiscarded?: () => void;
  readonly accounts: readonly Account[];
  readonly brokers: readonly Broker[];
  /** The asset of the initial ISIN (the draft's, where there is one), when the catalogue has it. */
  readonly asset: AssetFacts | null;
  readonly relatedName: string;
  readonly searchAssets: SearchAssets;
  /** The stored row that is edited, and the link that it has. */
  readonly stored?: Pick<Transaction, 'id' | 'transferId'> | undefined;
  /** A receipt beside the form would be lost when it is left. */
  readonly receiptUnattached?: boolean;
  readonly findTransfers?: FindTransfers;
  readonly findAsset: (isin: string) => Promise<AssetFacts | null>;
  /** Saves and answers null, or the sentence that says why it did not. */
  readonly onSave: (fields: TransactionFields) => Promise<string | null>;
}

const noTransfers: FindTransfers = async () => [];

const WORDS = {
  add: { submit: 'Save Transaction', busy: 'Saving...' },
  edit: { submit: 'Update Transaction', busy: 'Updating...' },
} as const;

const resolver: Resolver<TransactionFormValues> = (values) => {
  const read = readForm(values);
  if (read.ok) return { values, errors: {} };
  const errors: FieldErrors<TransactionFormValues> = {};
  for (const issue of read.issues)
    errors[issue.field as TransactionFormField] ??= { type: issue.code, message: formIssueText(issue) };
  return { values: {}, errors };
};

/** The transaction form (000 §2.12). Every rule is the domain's `checkTransaction`. */
export function TransactionForm({
  mode,
  values,
  draft = null,
  onDraft = async () => undefined,
  onDiscarded,
  accounts,
  brokers,
  asset: initialAsset,
  relatedName,
  searchAssets,
  stored,
  receiptUnattached = false,
  findTransfers = noTransfers,
  findAsset,
  onSave,
}: TransactionFormProps) {
  const form = useForm<TransactionFormValues>({ defaultValues: values, mode: 'onTouched', resolver });
  const forgetDraft = useFormDraft(form, values, draft, onDraft);
  const navigate = useNavigate();
  const [asset, setAsset] = useState(initialAsset);
  const [error, setError] = useState<string | null>(null);
  const [asksForReceipt, setAsksForReceipt] = useState(false);
  const { isValid, isSubmitting, isDirty } = form.formState;
  const words = WORDS[mode];

  useEffect(() => {
    // What a draft brings back, or a stored row, may break a rule; nobody has left a field yet that would say so.
    const broken = brokenFields(form.getValues());
    if (broken.length > 0) void form.trigger(broken);
  }, [form]);

  const pick = (picked: AssetFacts) => {
    setAsset(picked);
    // The search result lacks what the hints tell of the price's currency.
    findAsset(picked.isin).then(
      (facts) => {
        if (facts !== null && form.getValues('isin') === facts.isin) setAsset(facts);
      },
      () => undefined,
    );
  };

  const save = form.handleSubmit(async (entered) => {
    const read = readForm(entered);
    if (!read.ok) return;
    setError(null);
    const refusal = await onSave(read.fields);
    if (refusal !== null) {
      setError(refusal);
      return;
    }
    void forgetDraft();
    await navigate('/transactions');
  });

  const submit = (event: FormEvent) => {
    if (!receiptUnattached) return void save(event);
    event.preventDefault();
    setAsksForReceipt(true);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (
      event.defaultPrevented ||
      !(event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement)
    )
      return;
    if (event.target.getAttribute('aria-expanded') === 'true') return;
    if (event.key === 'Escape') void navigate('/transactions');
    // The disabled button keeps the browser from submitting; say what is missing instead.
    if (event.key === 'Enter' && !isValid) void form.trigger(undefined, { shouldFocus: true });
  };

  const similar = () => {
    const { accountId, isin, taxWrapper, brokerId } = form.getValues();
    void navigate(`/transactions/new?${new URLSearchParams({ accountId, isin, taxWrapper, brokerId }).toString()}`);
  };

  return (
    <FormProvider {...form}>
      <form className={styles.form} noValidate onSubmit={submit} onKeyDown={onKeyDown}>
        {draft !== null && <DraftBanner onDiscard={() => void forgetDraft().then(onDiscarded)} />}
        <DetailsSection brokers={brokers} />
        <AssetSection accounts={accounts} asset={asset} searchAssets={searchAssets} onPick={pick} />
        <PricingSection asset={asset} stated={mode === 'edit' || draft !== null} />
        <ExtrasSection relatedName={relatedName} searchAssets={searchAssets} />
        <TransferField
          id={stored?.id}
          transferId={stored?.transferId}
          accounts={accounts}
          findTransfers={findTransfers}
        />
        <FeesSection asset={asset} stated={mode === 'edit' || draft !== null} />
        <div className={styles.end}>
          {error !== null && <Banner tone="error">{error}</Banner>}
          <FormActions>
            <Button type="submit" variant="primary" size="main" disabled={!isValid} loading={isSubmitting}>
              {isSubmitting ? words.busy : words.submit}
            </Button>
            <ButtonLink to="/transactions" size="main" disabled={isSubmitting}>
              Cancel
            </ButtonLink>
            {mode === 'edit' && (
              <Tooltip text="Create a new transaction with the same Account, ISIN, Tax Wrapper and Broker">
                <Button size="main" disabled={isSubmitting} onClick={similar}>
                  New Transaction For This Holding
                </Button>
              </Tooltip>
            )}
          </FormActions>
          <FormMissingFields control={form.control} />
        </div>
      </form>
      <ConfirmDialog
        open={asksForReceipt}
        data={{
          title: 'Save without the receipt?',
          message: 'What you entered under Upload Receipt is not uploaded and will be lost.',
        }}
        confirmLabel="Save Without Receipt"
        onConfirm={() => {
          setAsksForReceipt(false);
          void save();
        }}
        onCancel={() => {
          setAsksForReceipt(false);
        }}
      />
      <LeaveGuard active={(isDirty || receiptUnattached) && !isSubmitting} onLeave={() => void forgetDraft()} />
    </FormProvider>
  );
}

/** The fields that hold something which breaks a rule. */
function brokenFields(values: TransactionFormValues): TransactionFormField[] {
  const read = readForm(values);
  return read.ok
    ? []
    : read.issues.filter(({ code }) => code !== 'required').map(({ field }) => field as TransactionFormField);
}

/** Names what still keeps the button disabled. */
function FormMissingFields({
  control,
}: {
  readonly control: ReturnType<typeof useForm<TransactionFormValues>>['control'];
}) {
  const read = readForm(useWatch({ control }) as TransactionFormValues);
  if (read.ok) return null;
  const faults = read.issues.map(({ field, code }) => ({
    label: MISSING_LABELS[field] ?? fieldLabel(field),
    isMissing: code === 'required',
  }));
  return <MissingFields faults={faults} />;
}

const MISSING_LABELS: Readonly<Record<string, string>> = { isin: 'Asset Name', relatedIsin: 'Related Asset' };
