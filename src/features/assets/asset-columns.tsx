import type { PriceStatusItem } from '../../../domain/service/price-status.ts';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { formatPercent } from '../../ui/texts/format.ts';
import { RecordName } from '../../ui/messages/record-name.tsx';
import type { AssetRow } from '../../../workers/api/worker-api.ts';
import styles from './assets.module.css';
import { PriceStatusCell } from './price-status-cell.tsx';

/** Where an asset is opened: administrators edit it, others view it. */
export function assetPath(id: string, isAdministrator: boolean): string {
  return `/assets/${isAdministrator ? 'edit' : 'view'}/${encodeURIComponent(id)}`;
}

export interface AssetColumnsContext {
  readonly isAdministrator: boolean;
  /** By the asset's id. */
  readonly statuses: ReadonlyMap<string, PriceStatusItem>;
  readonly now: number;
}

/** The columns of 001 §2.3. */
export function assetColumns({ isAdministrator, statuses, now }: AssetColumnsContext): readonly Column<AssetRow>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      grow: true,
      card: 'title',
      cell: (row) => (
        <RecordName id={row.id} name={row.name} to={assetPath(row.id, isAdministrator)} pending={row.pending} />
      ),
    },
    { key: 'isin', header: 'ISIN', width: '132px', cell: (row) => <span className={styles.code}>{row.isin}</span> },
    { key: 'type', header: 'Type', width: '104px', cell: (row) => row.typeLabel },
    { key: 'category', header: 'Category', width: 'clamp(140px, 18vw, 280px)', cell: (row) => row.categoryLabel },
    {
      key: 'ter',
      header: 'TER %',
      width: '80px',
      align: 'end',
      cell: (row) => formatPercent(row.totalExpenseRatio),
    },
    { key: 'source', header: 'Price Source', width: '104px', cell: (row) => row.priceSourceLabel },
    { key: 'denomination', header: 'Denomination', width: '112px', cell: (row) => row.denominationLabel },
    {
      key: 'status',
      header: 'Price Update Status',
      width: '180px',
      cell: (row) => <PriceStatusCell item={statuses.get(row.id)} excluded={row.excludeFromPriceUpdates} now={now} />,
    },
  ];
}
