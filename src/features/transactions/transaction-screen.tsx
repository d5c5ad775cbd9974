import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { labelOf, TRANSACTION_TYPES } from '../../../domain/fields/enums.ts';
import type { Account, Broker, Transaction } from '../../../domain/records/records.ts';
import { currentDatabase } from '../../data/database/database.ts';
import type { ImportRecord } from '../../data/database/import-record.ts';
import { importOf } from '../../data/imports/import-of.ts';
import { findAssetByIsin } from '../../data/records/assets.ts';
import { getTransaction } from '../../data/records/transactions.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import type { Live } from '../../ui/hooks/use-live.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Page, PageHeader, Section } from '../../ui/layout/page.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { Banner } from '../../ui/messages/banner.tsx';
import { formatDate, dateInSentence } from '../../ui/texts/date-text.ts';
import { ValuesButton } from '../../ui/values/values-button.tsx';
import { editTransactionPath } from '../../ui/texts/transaction-path.ts';
import { DeleteTransaction } from './delete-transaction.tsx';
import { TransactionFacts } from './transaction-facts.tsx';

export interface TransactionScreenProps {
  readonly id: string;
  readonly accounts: Live<readonly Account[]>;
  readonly brokers: Live<readonly Broker[]>;
  /** The gains of a transaction in a security. */
  readonly workings: (transactionId: string) => ReactNode;
  readonly receipts: (transactionId: string) => ReactNode;
}

interface Read {
  readonly row: Transaction;
  readonly assetName: string;
  readonly imported: ImportRecord | null;
}

async function read(id: string): Promise<Read | null> {
  const db = currentDatabase();
  const row = await getTransaction(db, id);
  if (row === null) return null;
  const asset = row.isin === '' ? null : await findAssetByIsin(db, row.isin);
  return { row, assetName: asset?.name ?? row.isin, imported: await importOf(db, row.id) };
}

/** One transaction to read before it is edited: what is recorded, its gains, its receipts and its origin. */
export function TransactionScreen({ id, accounts, brokers, workings, receipts }: TransactionScreenProps) {
  const { data, error } = useStored(() => read(id), [id]);
  if (data === undefined || data === null)
    return (
      <Page>
        <PageHeader
          title="Transaction"
          breadcrumb={[{ label: 'Transactions', to: '/transactions' }, { label: 'Transaction' }]}
        />
        {error !== undefined ? (
          <Banner tone="error">Failed to load transaction data. Please try again.</Banner>
        ) : data === null ? (
          <EmptyState title="Transaction not found" action={<Link to="/transactions">All transactions</Link>}>
            It was deleted, or the address is not complete.
          </EmptyState>
        ) : (
          <SkeletonBlock lines={8} text="Loading transaction..." />
        )}
      </Page>
    );
  const { row, assetName, imported } = data;
  const type = labelOf(TRANSACTION_TYPES, row.transactionType);
  const title = assetName === '' ? type : assetName;
  const description = `${type}, ${formatDate(row.transactionDate)}`;
  return (
    <Page>
      <PageHeader
        title={title}
        description={assetName === '' ? formatDate(row.transactionDate) : description}
        breadcrumb={[{ label: 'Transactions', to: '/transactions' }, { label: title }]}
        actions={
          <>
            <ValuesButton />
            <DeleteTransaction id={row.id} name={assetName === '' ? description : `${assetName}, ${description}`} />
            <ButtonLink to={editTransactionPath(row.id)} variant="primary">
              Edit
            </ButtonLink>
          </>
        }
      />
      <TransactionFacts
        row={row}
        names={{
          asset: assetName,
          account: nameOf(accounts.data, row.accountId),
          broker: nameOf(brokers.data, row.brokerId),
        }}
      />
      {row.isin !== '' && workings(row.id)}
      {imported !== null && <Source imported={imported} />}
      {receipts(row.id)}
    </Page>
  );
}

function nameOf(records: readonly { readonly id: string; readonly name: string }[] | undefined, id: string): string {
  return records?.find((record) => record.id === id)?.name ?? '';
}

/** The file that it was imported from. */
function Source({ imported: { fileName, profileName, createdAt } }: { readonly imported: ImportRecord }) {
  return (
    <Section title="Imported from">
      <p>
        {fileName}
        {profileName !== undefined && `, read as ${profileName}`}, on {dateInSentence(createdAt)}
      </p>
    </Section>
  );
}
