import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { IncomeLine } from '../../../domain/income/income-year.ts';
import { KIND_LABELS, natureLabel } from '../../../domain/income/labels.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { formatDate } from '../../ui/texts/date-text.ts';
import { DateText, HiddenMoney } from '../../ui/values/figures.tsx';
import { useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import type { IncomeView } from '../../../workers/api/worker-api.ts';
import { TaxWithheldForm } from './tax-withheld-form.tsx';
import styles from './income.module.css';
import { transactionPath } from '../../ui/texts/transaction-path.ts';

/** Every receipt of the year, those in ISA, LISA, JISA and SIPP among them; tax withheld can be stated in its row. */
export function IncomeRows({ view: { lines, totals } }: { readonly view: IncomeView }) {
  const [editing, setEditing] = useState<string | null>(null);
  const columns: readonly Column<IncomeLine>[] = [
    { key: 'date', header: 'Date', cell: ({ date }) => <DateText value={date} />, card: 'detail' },
    {
      key: 'security',
      header: 'Security',
      cell: ({ id, name }) => <Link to={transactionPath(id)}>{name}</Link>,
      grow: true,
      rowHeader: true,
      card: 'title',
    },
    { key: 'wrapper', header: 'Wrapper', cell: ({ wrapper }) => wrapper },
    {
      key: 'nature',
      header: 'Nature',
      cell: ({ nature, kind }) => (
        <span className={styles.around}>
          {natureLabel(nature)}
          {kind !== 'paid' && <span className={styles.ground}>{KIND_LABELS[kind]}</span>}
        </span>
      ),
    },
    {
      key: 'gross',
      header: 'Gross',
      align: 'end',
      card: 'value',
      cell: ({ gross }) => <HiddenMoney value={gross} />,
      total: <HiddenMoney value={totals.gross} />,
    },
    {
      key: 'withheld',
      header: 'Tax withheld',
      align: 'end',
      width: '240px',
      cell: (line) => (
        <Withheld
          line={line}
          isEditing={editing === line.id}
          onEditing={(isEditing) => {
            setEditing(isEditing ? line.id : null);
          }}
        />
      ),
      total: <HiddenMoney value={totals.withheld} />,
    },
    {
      key: 'net',
      header: 'Net',
      align: 'end',
      cell: ({ net }) => <HiddenMoney value={net} />,
      total: <HiddenMoney value={totals.net} />,
    },
  ];
  return (
    <DataTable
      caption="Every row of the year"
      columns={columns}
      rows={lines}
      rowKey={({ id }) => id}
      rowLabel={({ name, date, wrapper }) => `${name}, ${formatDate(date)}, ${wrapper}`}
      totalsLabel="Total of what is taxed"
      cardsBelow="large"
    />
  );
}

interface WithheldProps {
  readonly line: IncomeLine;
  readonly isEditing: boolean;
  readonly onEditing: (isEditing: boolean) => void;
}

function Withheld({ line, isEditing, onEditing }: WithheldProps) {
  const hidden = useValuesHidden();
  const { kind, isin, name, date, wrapper, withheld } = line;
  // Nothing is withheld from income that was not paid, and interest on cash cannot state it.
  const isFixed = hidden || kind === 'notional' || isin === '';
  if (isEditing && !isFixed) return <TaxWithheldForm line={line} onClose={() => onEditing(false)} />;
  const words = withheld === 0 ? 'Add' : 'Change';
  return (
    <span className={styles.withheld}>
      <HiddenMoney value={withheld} />
      {!isFixed && (
        <Button
          size="small"
          aria-label={`${words} tax withheld: ${name}, ${formatDate(date)}, ${wrapper}`}
          onClick={() => onEditing(true)}
        >
          {words}
        </Button>
      )}
    </span>
  );
}
