import { useState } from 'react';
import type { IncomeBox, IncomeLine } from '../../../domain/income/income-year.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { formatDate } from '../../ui/texts/date-text.ts';
import { DateText, HiddenMoney } from '../../ui/values/figures.tsx';
import { TruncatedText } from '../../ui/controls/truncated-text.tsx';
import type { IncomeView } from '../../../workers/api/worker-api.ts';
import { boxTitle, ROUNDED } from './income-words.ts';
import styles from './income.module.css';

const COLUMNS: readonly Column<IncomeBox>[] = [
  { key: 'box', header: 'Box', cell: (box) => boxTitle(box), grow: true, card: 'title' },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    card: 'value',
    cell: ({ amount }) => <HiddenMoney value={amount} />,
  },
  {
    key: 'whole',
    header: 'On the return',
    align: 'end',
    cell: ({ wholePounds }) => <HiddenMoney value={wholePounds} places={0} />,
  },
];

const keyOf = ({ name, country }: IncomeBox): string => `${name} ${country ?? ''}`;

/** The boxes that the year fills; each opens to the rows that it is the sum of. */
export function IncomeBoxes({ view: { boxes, lines } }: { readonly view: IncomeView }) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      <DataTable
        caption="Boxes of the tax return"
        columns={COLUMNS}
        rows={boxes}
        rowKey={keyOf}
        rowLabel={boxTitle}
        expansion={{
          expandedKey: open,
          onToggle: (key) => {
            setOpen(key === open ? null : key);
          },
          wholeRow: true,
          render: (box) => <BoxRows box={box} lines={lines} />,
        }}
        empty="None of this year's income belongs in a box."
      />
      <p className={styles.muted}>{ROUNDED}</p>
    </>
  );
}

interface BoxRow {
  readonly line: IncomeLine;
  readonly amount: number;
}

const ROW_COLUMNS: readonly Column<BoxRow>[] = [
  { key: 'date', header: 'Date', cell: ({ line }) => <DateText value={line.date} />, card: 'detail' },
  {
    key: 'security',
    header: 'Security',
    cell: ({ line }) => <TruncatedText text={line.name} />,
    grow: true,
    rowHeader: true,
    card: 'title',
  },
  { key: 'wrapper', header: 'Wrapper', cell: ({ line }) => line.wrapper },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    card: 'value',
    cell: ({ amount }) => <HiddenMoney value={amount} />,
  },
];

function BoxRows({ box, lines }: { readonly box: IncomeBox; readonly lines: readonly IncomeLine[] }) {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const rows = box.rows.flatMap(({ id, amount }) => {
    const line = byId.get(id);
    return line === undefined ? [] : [{ line, amount }];
  });
  return (
    <DataTable
      caption={`Rows of ${boxTitle(box)}`}
      columns={ROW_COLUMNS}
      rows={rows}
      rowKey={({ line }) => line.id}
      rowLabel={({ line }) => `${line.name}, ${formatDate(line.date)}`}
      dense
    />
  );
}
