import { Fragment, type ReactNode, useDeferredValue } from 'react';
import { Link } from 'react-router-dom';
import { londonDate } from '../../../domain/values/dates.ts';
import { exact, sum, toAmount } from '../../../domain/values/decimal.ts';
import { ASSET_TYPES, labelOf, type TaxWrapper, type TransactionType } from '../../../domain/fields/enums.ts';
import { groupBy } from '../../../domain/values/group-by.ts';
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';
import type { Asset } from '../../../domain/records/records.ts';
import { sumShown } from '../../../domain/values/round-parts.ts';
import type { SecurityIncome, SecurityTrade, SecurityView } from '../../../workers/api/worker-api.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import { HiddenMoney, Quantity } from '../../ui/values/figures.tsx';
import { ValuesButton } from '../../ui/values/values-button.tsx';
import { Page, PageHeader, Section } from '../../ui/layout/page.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { holdingKeyText, trySalePath } from './holding-key.ts';
import { TransactionRows } from './holding-transactions.tsx';
import { HoldingsTable, useHoldingsTableState } from './holdings-table.tsx';
import { NO_LINES, type PriceLines, PriceSparkline, usePriceLines } from './price-line.tsx';

/** An account that has or had the security, under the ISIN that it has now. */
export interface SecurityHolder {
  readonly accountId: string;
  readonly isin: string;
  readonly taxWrappers: readonly TaxWrapper[];
}

export interface HoldingScreenProps {
  readonly isin: string;
  /** The prices of a security that the catalogue has, with what was bought and sold. */
  readonly prices: (asset: Asset, trades: readonly SecurityTrade[]) => ReactNode;
  /** The pools of the security in an account, of those wrappers. */
  readonly pools: (holder: SecurityHolder) => ReactNode;
}

/** One security: what is held of it, its price, its transactions, its pools and what it paid. */
export function HoldingScreen({ isin, prices, pools }: HoldingScreenProps) {
  const today = londonDate(useNow());
  const { data, error } = useLive(() => compute().security(isin), onComputeChange, [isin, today]);
  // Drawn in portions: all of the page arrives at once.
  const security = useDeferredValue(data);
  const code = security?.isin ?? isin;
  const name = security?.asset?.name ?? code;
  const [first] = security?.holdings ?? [];
  return (
    <Page>
      <PageHeader
        title={name}
        description={[name === code ? '' : code, labelOf(ASSET_TYPES, security?.asset?.type ?? '')]
          .filter((part) => part !== '')
          .join(' · ')}
        breadcrumb={[{ label: 'Holdings', to: '/holdings' }, { label: name }]}
        actions={
          <>
            <ValuesButton />
            {first !== undefined && <ButtonLink to={trySalePath(first)}>Try a sale</ButtonLink>}
          </>
        }
      />
      {error !== undefined && <Banner tone="error">Could not load this holding. Please try again later.</Banner>}
      {security === undefined ? (
        error === undefined && <SkeletonBlock lines={8} text="Loading holding..." />
      ) : security.places.length === 0 ? (
        <NothingRecorded isin={isin} />
      ) : (
        <>
          <Held holdings={security.holdings} />
          {security.asset !== null && <Section title="Price">{prices(security.asset, tradesOf(security))}</Section>}
          <Transactions security={security} />
          <Pools security={security} pools={pools} />
          <Income rows={security.income} />
        </>
      )}
    </Page>
  );
}

function NothingRecorded({ isin }: { readonly isin: string }) {
  return (
    <EmptyState title="Nothing is recorded for this security" action={<Link to="/holdings">All holdings</Link>}>
      There are no transactions in {isin} on this device.
    </EmptyState>
  );
}

