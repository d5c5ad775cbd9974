import type { ReactNode } from 'react';
import { londonDate } from '../../../domain/values/dates.ts';
import { SAVINGS_PAGE_SIZE, SAVINGS_SORT_FIELDS } from '../../../domain/lists/savings-list.ts';
import type { Account } from '../../../domain/records/records.ts';
import { expectedInterest } from '../../../domain/holdings/savings-interest.ts';
import { sumShown } from '../../../domain/values/round-parts.ts';
import { taxYearOf } from '../../../domain/values/tax-year.ts';
import { AccountFilter } from '../../ui/forms/account-filter.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { FirstSteps } from '../../ui/layout/first-steps.tsx';
import { HiddenMoney } from '../../ui/values/figures.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import { ListScreen } from '../../ui/lists/list-screen.tsx';
import { SearchBox } from '../../ui/lists/search-box.tsx';
import { SearchResultLine } from '../../ui/lists/search-result-line.tsx';
import { SummaryFigures } from '../../ui/layout/summary-figures.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { ValuesButton } from '../../ui/values/values-button.tsx';
import { SAVINGS_COLUMNS } from './savings-columns.tsx';
import styles from './savings.module.css';
import { type SavingsList, type SavingsRow, useSavings } from './use-savings.ts';

export interface SavingsScreenProps {
  /** For the account filter. */
  readonly accounts: readonly Account[];
  readonly onImport: () => void;
  /** What stands below the list: once that is there, so that it is not pushed down. */
  readonly children?: ReactNode;
}

/** The savings accounts list (002 §2). */
export function SavingsScreen({ accounts, onImport, children }: SavingsScreenProps) {
  const list = useSavings();
  const { rows, search, page, setFilters } = list;
  return (
    <>
      <ListScreen
        list={list}
        pageSize={SAVINGS_PAGE_SIZE}
        columns={SAVINGS_COLUMNS}
        sortFields={SAVINGS_SORT_FIELDS}
        rowLabel={(row) => `${row.bankName}, ${row.accountType}`}
        rowTone={(row) => (row.isClosed ? 'muted' : undefined)}
        filterBar={<SavingsFilterBar list={list} accounts={accounts} />}
        toolbar={<ValuesButton />}
        onImport={onImport}
        addTo="/savings-accounts/new"
        cardsBelow="large"
        empty={<NoSavings list={list} onImport={onImport} />}
      >
        <SearchResultLine
          className={styles.results}
          search={search}
          searching={page.loading}
          failed={page.error !== undefined}
          count={list.total}
          onClear={() => {
            setFilters({ search: '' });
          }}
        />
        {page.loading && <div className={styles.awaited} />}
        {!page.loading && rows.length > 0 && <SavingsSummary rows={rows} />}
      </ListScreen>
      {(page.data !== undefined || page.error !== undefined) && children}
    </>
  );
}

/** The cards of 002 §2, and what the accounts are expected to pay. All of it is about the page that is shown. */
function SavingsSummary({ rows }: { readonly rows: readonly SavingsRow[] }) {
  const open = rows.filter((row) => !row.isClosed);
  const taxYear = taxYearOf(londonDate(useNow()));
  const interest = rows.map((row) => expectedInterest(row, taxYear));
  const inIsas = rows.filter((row) => row.isCashIsa === true).map((row) => expectedInterest(row, taxYear));
  const unknown = open.filter((row) => row.interestRate === null).length;
  return (
    <>
      <SummaryFigures
        figures={[
          { label: 'Active Accounts', value: open.length },
          {
            label: 'Total Balance',
            value: <HiddenMoney value={sumShown(open.map((row) => row.latestBalance))} />,
          },
          { label: 'Closed Accounts', value: rows.length - open.length },
        ]}
      />
      <p className={styles.note}>
        Interest expected in the tax year {taxYear}, if balances and rates stay as they are:{' '}
        <HiddenMoney value={sumShown(interest)} />
        {inIsas.length > 0 && (
          <>
            , of which <HiddenMoney value={sumShown(inIsas)} /> in cash ISAs is free of tax
          </>
        )}
        .
        {unknown > 0 &&
          ` ${unknown === 1 ? '1 account without a rate is' : `${unknown} accounts without a rate are`} not included.`}
      </p>
    </>
  );
}

function SavingsFilterBar({ list, accounts }: { readonly list: SavingsList; readonly accounts: readonly Account[] }) {
  const {
    filters: { accountId, excludeClosed, search },
  } = list.state;
  return (
    <FilterBar
      heading="Filters:"
      search={
        <SearchBox
          value={search}
          onSearch={(text) => {
            list.setFilters({ search: text });
          }}
          placeholder="Search savings accounts..."
        />
      }
      activeCount={Number(accountId !== '') + Number(excludeClosed)}
      onClear={list.clearFilters}
      onLink={list.linkView}
    >
      <AccountFilter
        accounts={accounts}
        value={accountId}
        onChange={(accountId) => {
          list.setFilters({ accountId });
        }}
      />
      <Checkbox
        label="Exclude closed accounts"
        checked={excludeClosed}
        onCheckedChange={(checked) => {
          list.setFilters({ excludeClosed: checked });
        }}
      />
    </FilterBar>
  );
}

function NoSavings({ list, onImport }: { readonly list: SavingsList; readonly onImport: () => void }) {
  if (list.filtered)
    return (
      <EmptyState
        title="No savings accounts found."
        action={<Button onClick={list.clearFilters}>Show all savings accounts</Button>}
      >
        Nothing matches the filters and search above.
      </EmptyState>
    );
  return (
    <FirstSteps
      title="No savings accounts found."
      action={
        <>
          <Button variant="primary" onClick={onImport}>
            Import savings accounts
          </Button>
          <ButtonLink to="/savings-accounts/new">Add your first savings account</ButtonLink>
          <ButtonLink to="/savings-accounts/import">Fill in a template</ButtonLink>
        </>
      }
    >
      Bank and building society accounts with their balances and rates appear here.
    </FirstSteps>
  );
}
