import type { ReactNode } from 'react';
import type { AssetClassFigures, AssetClassSummary } from '../../../domain/holdings/dashboard.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { HiddenMoney, type MoneyProps, Percent } from '../../ui/figures.tsx';
import styles from './dashboard.module.css';

/** What stands for hidden money on this screen (000 §2.8). */
const MASK = '****';

/** Whole pounds. */
function Pounds({ value, tone = false }: Pick<MoneyProps, 'value' | 'tone'>) {
  return <HiddenMoney value={value} places={0} tone={tone} mask={MASK} />;
}

interface FigureColumn {
  readonly key: keyof AssetClassFigures;
  readonly header: string;
  readonly show: (figures: AssetClassFigures) => ReactNode;
  /** The figure needs a value: without a price it is not nil but missing. */
  readonly needsValue?: boolean;
}

const FIGURES: readonly FigureColumn[] = [
  { key: 'target', header: 'Target (%)', show: (row) => <Percent value={row.target} /> },
  { key: 'targetAmount', header: 'Target Amount', show: (row) => <Pounds value={row.targetAmount} /> },
  { key: 'cost', header: 'Cost', show: (row) => <Pounds value={row.cost} />, needsValue: true },
  { key: 'value', header: 'Value', show: (row) => <Pounds value={row.value} />, needsValue: true },
  { key: 'increaseAmount', header: 'Increase £', show: (row) => <Pounds value={row.increaseAmount} tone />, needsValue: true },
  { key: 'increasePercent', header: 'Increase %', show: (row) => <Percent value={row.increasePercent} tone />, needsValue: true },
  { key: 'currentPercent', header: 'Current %', show: (row) => <Percent value={row.currentPercent} />, needsValue: true },
  { key: 'rebalance', header: 'Rebalance', show: (row) => <Pounds value={row.rebalance} tone />, needsValue: true },
];

/** True when all that is held of the class lacks a price, so that its figures are unknown. */
function isUnknown(row: AssetClassSummary): boolean {
  return row.unvaluedHoldings > 0 && row.cost === 0 && row.value === 0;
}

function AssetClass({ row }: { readonly row: AssetClassSummary }) {
  return (
    <>
      {row.assetClassLabel}
      {row.unvaluedHoldings > 0 && <span className={styles.unvalued}>{row.unvaluedHoldings === 1 ? '1 holding' : `${row.unvaluedHoldings} holdings`} without a price</span>}
    </>
  );
}

/** True when nothing that is held could be valued: the totals are then unknown too. */
export function isAllUnknown(rows: readonly AssetClassSummary[]): boolean {
  return rows.some(isUnknown) && rows.every((row) => isUnknown(row) || (row.cost === 0 && row.value === 0));
}

function columnsWith(total: AssetClassFigures, unknown: boolean): readonly Column<AssetClassSummary>[] {
  return [
    { key: 'assetClass', header: 'Asset Class', cell: (row) => <AssetClass row={row} /> },
    ...FIGURES.map(
      ({ key, header, show, needsValue = false }): Column<AssetClassSummary> => ({
        key,
        header,
        align: 'end',
        cell: (row) => (needsValue && isUnknown(row) ? '-' : show(row)),
        total: needsValue && unknown ? '-' : show(total),
        ...(key === 'value' && { card: 'value' as const }),
      }),
    ),
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
      columns={columnsWith(total, isAllUnknown(rows))}
      rows={rows}
      rowKey={(row) => row.assetClass}
      rowLabel={(row) => row.assetClassLabel}
      totalsLabel="Total"
      striped
      cardsBelow="medium"
    />
  );
}
