import { useMemo, useState } from 'react';
import type { DisposalLine } from '../../../domain/cgt/views/disposal-view.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { typedDate } from '../../ui/texts/date-text.ts';
import { decimalPlaces } from '../../ui/texts/decimal-places.ts';
import { HiddenMoney, Quantity } from '../../ui/values/figures.tsx';
import { TruncatedText } from '../../ui/controls/truncated-text.tsx';
import { StatusBadge } from '../../ui/messages/status-badge.tsx';
import styles from './capital-gains.module.css';
import { DisposalDetail } from './disposal-detail.tsx';

function AssetCell({ disposal }: { readonly disposal: DisposalLine }) {
  return (
    <span className={styles.asset}>
      <TruncatedText text={disposal.assetName} />
      {disposal.isExemptFromCGT && <StatusBadge tone="notice">CGT EXEMPT</StatusBadge>}
      {disposal.unmatchedQuantity > 0 && <StatusBadge tone="warning">Unmatched</StatusBadge>}
      {disposal.provisionalUntil !== null && <StatusBadge tone="warning">Provisional</StatusBadge>}
    </span>
  );
}

function GainCell({ disposal }: { readonly disposal: DisposalLine }) {
  return (
    <>
      <HiddenMoney value={disposal.capitalGain} tone />
      {disposal.isExemptFromCGT && <span className={styles.second}>(Not included in totals)</span>}
    </>
  );
}

function columnsFor(disposals: readonly DisposalLine[]): readonly Column<DisposalLine>[] {
  const places = decimalPlaces(disposals.map((disposal) => disposal.quantityDisposed));
  return [
    { key: 'type', header: 'Type', cell: () => 'Disposal', card: 'none' },
    { key: 'date', header: 'Date', cell: (row) => typedDate(row.disposalDate) },
    {
      key: 'asset',
      header: 'Asset',
      cell: (row) => <AssetCell disposal={row} />,
      grow: true,
      rowHeader: true,
      card: 'title',
    },
    {
      key: 'account',
      header: 'Account',
      cell: (row) => <TruncatedText text={row.accountName} />,
      width: 'clamp(108px, 9vw, 160px)',
      truncates: true,
    },
    {
      key: 'quantity',
      header: 'Quantity',
      align: 'end',
      cell: (row) => <Quantity value={row.quantityDisposed} alignPlaces={places} />,
    },
    {
      key: 'consideration',
      header: 'Consideration',
      align: 'end',
      cardLabel: false,
      cell: (row) => (
        <span className={styles.parts}>
          Proceeds: <HiddenMoney value={row.disposalProceeds} /> / Cost: <HiddenMoney value={row.allowableCost} />
        </span>
      ),
    },
    { key: 'gain', header: 'Gain/Loss', align: 'end', cell: (row) => <GainCell disposal={row} />, card: 'value' },
  ];
}

export interface DisposalsTableProps {
  readonly disposals: readonly DisposalLine[];
  readonly loading: boolean;
}

/** The year's disposals; one at a time opens to what it was matched with and its workings. */
export function DisposalsTable({ disposals, loading }: DisposalsTableProps) {
  const [openKey, setOpenKey] = useState<string | null>(null);
  // The same until the disposals change: then no row is drawn again.
  const columns = useMemo(() => columnsFor(disposals), [disposals]);
  return (
    <DataTable
      caption="Disposals"
      columns={columns}
      rows={disposals}
      rowKey={(row) => row.disposalTransactionId}
      rowLabel={(row) => `${row.assetName}, ${typedDate(row.disposalDate)}, ${row.accountName}`}
      expansion={{
        expandedKey: openKey,
        onToggle: (key) => setOpenKey(key === openKey ? null : key),
        wholeRow: true,
        render: (row) => <DisposalDetail disposalTransactionId={row.disposalTransactionId} />,
      }}
      loading={loading}
      loadingText="Loading disposals..."
      cardsBelow="medium"
    />
  );
}
