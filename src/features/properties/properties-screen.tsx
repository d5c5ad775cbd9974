import { PROPERTIES_PAGE_SIZE, PROPERTY_SORT_FIELDS } from '../../../domain/lists/property-list.ts';
import type { Account } from '../../../domain/records/records.ts';
import { AccountFilter } from '../../ui/forms/account-filter.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { FirstSteps } from '../../ui/layout/first-steps.tsx';
import { DateText, HiddenMoney, Money, Percent } from '../../ui/values/figures.tsx';
import { FilterBar } from '../../ui/lists/filter-bar.tsx';
import { HiddenValue } from '../../ui/values/hidden-value.tsx';
import { ListScreen } from '../../ui/lists/list-screen.tsx';
import { PoundTotalNote } from '../../ui/values/pound-total-note.tsx';
import { RecordName } from '../../ui/messages/record-name.tsx';
import { SummaryFigures } from '../../ui/layout/summary-figures.tsx';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { TruncatedText } from '../../ui/controls/truncated-text.tsx';
import { ValuesButton } from '../../ui/values/values-button.tsx';
import styles from './properties.module.css';
import {
  type PropertyFilters,
  type PropertyList,
  type PropertyRow,
  usePortfolioTotal,
  useProperties,
} from './use-properties.ts';

/** 002 §2. */
const MASK = '••••';

/** The columns of 002 §2; an address has no order. */
const COLUMNS: readonly Column<PropertyRow>[] = [
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    width: 'clamp(140px, 18vw, 260px)',
    truncates: true,
    card: 'title',
    cell: (row) => (
      <RecordName
        id={row.id}
        name={row.name}
        to={`/properties/edit/${encodeURIComponent(row.id)}`}
        pending={row.pending}
      />
    ),
  },
  {
    key: 'accountName',
    header: 'Account',
    sortable: true,
    width: 'clamp(90px, 11vw, 160px)',
    truncates: true,
    cell: (row) => <TruncatedText text={row.accountName} />,
  },
  {
    key: 'address',
    header: 'Address',
    grow: true,
    cardAbsent: (row) => row.address === '',
    cell: (row) => (row.address === '' ? '-' : <TruncatedText text={row.address.replaceAll('\n', ', ')} />),
  },
  {
    key: 'datePurchased',
    header: 'Date Purchased',
    sortable: true,
    width: '128px',
    cardLabel: true,
    cell: (row) => <DateText value={row.datePurchased} />,
  },
  {
    key: 'purchasePrice',
    header: 'Purchase Price',
    sortable: true,
    width: 'clamp(124px, 11vw, 160px)',
    align: 'end',
    cell: (row) => <HiddenMoney value={row.purchasePrice} currency={row.currency} mask={MASK} />,
  },
  {
    key: 'currentPrice',
    header: 'Current Price',
    sortable: true,
    width: 'clamp(120px, 11vw, 160px)',
    align: 'end',
    card: 'value',
    cell: (row) =>
      row.currentPrice === null ? '-' : <HiddenMoney value={row.currentPrice} currency={row.currency} mask={MASK} />,
  },
  {
    key: 'unrealizedGainLoss',
    header: 'Gain/Loss',
    sortable: true,
    width: 'clamp(170px, 15vw, 220px)',
    align: 'end',
    cardAbsent: (row) => row.unrealizedGainLoss === null,
    cell: (row) => <Gain row={row} />,
  },
];

function Gain({ row }: { readonly row: PropertyRow }) {
  const { unrealizedGainLoss, unrealizedGainLossPercentage, currency } = row;
  if (unrealizedGainLoss === null) return '-';
  return (
    <HiddenValue mask={MASK}>
      <Money value={unrealizedGainLoss} currency={currency} tone />
      {unrealizedGainLossPercentage !== null && (
        <>
          {' '}
          (<Percent value={unrealizedGainLossPercentage} tone />)
        </>
      )}
    </HiddenValue>
  );
}

/** The properties list (002 §2). */
export function PropertiesScreen({ accounts }: { readonly accounts: readonly Account[] }) {
  const list = useProperties();
  const { page, rows, state } = list;
  return (
    <ListScreen
      list={list}
      pageSize={PROPERTIES_PAGE_SIZE}
      columns={COLUMNS}
      sortFields={PROPERTY_SORT_FIELDS}
      rowLabel={(row) => row.name}
      filterBar={<PropertiesFilterBar list={list} accounts={accounts} />}
      toolbar={<ValuesButton />}
      exportable={false}
      addTo="/properties/new"
      cardsBelow="large"
      empty={
        <FirstSteps
          title="No Properties Found"
          action={
            <>
              <ButtonLink to="/properties/new" variant="primary">
                Add Property
              </ButtonLink>
              {list.filtered && <TextButton onClick={list.clearFilters}>Show all properties</TextButton>}
            </>
          }
        >
          Add your first property to start tracking your real estate investments.
        </FirstSteps>
      }
    >
      {(page.loading || rows.length > 0) && (
        <div className={styles.summary}>{!page.loading && <PortfolioTotal filters={state.filters} />}</div>
      )}
    </ListScreen>
  );
}

/**
 * The totals of all that the filter shows, on every page: current prices, and the purchase price where there is none.
 */
function PortfolioTotal({ filters }: { readonly filters: PropertyFilters }) {
  const { data, error } = usePortfolioTotal(filters);
  return (
    <SummaryFigures
      figures={[
        {
          label: 'Portfolio Total',
          value: data === undefined ? '-' : <HiddenMoney value={data.total} mask={MASK} />,
          note: error !== undefined ? 'The total could not be computed.' : data && <PoundTotalNote total={data} />,
        },
      ]}
    />
  );
}

function PropertiesFilterBar({
  list,
  accounts,
}: {
  readonly list: PropertyList;
  readonly accounts: readonly Account[];
}) {
  const { accountId } = list.state.filters;
  return (
    <FilterBar
      heading="Filters:"
      activeCount={Number(accountId !== '')}
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
    </FilterBar>
  );
}