function Held({ holdings }: { readonly holdings: readonly HoldingView[] }) {
  const hidden = useValuesHidden();
  const lines = usePriceLines();
  // Of one security, the same line in each row says nothing.
  const table = useHoldingsTableState(null, NO_LINES);
  if (holdings.length === 0) return <p>No units are held today.</p>;
  const known = (figures: readonly (number | null)[]): boolean => figures.every((figure) => figure !== null);
  const values = holdings.map(({ currentValueInGBP }) => currentValueInGBP);
  const gains = holdings.map(({ unrealizedGainLoss }) => unrealizedGainLoss);
  return (
    <Section title="Current holding">
      <Facts
        figures
        facts={[
          ['Units', <Quantity key="units" value={toAmount(sum(holdings.map(({ quantity }) => exact(quantity))))} />],
          ['Cost', <HiddenMoney key="cost" value={sumShown(holdings.map(({ totalCost }) => totalCost))} />],
          ['Value', known(values) ? <HiddenMoney key="value" value={sumShown(values)} /> : 'Not valued'],
          ['Gain/Loss', known(gains) ? <HiddenMoney key="gain" value={sumShown(gains)} tone /> : '-'],
          ...(hidden
            ? []
            : [['Price over a year', <YearLine key="line" lines={lines} isin={holdings[0]?.isin} />] as const]),
        ]}
      />
      {holdings.length > 1 && (
        <HoldingsTable holdings={holdings} asOf="" loading={false} state={table} caption="By account and wrapper" />
      )}
    </Section>
  );
}

/** Its row is there while the line is read and where there is none, so that what follows stays where it is. */
function YearLine({ lines, isin = '' }: { readonly lines: PriceLines | null; readonly isin: string | undefined }) {
  if (lines === null) return null;
  const line = lines.get(isin);
  return line === undefined ? '-' : <PriceSparkline line={line} />;
}

const SIDES: Partial<Record<TransactionType, SecurityTrade['side']>> = {
  BUY: 'bought',
  SELL: 'sold',
  SPLIT: 'split',
  BONUS_ISSUE: 'split',
};

/** Purchases, sales and splits for the chart; transfers and other corporate actions are not marked. */
function tradesOf({ places }: SecurityView): SecurityTrade[] {
  return places.flatMap(({ transactions }) =>
    transactions.flatMap(({ transactionType, transactionDate: date, quantity }): SecurityTrade[] => {
      const side = SIDES[transactionType];
      if (side === undefined || (side !== 'split' && quantity === null)) return [];
      return [{ date, side, quantity: side === 'split' ? null : quantity }];
    }),
  );
}

function Transactions({ security: { isin, places } }: { readonly security: SecurityView }) {
  return (
    <Section title="Transactions">
      {places.map((place) => {
        const name = `${place.accountName}, ${place.taxWrapper}`;
        return (
          <Fragment key={holdingKeyText({ ...place, isin })}>
            {places.length > 1 && <h3>{name}</h3>}
            <TransactionRows caption={name} rows={place.transactions} toPages />
          </Fragment>
        );
      })}
    </Section>
  );
}

interface PoolsProps extends Pick<HoldingScreenProps, 'pools'> {
  readonly security: SecurityView;
}

function Pools({ security: { isin, places }, pools }: PoolsProps) {
  const byAccount = groupBy(places, ({ accountId }) => accountId);
  return (
    <Section
      title="Pools"
      description="Capital gains are calculated from these events, which changed the units and their cost."
    >
      {[...byAccount].map(([accountId, own]) => (
        <div key={accountId}>
          {byAccount.size > 1 && <h3>{own[0]?.accountName}</h3>}
          {pools({ accountId, isin, taxWrappers: own.map(({ taxWrapper }) => taxWrapper) })}
        </div>
      ))}
    </Section>
  );
}

const INCOME_COLUMNS: readonly Column<SecurityIncome>[] = [
  {
    key: 'taxYear',
    header: 'Tax year',
    cell: ({ taxYear, counts }) => (
      <>
        <Link to={`/income?${new URLSearchParams({ year: taxYear }).toString()}`}>{taxYear}</Link>
        {!counts && ' in ISA, LISA, JISA or SIPP'}
      </>
    ),
    card: 'title',
  },
  { key: 'gross', header: 'Gross', align: 'end', card: 'value', cell: ({ gross }) => <HiddenMoney value={gross} /> },
  { key: 'withheld', header: 'Tax withheld', align: 'end', cell: ({ withheld }) => <HiddenMoney value={withheld} /> },
  { key: 'net', header: 'Net', align: 'end', cell: ({ net }) => <HiddenMoney value={net} /> },
];

function Income({ rows }: { readonly rows: readonly SecurityIncome[] }) {
  return (
    <Section title="Income">
      <DataTable
        caption="Income by tax year"
        columns={INCOME_COLUMNS}
        rows={rows}
        rowKey={({ taxYear, counts }) => `${taxYear} ${counts}`}
        rowLabel={({ taxYear }) => taxYear}
        empty="This security has paid no income so far."
      />
    </Section>
  );
}
