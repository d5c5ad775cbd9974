import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { TRANSACTION_SORT_FIELDS, TRANSACTIONS_PAGE_SIZE } from '../../../domain/lists/transaction-query.ts';
import type { Account } from '../../../domain/records/records.ts';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { formatDate } from '../../ui/texts/date-text.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { FirstSteps } from '../../ui/layout/first-steps.tsx';
import { ListScreen } from '../../ui/lists/list-screen.tsx';
import { SearchResultLine } from '../../ui/lists/search-result-line.tsx';
import { ValuesButton } from '../../ui/values/values-button.tsx';
import { quantityPlacesOf, transactionColumns } from './transaction-columns.tsx';
import { TransactionsFilterBar } from './transactions-filter-bar.tsx';
import styles from './transactions-list.module.css';
import { useTransactions } from './use-transactions.ts';

export interface TransactionsScreenProps {
  /** For the account filter. */
  readonly accounts: readonly Account[];
  readonly onImport: () => void;
}

/** The transactions list (000 §2.9): the name leads to the form, the day to the page that is read. */
export function TransactionsScreen({ accounts, onImport }: TransactionsScreenProps) {
  const navigate = useNavigate();
  const list = useTransactions();
  const { rows, setFilters, clearFilters, search } = list;
  const places = quantityPlacesOf(rows);
  const columns = useMemo(() => transactionColumns(places), [places]);
  return (
    <ListScreen
      list={list}
      pageSize={TRANSACTIONS_PAGE_SIZE}
      columns={columns}
      sortFields={TRANSACTION_SORT_FIELDS}
      rowLabel={(row) =>
        [row.assetName, row.transactionTypeLabel, formatDate(row.transactionDate)]
          .filter((part) => part !== '')
          .join(', ')
      }
      filterBar={
        <TransactionsFilterBar
          filters={list.state.filters}
          accounts={accounts}
          onChange={setFilters}
          onClear={clearFilters}
          onLink={list.linkView}
        />
      }
      toolbar={<ValuesButton />}
      onImport={onImport}
      onAdd={() => {
        void navigate('/transactions/new');
      }}
      cardsBelow="medium"
      empty={<NoTransactions filtered={list.filtered} onClear={clearFilters} onImport={onImport} />}
    >
      <SearchResultLine
        className={styles.results}
        search={search}
        searching={list.page.loading}
        failed={list.page.error !== undefined}
        count={list.total}
        onClear={() => {
          setFilters({ search: '' });
        }}
      />
    </ListScreen>
  );
}

interface NoTransactionsProps {
  readonly filtered: boolean;
  readonly onClear: () => void;
  readonly onImport: () => void;
}

function NoTransactions({ filtered, onClear, onImport }: NoTransactionsProps) {
  if (filtered)
    return (
      <EmptyState title="No transactions found." action={<Button onClick={onClear}>Show all transactions</Button>}>
        Nothing matches the filters and search above.
      </EmptyState>
    );
  return (
    <FirstSteps
      title="No transactions found."
      action={
        <>
          <Button variant="primary" onClick={onImport}>
            Import transactions
          </Button>
          <ButtonLink to="/transactions/new">Add your first transaction</ButtonLink>
        </>
      }
    >
      Purchases, sales, dividends and transfers of all your accounts appear here. Import them from a CSV file, or type
      the first one.
    </FirstSteps>
  );
}
