import { useState } from 'react';
import type { YearRow } from '../../../domain/returns/answers/year-rows.ts';
import { sumShown } from '../../../domain/values/round-parts.ts';
import type { ReturnsAnswer } from '../../../workers/api/worker-api.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { rateText } from '../../ui/texts/format.ts';
import { HiddenMoney } from '../../ui/values/figures.tsx';
import { HiddenValue } from '../../ui/values/hidden-value.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';

import styles from './returns.module.css';

type Kind = keyof ReturnsAnswer['years'];
const KINDS: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'taxYears', label: 'Tax years' },
  { value: 'calendarYears', label: 'Calendar years' },
];

/** Each year of the scope, the newest first. */
export function YearsSection({ years }: { readonly years: ReturnsAnswer['years'] }) {
  const [kind, setKind] = useState<Kind>('taxYears');
  const rows = years[kind];
  return (
    <section className={styles.section} aria-labelledby="years-title">
      <h2 id="years-title">Years</h2>
      <Tabs label="Kind of year" value={kind} onChange={setKind} tabs={KINDS}>
        <DataTable
          caption={kind === 'taxYears' ? 'Tax years' : 'Calendar years'}
          columns={columnsOf(rows)}
          rows={rows}
          rowKey={({ year }) => year}
          rowLabel={({ year }) => year}
          totalsLabel="All years"
          cardsBelow="medium"
          dense
        />
      </Tabs>
      <p className={styles.note}>
        Each rate is for the year shown, or for the part of it that has passed. Money-weighted rates count from the
        first payment of the year.
      </p>
    </section>
  );
}

function columnsOf(rows: readonly YearRow[]): readonly Column<YearRow>[] {
  const isComplete = rows.every(
    ({ opening, netPaidIn, closing }) => opening !== null && netPaidIn !== null && closing !== null,
  );
  const money = (key: 'opening' | 'netPaidIn' | 'gain' | 'closing', header: string): Column<YearRow> => ({
    key,
    header,
    align: 'end',
    ...(key === 'closing' && { card: 'value' as const }),
    cell: (row) => (row[key] === null ? 'No price' : <HiddenMoney value={row[key]} tone={key === 'gain'} />),
    total: isComplete ? <HiddenMoney value={totalOf(key, rows)} tone={key === 'gain'} /> : 'No price',
  });
  const rate = (key: string, header: string, of: (row: YearRow) => number | null): Column<YearRow> => ({
    key,
    header,
    align: 'end',
    cell: (row) => <Rate value={of(row)} />,
  });
  return [
    { key: 'year', header: 'Year', rowHeader: true, card: 'title', cell: ({ year }) => year },
    money('opening', 'Opening'),
    money('netPaidIn', 'Net paid in'),
    money('gain', 'Gain'),
    money('closing', 'Closing'),
    rate('timeWeighted', 'Time-weighted', ({ timeWeighted }) => timeWeighted),
    rate('moneyWeighted', 'Money-weighted', ({ moneyWeighted }) =>
      moneyWeighted?.found === true ? moneyWeighted.forPeriod : null,
    ),
  ];
}

/** The first opening value, the sums of additions and gains, and the last closing value. */
function totalOf(key: 'opening' | 'netPaidIn' | 'gain' | 'closing', rows: readonly YearRow[]) {
  if (key === 'opening') return rows.at(-1)?.opening ?? null;
  if (key === 'closing') return rows[0]?.closing ?? null;
  return sumShown(rows.map((row) => row[key]));
}

function Rate({ value }: { readonly value: number | null }) {
  if (value === null) return '-';
  return <HiddenValue>{rateText(value)}</HiddenValue>;
}
