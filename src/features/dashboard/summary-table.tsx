import type { ReactNode } from 'react';
import type { AssetClassFigures, AssetClassSummary } from '../../../domain/holdings/dashboard.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { HiddenMoney, type MoneyProps, Percent } from '../../ui/values/figures.tsx';
import styles from './dashboard.module.css';

/** Shown in place of hidden money on this screen (000 §2.8). */
const MASK = '****';

/** Whole pounds. */
function Pounds({ value, tone = false }: Pick<MoneyProps, 'value' | 'tone'>) {
  return <HiddenMoney value={value} places={0} tone={tone} mask={MASK} />;
}

/** Where a part of the cost has no value against it, Value less Increase is the rest: it says how much. */
function Cost({ row: { cost, unvaluedCost } }: { readonly row: AssetClassFigures }) {
  return (
    <>
      <Pounds value={cost} />
      {unvaluedCost !== 0 && unvaluedCost !== cost && (
        <span className={styles.unvalued}>
          <Pounds value={unvaluedCost} /> without a price
        </span>
      )}
    </>
  );
}

interface FigureColumn {
  readonly key: keyof AssetClassFigures;
  readonly header: string;
  readonly show: (figures: AssetClassFigures) => ReactNode;
}

const FIGURES: readonly FigureColumn[] = [
  { key: 'target', header: 'Target (%)', show: (row) => <Percent value={row.target} /> },
  { key: 'targetAmount', header: 'Target Amount', show: (row) => <Pounds value={row.targetAmount} /> },
  { key: 'cost', header: 'Cost', show: (row) => <Cost row={row} /> },
  { key: 'value', header: 'Value', show: (row) => <Pounds value={row.value} /> },
  { key: 'increaseAmount', header: 'Increase £', show: (row) => <Pounds value={row.increaseAmount} tone /> },
  { key: 'increasePercent', header: 'Increase %', show: (row) => <Percent value={row.increasePercent} tone /> },
  { key: 'currentPercent', header: 'Current %', show: (row) => <Percent value={row.currentPercent} /> },
  { key: 'rebalance', header: 'Rebalance', show: (row) => <Pounds value={row.rebalance} tone /> },
];

/** A figure without a price is not nil but missing; only the increase in percent has a word for that, 'N/A'. */
function isMissing(figures: AssetClassFigures, key: keyof AssetClassFigures): boolean {
  return figures[key] === null && key !== 'increasePercent';
}

function AssetClass({ row }: { readonly row: AssetClassSummary }) {
  return (
    <>
      {row.assetClassLabel}
      {row.unvaluedHoldings > 0 && (
        <span className={styles.unvalued}>
          {row.unvaluedHoldings === 1 ? '1 holding' : `${row.unvaluedHoldings} holdings`} without a price
        </span>
      )}
    </>
  );
}

function columnsWith(total: AssetClassFigures): readonly Column<AssetClassSummary>[] {
  return [
    { key: 'assetClass', header: 'Asset Class', cell: (row) => <AssetClass row={row} /> },
    ...FIGURES.map(({ key, header, show }): Column<AssetClassSummary> => ({
      key,
      header,
      align: 'end',
      cell: (row) => (isMissing(row, key) ? '-' : show(row)),
      total: isMissing(total, key) ? '-' : show(total),
      ...(key === 'value' && { card: 'value' as const }),
      // In a card it follows the amount, whose name it would repeat.
      ...(key === 'increasePercent' && { cardLabel: false }),
    })),
  ];
}

export interface SummaryTableProps {
  readonly rows: readonly AssetClassSummary[];
  readonly total: AssetClassFigures;
}

/** Asset classes against their targets, with the total at the foot (000 §2.8). */
export function SummaryTable({ rows, total }: SummaryTableProps) {
  return (
    <DataTable
      caption="Portfolio by asset class"
      columns={columnsWith(total)}
      rows={rows}
      rowKey={(row) => row.assetClass}
      rowLabel={(row) => row.assetClassLabel}
      totalsLabel="Total"
      striped
      cardsBelow="medium"
    />
  );
}
