import { type ReactNode, useContext, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { londonDate } from '../../../domain/values/dates.ts';
import { isCashEvent } from '../../../domain/fields/enums.ts';
import { offeredBrokers } from '../../../domain/records/offered-brokers.ts';
import type { Account, Asset, Broker, Transaction } from '../../../domain/records/records.ts';
import { compute } from '../../compute/compute.ts';
import { findAssetByIsin } from '../../data/records/assets.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { confirmPlannedTrade } from '../../data/records/planned-trades.ts';
import { firstRateDay } from '../../data/records/rates.ts';
import { getTransaction } from '../../data/records/transactions.ts';
import { saveCashTransfer, saveTransfer } from '../../data/records/transfers.ts';
import { saveRecord } from '../../data/records/records.ts';
import { notWrittenText } from '../../data/database/write-fault-text.ts';
import { tellFaultAnd } from '../../ui/app-state/app-faults.ts';
import { type DraftStore, DraftStoreContext } from '../../ui/app-state/draft-store.ts';
import { FormPage } from '../../ui/forms/form-page.tsx';
import { showToast } from '../../ui/messages/toast.tsx';
import { readRestoredValues } from '../../ui/forms/use-form-draft.ts';
import { type Live, useOnce } from '../../ui/hooks/use-live.ts';
import type { AssetFacts } from './asset-facts.ts';
import type { TransactionFields } from '../../../domain/records/transaction.ts';
import type { CashFormFacts } from './cash-form-values.ts';
import { TransactionForm } from './transaction-form.tsx';
import { newValues, type TransactionFormValues, valuesOf } from './transaction-form-values.ts';

function factsOf({ isin, name, type, denomination, unit }: Asset): AssetFacts {
  return { isin, name, type, denomination, ...(unit !== undefined && { unit }) };
}

async function findAsset(isin: string): Promise<AssetFacts | null> {
  if (isin === '') return null;
  const asset = await findAssetByIsin(currentDatabase(), isin);
  return asset === null ? null : factsOf(asset);
}

interface Start {
  readonly values: TransactionFormValues;
  /** What was typed before a reload and not saved, over those values; null when there is nothing. */
  readonly draft: TransactionFormValues | null;
  readonly asset: AssetFacts | null;
  readonly relatedName: string;
  readonly stored: StoredRow | undefined;
}

/** The stored transaction behind the form, and its link. */
interface StoredRow {
  readonly opened: Transaction;
  /** The id of its other half, where that is known. */
  readonly partner: string | null;
}

/**
 * The initial values of the form: the stored transaction, or the address's prefill. Throws when there is no such
 * transaction.
 */
async function readStart(id: string | undefined, address: URLSearchParams, drafts: DraftStore | null): Promise<Start> {
  const { values, stored } =
    id === undefined ? { values: prefilled(address), stored: undefined } : await storedStart(id);
  const draft = await readRestoredValues(drafts, draftKeyOf(id, address), values);
  const { isin, relatedIsin } = draft ?? values;
  // A look-up that fails leaves the search box empty, without a message (000 §8.5).
  const [asset, related] = await Promise.all([
    findAsset(isin).catch(tellFaultAnd(null)),
    findAsset(relatedIsin).catch(tellFaultAnd(null)),
  ]);
  return { values, draft, asset, relatedName: related?.name ?? '', stored };
}

/** A form that was prefilled otherwise is another form. */
function draftKeyOf(id: string | undefined, address: URLSearchParams): string {
  return id === undefined ? `transaction-new?${address.toString()}` : `transaction-${id}`;
}

function prefilled(address: URLSearchParams): TransactionFormValues {
  const given = (name: string): string => address.get(name) ?? '';
  const type = given('transactionType');
  return newValues({
    accountId: given('accountId'),
    isin: given('isin'),
    taxWrapper: given('taxWrapper'),
    brokerId: given('brokerId'),
    ...(address.has('planned') && { transactionType: type, quantity: given('quantity') }),
    ...(isCashEvent(type) && {
      transactionType: type,
      transactionDate: given('transactionDate'),
      cashCurrency: given('cashCurrency'),
      cashAmount: given('cashAmount'),
    }),
  });
}

/** While it is edited, a linked transfer names its other half instead of the link. */
async function storedStart(id: string): Promise<{ values: TransactionFormValues; stored: StoredRow }> {
  const transaction = await getTransaction(currentDatabase(), id);
  if (transaction === null) throw new Error('no such transaction');
  const { transferId } = transaction;
  const partner =
    transferId === undefined
      ? undefined
      : (await compute().transferCandidates(transaction)).find((row) => row.transferId === transferId);
  const values = valuesOf(transaction);
  return {
    values: partner === undefined ? values : { ...values, transferId: partner.id },
    stored: { opened: transaction, partner: partner?.id ?? null },
  };
}

/** Saves the fields; a transfer whose other half was chosen or unlinked is saved together with it. */
async function save(
  fields: TransactionFields,
  otherSide: TransactionFields | undefined,
  id: string | undefined,
  stored: StoredRow | undefined,
) {
  if (otherSide !== undefined) return await saveCashTransfer(currentDatabase(), fields, otherSide);
  const own = { ...fields, ...(id !== undefined && { id }), opened: stored?.opened ?? null };
  const { transferId: chosen, ...rest } = own;
  const before = stored?.partner ?? null;
  // A link whose other half is not on this device stays as it is.
  const isUntouched = chosen === stored?.opened.transferId && before === null;
  if (isUntouched || (chosen === undefined && before === null))
    return await saveRecord(currentDatabase(), 'transaction', own);
  return await saveTransfer(currentDatabase(), rest, { before, after: chosen ?? null });
}

/** Notes the transaction that a saved plan's trade became; the transaction is saved either way. */
async function confirmPlanned(address: URLSearchParams, saved: unknown): Promise<void> {
  const [key = '', index = ''] = (address.get('planned') ?? '').split('.');
  const id = typeof saved === 'object' && saved !== null && 'id' in saved ? saved.id : null;
  if (key === '' || typeof id !== 'string') return;
  const confirmed = await confirmPlannedTrade(currentDatabase(), key, Number(index), id).catch(tellFaultAnd(null));
  if (confirmed?.ok !== true)
    showToast({ title: 'The transaction was saved, but its planned trade still shows as open.', tone: 'error' });
}

async function readCashFacts(): Promise<CashFormFacts> {
  const db = currentDatabase();
  const [wrappers, pounds, euros] = await Promise.all([
    compute().accountWrappers(),
    firstRateDay(db, ['USD', 'GBP']),
    firstRateDay(db, ['USD', 'EUR']),
  ]);
  // Every currency is converted through the dollar.
  const both = pounds === null || euros === null ? null : pounds > euros ? pounds : euros;
  return { today: londonDate(Date.now()), ratesSince: { USD: pounds, EUR: both }, wrappers };
}

export interface TransactionFormScreenProps {
  /** The transaction to edit; none adds one. */
  readonly id?: string | undefined;
  readonly accounts: Live<readonly Account[]>;
  readonly brokers: Live<readonly Broker[]>;
  /** A receipt below is chosen or described, and not attached yet. */
  readonly receiptUnattached?: boolean;
  /** Below the form of a stored transaction: its receipts. */
  readonly children?: ReactNode;
}

/** Adds a transaction, or edits the one with the given id (000 §2.12). To be mounted again for another address. */
export function TransactionFormScreen({
  id,
  accounts,
  brokers,
  receiptUnattached = false,
  children,
}: TransactionFormScreenProps) {
  const [address] = useSearchParams();
  const mode = id === undefined ? 'add' : 'edit';
  // Read once: a form must not change while it is being filled in.
  const [round, setRound] = useState(0);
  const drafts = useContext(DraftStoreContext);
  const start = useOnce(() => readStart(id, address, drafts), [id, round]);
  // Without these a cash event is checked by its record's rules alone.
  const { data: cashFacts = null } = useOnce(readCashFacts, []);
  const failed = failureOf(mode, start.error, accounts.error ?? brokers.error);
  const ready = start.data !== undefined && accounts.data !== undefined && brokers.data !== undefined;

  return (
    <FormPage
      title={mode === 'add' ? 'Add New Transaction' : 'Edit Transaction'}
      breadcrumb={[{ label: 'Transactions', to: '/transactions' }, { label: mode === 'add' ? 'New' : 'Edit' }]}
      back={{ to: '/transactions', label: 'Back to transactions' }}
      failed={failed}
      loading={ready ? null : { lines: 8, text: 'Loading transaction...' }}
    >
      {ready && (
        <TransactionForm
          key={start.data.draft === null ? round : 'draft'}
          draftKey={draftKeyOf(id, address)}
          onDiscarded={() => {
            setRound(round + 1);
          }}
          mode={mode}
          receiptUnattached={receiptUnattached}
          {...start.data}
          stored={start.data.stored?.opened}
          accounts={accounts.data}
          brokers={offeredBrokers(brokers.data, start.data.values.brokerId)}
          searchAssets={(text, limit) => compute().searchAssets(text, limit)}
          findTransfers={(half) => compute().transferCandidates(half)}
          findAsset={findAsset}
          cashFacts={cashFacts}
          onSave={async (fields, otherSide) => {
            const saved = await save(fields, otherSide, id, start.data?.stored).catch(tellFaultAnd(null));
            if (saved?.ok !== true)
              return notWrittenText(
                saved,
                `Failed to ${mode === 'add' ? 'create' : 'update'} transaction. Please try again.`,
              );
            if (mode === 'add') await confirmPlanned(address, saved.value);
            showToast({ title: mode === 'add' ? 'Transaction saved.' : 'Transaction updated.' });
            return null;
          }}
        />
      )}
      {mode === 'edit' && children}
    </FormPage>
  );
}

function failureOf(mode: 'add' | 'edit', startError: unknown, optionsError: unknown): string | null {
  if (mode === 'edit' && startError !== undefined) return 'Failed to load transaction data. Please try again.';
  if (startError !== undefined || optionsError !== undefined) return 'Failed to load form data. Please try again.';
  return null;
}
