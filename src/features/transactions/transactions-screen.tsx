import { useNavigate, useSearchParams } from 'react-router-dom';
import { TRANSACTION_SORT_FIELDS, TRANSACTIONS_PAGE_SIZE } from '../../../domain/lists/transaction-query.ts';
import type { Account } from '../../../domain/records.ts';
import type { TransactionRow } from '../../../workers/worker-api.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { formatDate } from '../../ui/date-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SelectionBanner } from '../../ui/selection-banner.tsx';
import { useDelayed } from '../../ui/use-delayed.ts';
import { quantityPlacesOf, transactionColumns } from './transaction-columns.tsx';
import { countFilters, type TransactionFilters } from './transaction-filters.ts';
import { SearchResultLine, TransactionsFilterBar } from './transactions-filter-bar.tsx';
import styles from './transactions-list.module.css';
import { TransactionsToolbar } from './transactions-toolbar.tsx';
import { useTransactionActions } from './use-transaction-actions.ts';
import { useTransactions } from './use-transactions.ts';

export interface TransactionsScreenProps {
  /** For the account filter. */
  readonly accounts: readonly Account[];
  readonly onImport: () => void;
}

/** The transactions list (000 §2.9). */
export function TransactionsScreen({ accounts, onImport }: TransactionsScreenProps) {
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const { list, query, page, rows, selection } = useTransactions(address);
  const actions = useTransactionActions(selection, query);
  const slow = useDelayed(page.loading);
  const { filters, sort } = list;
  const total = page.data?.totalCount ?? 0;

  /** The address named the filters on entry; once they differ it must not bring the old ones back on a reload. */
  const forgetAddress = () => { if (address.size > 0) setAddress({}, { replace: true }); };
  const changeFilters = (change: Partial<TransactionFilters>) => {
    list.setFilters(change);
    forgetAddress();
  };
  const clearFilters = () => {
    list.clearFilters();
    forgetAddress();
  };
  const error = actions.error ?? (page.error === undefined ? null : loadError(filters.search));
  const count = selection.count;

  return (
    <Page>
      <PageHeader
        title="Transactions"
        actions={
          <TransactionsToolbar
            selectedCount={count}
            totalCount={total}
            loading={slow}
            exporting={actions.exporting}
            onExport={actions.exportRows}
            onDelete={actions.askToDelete}
            onImport={onImport}
            onAdd={() => { void navigate('/transactions/new'); }}
          />
        }
      />
      <TransactionsFilterBar filters={filters} accounts={accounts} onChange={changeFilters} onClear={clearFilters} />
      <SearchResultLine className={styles.results} search={filters.search} searching={page.loading} count={total} onClear={() => { changeFilters({ search: '' }); }} />
      {error !== null && <Banner tone="error">{error}</Banner>}
      <SelectionBanner selection={selection} total={total} onSelectAll={actions.selectAll} />
      <DataTable<TransactionRow>
        caption="Transactions"
        columns={transactionColumns(quantityPlacesOf(rows))}
        rows={rows}
        rowKey={(row) => row.id}
        rowLabel={(row) => `${row.assetName}, ${row.transactionTypeLabel}, ${formatDate(row.transactionDate)}`}
        sort={sort}
        onSort={(key) => {
          const field = TRANSACTION_SORT_FIELDS.find((name) => name === key);
          if (field !== undefined) list.toggleSort(field);
        }}
        selection={selection}
        loading={page.loading}
        loadingText="Loading transactions..."
        cardsBelow="medium"
        empty={page.error === undefined && <NoTransactions filtered={countFilters(filters) > 0} onClear={clearFilters} onImport={onImport} />}
      />
      <Pager page={page.data?.currentPage ?? list.page} pageSize={TRANSACTIONS_PAGE_SIZE} totalCount={total} onPage={list.setPage} />
      <ConfirmDialog
        open={actions.confirming}
        data={{ title: 'Confirm Delete', message: `Are you sure you want to delete ${count} selected transaction(s)? This action cannot be undone.` }}
        busy={actions.deleting}
        onConfirm={actions.deleteSelected}
        onCancel={actions.cancelDelete}
        confirmLabel={`Delete ${count} Transaction(s)`}
      />
    </Page>
  );
}

function loadError(search: string): string {
  return search === '' ? 'Could not load transactions. Please try again later.' : 'Could not search transactions. Please try again later.';
}

interface NoTransactionsProps {
  readonly filtered: boolean;
  readonly onClear: () => void;
  readonly onImport: () => void;
}

function NoTransactions({ filtered, onClear, onImport }: NoTransactionsProps) {
  if (filtered) return <EmptyState title="No transactions found." action={<Button onClick={onClear}>Show all transactions</Button>}>Nothing matches the filters and search above.</EmptyState>;
  return (
    <EmptyState
      title="No transactions found."
      action={
        <>
          <Button variant="primary" onClick={onImport}>Import transactions</Button>
          <ButtonLink to="/transactions/new">Add your first transaction</ButtonLink>
        </>
      }
    >
      Purchases, sales, dividends and transfers of all your accounts go here. Bring them in from a CSV file, or type the first one.
    </EmptyState>
  );
}
