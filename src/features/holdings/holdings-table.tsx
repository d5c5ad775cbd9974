import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { IsoDate } from '../../../domain/values/dates.ts';
import { ASSET_TYPES, labelOf } from '../../../domain/fields/enums.ts';
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';
import { sumShown } from '../../../domain/values/round-parts.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { decimalPlaces } from '../../ui/texts/decimal-places.ts';
import { HiddenMoney, Percent, Quantity } from '../../ui/values/figures.tsx';
import { TruncatedText } from '../../ui/controls/truncated-text.tsx';
import { useNarrow } from '../../ui/hooks/use-narrow.ts';
import { type HoldingReturns, returnsColumns } from './holding-returns.tsx';
import { HoldingMenu } from './holding-menu.tsx';
import { HoldingTransactions } from './holding-transactions.tsx';
import { holdingKeyText } from './holding-key.ts';
import styles from './holdings.module.css';
import { Missing, PriceCell } from './price-cell.tsx';
import type { PriceLines } from './price-line.tsx';
import {
  DEFAULT_HOLDING_SORT,
  type HoldingSort,
  type HoldingSortField,
  nextSort,
  sortHoldings,
} from './sort-holdings.ts';

/** Below this width, in pixels, holdings are cards; from there to the table's own width (001 §2.8) it scrolls sideways. */
const CARDS_BELOW = 1040;
const TABLE_WIDTH = 1400;
const RETURNS_WIDTH = 420;
/** Columns of figures have room from the start: they do not move when rows with longer ones scroll into view. */
const FIGURE = '128px';
/** A day with the line before it. */
const PRICE = '168px';

function AssetCell({ holding }: { readonly holding: HoldingView }) {
  return (
    <>
      <Link to={`/holdings/${holding.isin}`}>
        <TruncatedText text={holding.assetName} />
      </Link>
      <span className={styles.isin}>{holding.isin}</span>
    </>
  );
}

function QuantityCell({ holding, places }: { readonly holding: HoldingView; readonly places: number }) {
  return (
    <>
      <Quantity value={holding.quantity} alignPlaces={places} {...(holding.quantityUnit === 'oz' && { unit: 'oz' })} />
      {holding.oversold && <span className={styles.flag}>More sold than held</span>}
    </>
  );
}

function GainCell({ holding }: { readonly holding: HoldingView }) {
  if (holding.unrealizedGainLoss === null) return '-';
  return (
    <>
      <HiddenMoney value={holding.unrealizedGainLoss} tone />
      <span className={styles.second}>
        <Percent value={holding.unrealizedGainLossPercentage} tone />
      </span>
    </>
  );
}

/**
 * Sums of a group's column; holdings without a value are not in those of value and gain, and the cost says how much
 * that is.
 */
function totalsOf(holdings: readonly HoldingView[]) {
  const gains = holdings.map((holding) => holding.unrealizedGainLoss);
  const unvalued = holdings.filter((holding) => holding.currentValueInGBP === null);
  return {
    totalCost: (
      <>
        <HiddenMoney value={sumShown(holdings.map((holding) => holding.totalCost))} />
        {unvalued.length > 0 && unvalued.length < holdings.length && (
          <span className={styles.second}>
            <HiddenMoney value={sumShown(unvalued.map((holding) => holding.totalCost))} /> not valued
          </span>
        )}
      </>
    ),
    currentValueInGBP:
      unvalued.length === holdings.length ? (
        '-'
      ) : (
        <HiddenMoney value={sumShown(holdings.map((holding) => holding.currentValueInGBP))} />
      ),
    unrealizedGainLoss: gains.every((gain) => gain === null) ? '-' : <HiddenMoney value={sumShown(gains)} tone />,
  };
}

