import { useState } from 'react';
import { groupBy } from '../../../domain/values/group-by.ts';
import { KIND_LABELS } from '../../../domain/income/labels.ts';
import { sumShown } from '../../../domain/values/round-parts.ts';
import { classNames } from '../../ui/layout/class-names.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { formatDate, dateInSentence } from '../../ui/texts/date-text.ts';
import { DateText, HiddenMoney } from '../../ui/values/figures.tsx';
import { HiddenValue } from '../../ui/values/hidden-value.tsx';
import { formatMoney, formatQuantity } from '../../ui/texts/format.ts';
import { TruncatedText } from '../../ui/controls/truncated-text.tsx';
import type { IncomeView } from '../../../workers/api/worker-api.ts';
import { monthText } from './income-words.ts';
import styles from './income.module.css';

type Line = IncomeView['forecast'][number];

interface Month {
  readonly month: string;
  readonly lines: readonly Line[];
}

const totalOf = (lines: readonly Line[]) => sumShown(lines.map(({ amount }) => amount));
const isNotional = ({ kind }: Line): boolean => kind === 'notional';

const monthColumns = (all: readonly Line[]): readonly Column<Month>[] => {
  const figures = (key: string, header: string, part: (lines: readonly Line[]) => readonly Line[]): Column<Month> => ({
    key,
    header,
    align: 'end',
    cell: ({ lines }) => <HiddenMoney value={totalOf(part(lines))} />,
    total: <HiddenMoney value={totalOf(part(all))} />,
  });
  return [
    { key: 'month', header: 'Month', cell: ({ month }) => monthText(month), grow: true, card: 'title' },
    {
      key: 'count',
      header: 'Payments',
      align: 'end',
      cell: ({ lines }) => lines.length,
      total: all.length,
    },
    figures('paid', 'Paid', (lines) => lines.filter((line) => !isNotional(line))),
    figures('notional', 'Notional', (lines) => lines.filter(isNotional)),
    { ...figures('amount', 'Expected', (lines) => lines), card: 'value' },
  ];
};

/** A calendar of the next twelve months: the last year's payments on what is held today. */
export function IncomeForecast({ view: { forecast } }: { readonly view: IncomeView }) {
  const [open, setOpen] = useState<string | null>(null);
  const months = [...groupBy(forecast, ({ date }) => date.slice(0, 7))].map(([month, lines]) => ({ month, lines }));
  return (
    <>
      <DataTable
        caption="Expected income of the next twelve months"
        columns={monthColumns(forecast)}
        rows={months}
        rowKey={({ month }) => month}
        rowLabel={({ month }) => monthText(month)}
        expansion={{
          expandedKey: open,
          onToggle: (key) => {
            setOpen(key === open ? null : key);
          },
          wholeRow: true,
          render: ({ month, lines }) => <MonthLines month={month} lines={lines} />,
        }}
        {...(forecast.length > 0 && { totalsLabel: 'Total' })}
        empty="Nothing that you hold today paid income in the last twelve months."
      />
      <p className={styles.muted}>
        Each payment of the last twelve months, a year later, for the units held today. Ex-dividend days are not known,
        and a payment can change or stop. Payments in another currency are in pounds at today's rate. Interest on cash,
        and payments before a split, are left out. Notional distributions are taxed without being paid.
      </p>
    </>
  );
}

const LINE_COLUMNS: readonly Column<Line>[] = [
  {
    key: 'date',
    header: 'Around',
    card: 'detail',
    cell: ({ date }) => (
      <span className={styles.around}>
        <DateText value={date} />
        <span className={styles.ground}>ex-date not known</span>
      </span>
    ),
  },
  {
    key: 'security',
    header: 'Security',
    cell: ({ name }) => <TruncatedText text={name} />,
    grow: true,
    rowHeader: true,
    card: 'title',
  },
  { key: 'wrapper', header: 'Wrapper', cell: ({ wrapper }) => wrapper },
  { key: 'kind', header: 'Kind', cell: ({ kind }) => KIND_LABELS[kind] },
  { key: 'ground', header: 'Because', cell: (line) => <Ground line={line} /> },
  {
    key: 'amount',
    header: 'Expected',
    align: 'end',
    card: 'value',
    cell: ({ amount }) => <HiddenMoney value={amount} />,
  },
];

function Ground({ line: { paid, paidOn, unitsThen, unitsNow, rate } }: { readonly line: Line }) {
  return (
    <span className={classNames(styles.because, styles.ground)}>
      <HiddenValue>
        {formatMoney(paid)} on {dateInSentence(paidOn)} for {formatQuantity(unitsThen)} units;{' '}
        {formatQuantity(unitsNow)} held today
        {rate !== null &&
          `; paid in ${rate.currency}, at today's rate of ${rate.perPound} ${rate.currency} per £1 (${dateInSentence(rate.date)})`}
      </HiddenValue>
    </span>
  );
}

function MonthLines({ month, lines }: Month) {
  return (
    <DataTable
      caption={`Expected income of ${monthText(month)}`}
      columns={LINE_COLUMNS}
      rows={lines}
      rowKey={(line) => `${line.isin} ${line.wrapper} ${line.date} ${line.kind} ${line.paid}`}
      rowLabel={(line) => `${line.name}, ${formatDate(line.date)}`}
      cardsBelow="medium"
      dense
    />
  );
}
