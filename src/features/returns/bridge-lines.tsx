import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Pounds } from '../../../domain/values/amount.ts';
import { labelOf, TRANSACTION_TYPES } from '../../../domain/fields/enums.ts';
import { BRIDGE_LABELS } from '../../../domain/returns/answers/bridge.ts';
import type { ReturnsLine, ReturnsLinesRequest } from '../../../workers/api/worker-api.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { formatDate } from '../../ui/texts/date-text.ts';
import { DateText } from '../../ui/values/figures.tsx';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { useLive } from '../../ui/hooks/use-live.ts';
import { transactionPath } from '../../ui/texts/transaction-path.ts';
import { BridgeFigure } from './bridge-figure.tsx';

/** Names of the records that rows point to. */
export interface LineNames {
  readonly account: (id: string) => string;
  readonly broker: (id: string) => string;
}

/** Rows that are shown before all of them are asked for. */
const FIRST_ROWS = 50;

type NumberedLine = ReturnsLine & { readonly key: string };

/** The rows of one bar, newest first, with a link to each transaction; they add up to the bar. */
export function BridgeLines({
  request,
  names,
  total,
}: {
  readonly request: ReturnsLinesRequest;
  readonly names: LineNames;
  readonly total: Pounds;
}) {
  const [isAll, setAll] = useState(false);
  const { data, error } = useLive(() => compute().returnsLines(request), onComputeChange, [request]);
  if (error !== undefined) return <Banner tone="error">The rows could not be computed. Please try again.</Banner>;
  const rows = (data ?? []).map((line, index) => ({ ...line, key: String(index) })).toReversed();
  const columns: readonly Column<NumberedLine>[] = [
    { key: 'date', header: 'Date', width: '110px', cell: ({ date }) => <DateText value={date} /> },
    {
      key: 'what',
      header: 'What',
      grow: true,
      card: 'title',
      cell: (line) => <What line={line} />,
    },
    { key: 'account', header: 'Account', cell: ({ accountId }) => names.account(accountId) },
    { key: 'wrapper', header: 'Wrapper', cell: ({ taxWrapper }) => taxWrapper },
    { key: 'broker', header: 'Broker', cell: ({ brokerId }) => names.broker(brokerId) },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      card: 'value',
      cell: ({ amount }) => <BridgeFigure part={request.part} amount={amount} />,
      total: <BridgeFigure part={request.part} amount={total} />,
    },
  ];
  const hiddenRows = isAll ? 0 : Math.max(rows.length - FIRST_ROWS, 0);
  return (
    <>
      <DataTable
        caption={`Rows of ${BRIDGE_LABELS[request.part]}`}
        columns={columns}
        rows={hiddenRows === 0 ? rows : rows.slice(0, FIRST_ROWS)}
        rowKey={({ key }) => key}
        rowLabel={(line) => `${line.assetName ?? 'Cash'}, ${formatDate(line.date)}`}
        loading={data === undefined}
        loadingText="Loading rows..."
        empty="No rows in this period."
        totalsLabel={rows.length === 0 ? undefined : 'Total'}
        dense
      />
      {hiddenRows > 0 && <TextButton onClick={() => setAll(true)}>Show {hiddenRows} more rows</TextButton>}
    </>
  );
}

function What({ line: { transactionId, transactionType, assetName } }: { readonly line: NumberedLine }) {
  const name = assetName ?? 'Cash';
  if (transactionId === null || transactionType === null) return name;
  return (
    <>
      <Link to={transactionPath(transactionId)}>{labelOf(TRANSACTION_TYPES, transactionType)}</Link> {name}
    </>
  );
}
