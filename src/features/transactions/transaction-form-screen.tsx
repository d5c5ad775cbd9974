import { useSearchParams } from 'react-router-dom';
import type { Asset } from '../../../domain/records.ts';
import { compute } from '../../compute/compute.ts';
import { listAccounts } from '../../data/accounts.ts';
import { findAssetByIsin } from '../../data/assets.ts';
import { listBrokers } from '../../data/brokers.ts';
import { watchTables } from '../../data/change-feed.ts';
import { currentDatabase } from '../../data/database.ts';
import { getTransaction, saveTransaction } from '../../data/transactions.ts';
import { writeFaultText } from '../../data/write-fault-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { SkeletonBlock } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useLive } from '../../ui/use-live.ts';
import type { AssetFacts } from './asset-facts.ts';
import { TransactionForm } from './transaction-form.tsx';
import { newValues, type TransactionFormValues, valuesOf } from './transaction-form-values.ts';

function factsOf({ isin, name, type, denomination }: Asset): AssetFacts {
  return { isin, name, type, denomination };
}

async function findAsset(isin: string): Promise<AssetFacts | null> {
  if (isin === '') return null;
  const asset = await findAssetByIsin(currentDatabase(), isin);
  return asset === null ? null : factsOf(asset);
}

interface Start {
  readonly values: TransactionFormValues;
  readonly asset: AssetFacts | null;
  readonly relatedName: string;
}

/** What the form starts from: the stored transaction, or the address's prefill. Throws when there is no such transaction. */
async function readStart(id: string | undefined, address: URLSearchParams): Promise<Start> {
  const values = id === undefined ? prefilled(address) : await storedValues(id);
  // A look-up that fails leaves the search box empty, without a message (000 §8.5).
  const [asset, related] = await Promise.all([findAsset(values.isin).catch(() => null), findAsset(values.relatedIsin).catch(() => null)]);
  return { values, asset, relatedName: related?.name ?? '' };
}

function prefilled(address: URLSearchParams): TransactionFormValues {
  const given = (name: string): string => address.get(name) ?? '';
  return newValues({ accountId: given('accountId'), isin: given('isin'), taxWrapper: given('taxWrapper'), brokerId: given('brokerId') });
}

async function storedValues(id: string): Promise<TransactionFormValues> {
  const transaction = await getTransaction(currentDatabase(), id);
  if (transaction === null) throw new Error('no such transaction');
  return valuesOf(transaction);
}

const never = (): (() => void) => () => undefined;

/** Adds a transaction, or edits the one with the given id (000 §2.12). Mount it anew for another address. */
export function TransactionFormScreen({ id }: { readonly id?: string | undefined }) {
  const [address] = useSearchParams();
  const mode = id === undefined ? 'add' : 'edit';
  // Read once: a form must not change under the hands of who fills it in.
  const start = useLive(() => readStart(id, address), never, [id]);
  const options = useLive(
    async () => ({ accounts: await listAccounts(currentDatabase()), brokers: await listBrokers(currentDatabase()) }),
    (changed) => watchTables(currentDatabase(), ['accounts', 'brokers'], changed),
    [],
  );
  const failed = failureOf(mode, start.error, options.error);

  return (
    <Page width="form">
      <PageHeader title={mode === 'add' ? 'Add New Transaction' : 'Edit Transaction'} />
      {failed !== null && <Banner tone="error">{failed}</Banner>}
      {failed === null && (start.data === undefined || options.data === undefined) && <SkeletonBlock lines={8} text="Loading transaction..." />}
      {failed === null && start.data !== undefined && options.data !== undefined && (
        <TransactionForm
          mode={mode}
          {...start.data}
          {...options.data}
          searchAssets={(text, limit) => compute().searchAssets(text, limit)}
          findAsset={findAsset}
          onSave={async (fields) => {
            const saved = await saveTransaction(currentDatabase(), { ...fields, ...(id !== undefined && { id }) }).catch(() => null);
            if (saved?.ok !== true) return (saved && writeFaultText(saved.fault)) ?? `Failed to ${mode === 'add' ? 'create' : 'update'} transaction. Please try again.`;
            showToast({ title: mode === 'add' ? 'Transaction saved.' : 'Transaction updated.' });
            return null;
          }}
        />
      )}
    </Page>
  );
}

function failureOf(mode: 'add' | 'edit', startError: unknown, optionsError: unknown): string | null {
  if (mode === 'edit' && startError !== undefined) return 'Failed to load transaction data. Please try again.';
  if (startError !== undefined || optionsError !== undefined) return 'Failed to load form data. Please try again.';
  return null;
}
