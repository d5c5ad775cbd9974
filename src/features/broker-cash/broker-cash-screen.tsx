import { useState } from 'react';
import { TAX_WRAPPER_OPTIONS } from '../../../domain/fields/enums.ts';
import {
  BROKER_CASH_PAGE_SIZE,
  BROKER_CASH_SORT_FIELDS,
  type BrokerCashSortField,
} from '../../../domain/lists/broker-cash-list.ts';
import type { Account } from '../../../domain/records/records.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { AccountFilter } from '../../ui/forms/account-filter.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { FirstSteps } from '../../ui/layout/first-steps.tsx';
import { DateText, HiddenMoney } from '../../ui/values/figures.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import { ListScreen } from '../../ui/lists/list-screen.tsx';
import { PoundTotalNote } from '../../ui/values/pound-total-note.tsx';
import { RecordName } from '../../ui/messages/record-name.tsx';
import { SelectField } from '../../ui/forms/select-field.tsx';
import { SummaryFigures } from '../../ui/layout/summary-figures.tsx';
import { TruncatedText } from '../../ui/controls/truncated-text.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { ValuesButton } from '../../ui/values/values-button.tsx';
import styles from './broker-cash.module.css';
import { wrapperOf } from './broker-cash-filters.ts';
import { CashLedgerPanel } from './cash-ledger-panel.tsx';
import { type BrokerCashList, type BrokerCashRow, useBrokerCash } from './use-broker-cash.ts';

/** The columns of 002 §2. */
const COLUMNS: readonly (Column<BrokerCashRow> & { readonly key: BrokerCashSortField })[] = [
  {
    key: 'accountName',
    header: 'Account',
    sortable: true,
    width: 'clamp(120px, 18vw, 260px)',
    truncates: true,
    card: 'title',
    cell: (row) => (
      <RecordName
        id={row.id}
        name={row.accountName}
        to={`/broker-cash-balances/${encodeURIComponent(row.id)}/edit`}
        pending={row.pending}
      />
    ),
  },
  {
    key: 'brokerName',
    header: 'Broker',
    sortable: true,
    width: 'clamp(110px, 15vw, 220px)',
    truncates: true,
    cell: (row) => <TruncatedText text={row.brokerName} />,
  },
  { key: 'taxWrapper', header: 'Tax Wrapper', sortable: true, width: '120px', cell: (row) => row.taxWrapper },
  {
    key: 'cashBalance',
    header: 'Cash Balance',
    sortable: true,
    width: 'clamp(120px, 11vw, 160px)',
    align: 'end',
    card: 'value',
    cell: (row) => <HiddenMoney value={row.cashBalance} currency={row.currency} />,
  },
  { key: 'currency', header: 'Currency', sortable: true, width: '96px', cell: (row) => row.currency },
  {
    key: 'lastUpdated',
    header: 'Last Updated',
    sortable: true,
    width: '116px',
    cardLabel: true,
    cell: (row) => <DateText value={row.lastUpdated} />,
  },
  {
    key: 'notes',
    header: 'Notes',
    sortable: true,
    grow: true,
    cardAbsent: (row) => row.notes === '',
    cell: (row) => (row.notes === '' ? '-' : <TruncatedText text={row.notes} />),
  },
];

export interface BrokerCashScreenProps {
  /** For the account filter. */
  readonly accounts: readonly Account[];
  readonly onImport: () => void;
}

/** The broker cash balances list (002 §2). */
export function BrokerCashScreen({ accounts, onImport }: BrokerCashScreenProps) {
  const list = useBrokerCash();
  const { rows, page } = list;
  const [openKey, setOpenKey] = useState<string | null>(null);
  return (
    <ListScreen
      list={list}
      pageSize={BROKER_CASH_PAGE_SIZE}
      columns={COLUMNS}
      sortFields={BROKER_CASH_SORT_FIELDS}
      rowLabel={(row) => `${row.accountName}, ${row.brokerName}, ${row.taxWrapper}, ${row.currency}`}
      filterBar={<BrokerCashFilterBar list={list} accounts={accounts} />}
      toolbar={<ValuesButton />}
      onImport={onImport}
      addTo="/broker-cash-balances/new"
      cardsBelow="medium"
      expansion={{
        expandedKey: openKey,
        onToggle: (key) => {
          setOpenKey(key === openKey ? null : key);
        },
        render: (row) => <CashLedgerPanel balance={row} />,
      }}
      empty={<NoCash list={list} onImport={onImport} />}
    >
      {(page.loading || rows.length > 0) && (
        <div className={styles.summary}>{!page.loading && <CashSummary rows={rows} />}</div>
      )}
    </ListScreen>
  );
}

/** The cards of 002 §2, about the page that is shown; other currencies are converted to pounds, and it says so. */
function CashSummary({ rows }: { readonly rows: readonly BrokerCashRow[] }) {
  const amounts = rows.map(({ cashBalance, currency }) => ({ amount: cashBalance, currency }));
  const { data, error } = useLive(() => compute().poundTotal(amounts), onComputeChange, [amounts]);
  return (
    <SummaryFigures
      figures={[
        { label: 'Accounts', value: rows.length },
        {
          label: 'Total Balance',
          value: data === undefined ? '-' : <HiddenMoney value={data.total} />,
          note: error === undefined ? data && <PoundTotalNote total={data} /> : 'The total could not be computed.',
        },
      ]}
    />
  );
}

function BrokerCashFilterBar({
  list,
  accounts,
}: {
  readonly list: BrokerCashList;
  readonly accounts: readonly Account[];
}) {
  const { filters } = list.state;
  return (
    <FilterBar
      heading="Filters:"
      activeCount={Object.values(filters).filter((value) => value !== '').length}
      onClear={list.clearFilters}
      onLink={list.linkView}
    >
      <AccountFilter
        accounts={accounts}
        value={filters.accountId}
        onChange={(accountId) => {
          list.setFilters({ accountId });
        }}
      />
      <SelectField
        label="Tax Wrapper"
        labelHidden
        placeholder="All Tax Wrappers"
        options={TAX_WRAPPER_OPTIONS}
        value={filters.taxWrapper}
        onChange={(event) => {
          list.setFilters({ taxWrapper: wrapperOf(event.target.value) });
        }}
      />
    </FilterBar>
  );
}

function NoCash({ list, onImport }: { readonly list: BrokerCashList; readonly onImport: () => void }) {
  if (list.filtered)
    return (
      <EmptyState
        title="No broker cash balances found."
        action={<Button onClick={list.clearFilters}>Show all cash balances</Button>}
      >
        Nothing matches the filters above.
      </EmptyState>
    );
  return (
    <FirstSteps
      title="No broker cash balances found."
      action={
        <>
          <Button variant="primary" onClick={onImport}>
            Import cash balances
          </Button>
          <ButtonLink to="/broker-cash-balances/new">Add your first cash balance</ButtonLink>
        </>
      }
    >
      Uninvested cash at brokers appears here, for each account and tax wrapper.
    </FirstSteps>
  );
}
