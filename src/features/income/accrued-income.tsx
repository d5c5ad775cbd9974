import { Link } from 'react-router-dom';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { formatDate } from '../../ui/texts/date-text.ts';
import { DateText, HiddenMoney } from '../../ui/values/figures.tsx';
import { Section } from '../../ui/layout/page.tsx';
import type { IncomeView } from '../../../workers/api/worker-api.ts';
import { ACCRUED_EFFECTS, ACCRUED_NOTE } from './income-words.ts';
import styles from './income.module.css';
import { transactionPath } from '../../ui/texts/transaction-path.ts';

type Line = IncomeView['accrued'][number];

const COLUMNS: readonly Column<Line>[] = [
  { key: 'date', header: 'Traded', cell: ({ date }) => <DateText value={date} />, card: 'detail' },
  {
    key: 'security',
    header: 'Security',
    cell: ({ id, name }) => <Link to={transactionPath(id)}>{name}</Link>,
    grow: true,
    rowHeader: true,
    card: 'title',
  },
  { key: 'effect', header: 'Effect', cell: ({ effect }) => ACCRUED_EFFECTS[effect] },
  {
    key: 'end',
    header: 'Interest period ends',
    cell: ({ periodEnd }) => (periodEnd === null ? 'Not known' : <DateText value={periodEnd} />),
    cardLabel: true,
  },
  {
    key: 'amount',
    header: 'Accrued interest',
    align: 'end',
    card: 'value',
    cell: ({ amount, isStated }) => (
      <span className={styles.around}>
        <HiddenMoney value={amount} />
        {!isStated && <span className={styles.ground}>{amount === null ? 'not stated' : 'worked out'}</span>}
      </span>
    ),
  },
];

/** Trades of gilts and bonds between two payments of interest: listed, and in no box (RULES 7). */
export function AccruedIncome({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <Section title="Accrued income of gilts and bonds">
      <DataTable
        caption="Accrued income"
        columns={COLUMNS}
        rows={lines}
        rowKey={({ id }) => id}
        rowLabel={({ name, date }) => `${name}, ${formatDate(date)}`}
        cardsBelow="medium"
      />
      <p className={styles.muted}>{ACCRUED_NOTE}</p>
    </Section>
  );
}
