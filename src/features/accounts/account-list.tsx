import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { accountsNamed } from '../../../domain/lists/account-list.ts';
import type { Account } from '../../../domain/records/records.ts';
import { compute } from '../../compute/compute.ts';
import { listAccounts } from '../../data/records/accounts.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { withPending } from '../../data/outbox/outbox.ts';
import { tellFault } from '../../ui/app-state/app-faults.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { listTexts } from '../../ui/texts/list-texts.ts';
import { ListToolbar } from '../../ui/lists/list-toolbar.tsx';
import { Page, PageHeader } from '../../ui/layout/page.tsx';
import { useHeaderSearch } from '../../ui/app-state/page-controls.ts';
import { RecordName } from '../../ui/messages/record-name.tsx';
import { saveFile } from '../../ui/hooks/save-file.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { AccountDeletionDialog } from './account-deletion-dialog.tsx';
import { useAccountDeletion } from './use-account-deletion.ts';

/** `pending` accounts have changes that the server has not got yet. */
interface AccountRow extends Account {
  readonly pending: boolean;
}

const COLUMNS: readonly Column<AccountRow>[] = [
  {
    key: 'name',
    header: 'Name',
    grow: true,
    cell: ({ id, name, pending }) => <RecordName id={id} name={name} pending={pending} />,
  },
];

const TEXTS = listTexts({ singular: 'account', plural: 'accounts' });

const FIRST_ACCOUNT = (
  <EmptyState
    title="No accounts"
    action={
      <ButtonLink to="/accounts/new" variant="primary">
        Add Account
      </ButtonLink>
    }
  >
    Get started by creating your first account.
  </EmptyState>
);

/** The accounts with edit and delete (001 §2.10), import and export. */
export function AccountList({ onImport }: { readonly onImport: () => void }) {
  const navigate = useNavigate();
  const query = useHeaderSearch();
  const { data, error, loading } = useStored(
    async () => await withPending(currentDatabase(), await listAccounts(currentDatabase())),
    [],
  );
  const [failure, setFailure] = useState<string | null>(null);
  const deletion = useAccountDeletion(setFailure);
  const [exporting, setExporting] = useState(false);

  const shown = accountsNamed(data ?? [], query);

  const exportShown = async () => {
    setFailure(null);
    setExporting(true);
    try {
      saveFile(await compute().exportAccounts({ query }));
    } catch (error) {
      tellFault(error);
      setFailure(TEXTS.exportFailed);
    } finally {
      setExporting(false);
    }
  };
  const actions = (account: Account) => (
    <>
      <IconButton
        label="Edit"
        icon={<Pencil aria-hidden="true" />}
        onClick={() => void navigate(`/accounts/${account.id}/edit`)}
      />
      <IconButton
        label="Delete"
        tone="danger"
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => {
          deletion.ask(account);
        }}
      />
    </>
  );

  return (
    <Page width="form">
      <PageHeader
        title="Your Accounts"
        actions={
          <>
            <ListToolbar
              texts={TEXTS}
              selectedCount={0}
              totalCount={shown.length}
              loading={loading}
              exporting={exporting}
              onExport={() => void exportShown()}
              onImport={onImport}
            />
            <ButtonLink to="/accounts/new" variant="primary" icon={<Plus size={16} aria-hidden="true" />}>
              Add New Account
            </ButtonLink>
          </>
        }
      />
      {error !== undefined && <Banner tone="error">Failed to load accounts</Banner>}
      {failure !== null && <Banner tone="error">{failure}</Banner>}
      <DataTable
        caption="Accounts"
        columns={COLUMNS}
        rows={shown}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowActions={actions}
        loading={loading}
        loadingText="Loading accounts..."
        empty={
          error === undefined &&
          (query === '' ? FIRST_ACCOUNT : <EmptyState title={`No account is named "${query}".`} />)
        }
      />
      <AccountDeletionDialog deletion={deletion} />
    </Page>
  );
}
