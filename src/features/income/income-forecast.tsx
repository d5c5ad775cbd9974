import { classNames } from '../../ui/class-names.ts';
import { DataTable } from '../../ui/data-table.tsx';
import type { Column } from '../../ui/data-table-types.ts';
import { formatDate } from '../../ui/date-text.ts';
import { DateText, HiddenMoney } from '../../ui/figures.tsx';
import { HiddenValue } from '../../ui/hidden-value.tsx';
import { formatMoney, formatQuantity } from '../../ui/format.ts';
import { TruncatedText } from '../../ui/truncated-text.tsx';
import { sumShown } from '../../../domain/round-parts.ts';
import type { IncomeView } from '../../../workers/income-types.ts';
import styles from './income.module.css';

type Line = IncomeView['forecast'][number];

const columnsFor = (lines: readonly Line[]): readonly Column<Line>[] => [
  { key: 'date', header: 'Around', cell: ({ date }) => <DateText value={date} /> },
  {
    key: 'security',
    header: 'Security',
    cell: ({ name }) => <TruncatedText text={name} />,
    grow: true,
    rowHeader: true,
    card: 'title',
  },
  { key: 'wrapper', header: 'Wrapper', cell: ({ wrapper }) => wrapper },
  {
    key: 'ground',
    header: 'Because',
    cell: ({ paid, paidOn, unitsThen, unitsNow }) => (
      <span className={classNames(styles.because, styles.ground)}>
        <HiddenValue>
          {formatMoney(paid)} on {formatDate(paidOn)} for {formatQuantity(unitsThen)} units; {formatQuantity(unitsNow)}{' '}
          held today
        </HiddenValue>
      </span>
    ),
  },
  {
    key: 'amount',
    header: 'Expected',
    align: 'end',
    card: 'value',
    cell: ({ amount }) => <HiddenMoney value={amount} />,
    total: <HiddenMoney value={sumShown(lines.map(({ amount }) => amount))} />,
  },
];

/** What the last year's payments come to for what is held today. */
export function IncomeForecast({ view: { forecast } }: { readonly view: IncomeView }) {
  return (
    <>
      <DataTable
        caption="Expected income of the next twelve months"
        columns={columnsFor(forecast)}
        rows={forecast}
        rowKey={(line) => `${line.isin} ${line.wrapper} ${line.date} ${line.paid}`}
        rowLabel={(line) => `${line.name}, ${formatDate(line.date)}`}
        {...(forecast.length > 0 && { totalsLabel: 'Total' })}
        empty="Nothing that you hold today paid income in the last twelve months."
        cardsBelow="medium"
        dense
      />
      <p className={styles.muted}>
        Each payment of the last twelve months, a year later, for the units held today. Ex-dividend days are not known,
        and a payment can change or stop. Notional distributions, and payments before a split, are left out.
      </p>
    </>
  );
}