function columnsFor(
  holdings: readonly HoldingView[],
  subtotals: boolean,
  { returns, lines }: Pick<HoldingsTableState, 'returns' | 'lines'>,
): readonly Column<HoldingView>[] {
  const places = decimalPlaces(holdings.map((holding) => holding.quantity));
  const totals = subtotals ? totalsOf(holdings) : null;
  return [
    {
      key: 'assetType',
      header: 'Type',
      cell: (row) => labelOf(ASSET_TYPES, row.assetType),
      card: 'detail',
      width: '100px',
    },
    {
      key: 'assetName',
      header: 'Asset',
      cell: (row) => <AssetCell holding={row} />,
      sortable: true,
      grow: true,
      rowHeader: true,
      card: 'title',
    },
    // A user who turns them on sees them first: the table scrolls sideways with them.
    ...(returns === null ? [] : returnsColumns(returns, { holdings, subtotals, width: FIGURE })),
    {
      key: 'accountName',
      header: 'Account',
      cell: (row) => <TruncatedText text={row.accountName} />,
      sortable: true,
      width: 'clamp(112px, 8vw, 160px)',
      truncates: true,
    },
    { key: 'taxWrapper', header: 'Tax Wrapper', cell: (row) => row.taxWrapper, sortable: true, width: '120px' },
    {
      key: 'quantity',
      header: 'Quantity',
      width: FIGURE,
      align: 'end',
      sortable: true,
      cell: (row) => <QuantityCell holding={row} places={places} />,
    },
    {
      key: 'totalCost',
      header: 'Total Cost',
      width: FIGURE,
      align: 'end',
      sortable: true,
      cell: (row) => <HiddenMoney value={row.totalCost} />,
      total: totals?.totalCost,
    },
    {
      key: 'currentPrice',
      header: 'Current Price',
      width: PRICE,
      align: 'end',
      sortable: true,
      cell: (row) => <PriceCell holding={row} line={lines === null ? null : lines.get(row.isin)} />,
    },
    {
      key: 'currentValueInGBP',
      header: 'Current Value',
      width: FIGURE,
      align: 'end',
      sortable: true,
      card: 'value',
      total: totals?.currentValueInGBP,
      cell: (row) =>
        row.currentValueInGBP === null ? (
          <Missing reason="Not valued" />
        ) : (
          <HiddenMoney value={row.currentValueInGBP} />
        ),
    },
    {
      key: 'unrealizedGainLoss',
      header: 'Gain/Loss',
      width: FIGURE,
      align: 'end',
      cell: (row) => <GainCell holding={row} />,
      total: totals?.unrealizedGainLoss,
    },
  ];
}

/** Order and open row, shared by the tables of all groups. */
export interface HoldingsTableState {
  readonly sort: HoldingSort;
  readonly setSort: (sort: HoldingSort) => void;
  readonly openKey: string | null;
  readonly setOpenKey: (key: string | null) => void;
  /** Null while their columns are not shown. */
  readonly returns: HoldingReturns;
  /** Null while they are read. */
  readonly lines: PriceLines | null;
}

export function useHoldingsTableState(returns: HoldingReturns, lines: PriceLines | null): HoldingsTableState {
  const [sort, setSort] = useState(DEFAULT_HOLDING_SORT);
  const [openKey, setOpenKey] = useState<string | null>(null);
  return { sort, setSort, openKey, setOpenKey, returns, lines };
}

/** Names a holding in its controls. */
export function holdingLabel({ assetName, accountName, taxWrapper }: HoldingView): string {
  return `${assetName}, ${accountName}, ${taxWrapper}`;
}

export interface HoldingsTableProps {
  readonly holdings: readonly HoldingView[];
  readonly asOf: IsoDate | '';
  readonly loading: boolean;
  readonly state: HoldingsTableState;
  readonly caption?: string;
  /** Adds up the group at the foot. */
  readonly subtotals?: boolean;
}

const rowActions = ({ accountId, isin, taxWrapper, assetName }: HoldingView) => (
  <HoldingMenu accountId={accountId} isin={isin} taxWrapper={taxWrapper} assetName={assetName} />
);

/** The positions; one at a time opens to its transactions (001 §2.8). */
export function HoldingsTable({
  holdings,
  asOf,
  loading,
  state,
  caption = 'Holdings',
  subtotals = false,
}: HoldingsTableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const narrow = useNarrow(frame, CARDS_BELOW);
  const { sort, setSort, openKey, setOpenKey, returns, lines } = state;
  const width = returns === null ? TABLE_WIDTH : TABLE_WIDTH + RETURNS_WIDTH;
  const tight = useNarrow(frame, width);
  // The same until the holdings change: then no row is drawn again.
  const columns = useMemo(
    () => columnsFor(holdings, subtotals, { returns, lines }),
    [holdings, subtotals, returns, lines],
  );
  const rows = useMemo(() => sortHoldings(holdings, sort, returns), [holdings, sort, returns]);
  return (
    <div ref={frame} className={styles.table}>
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows}
        rowKey={holdingKeyText}
        rowLabel={holdingLabel}
        totalsLabel={subtotals ? 'Subtotal' : undefined}
        sort={sort}
        onSort={(field) => setSort(nextSort(sort, field as HoldingSortField))}
        expansion={{
          expandedKey: openKey,
          onToggle: (key) => setOpenKey(key === openKey ? null : key),
          render: (row) => <HoldingTransactions holding={row} asOf={asOf} />,
        }}
        rowActions={rowActions}
        loading={loading}
        loadingText="Loading holdings..."
        cardsBelow="large"
        {...(tight && !narrow && { minWidth: `${width}px` })}
      />
    </div>
  );
}
