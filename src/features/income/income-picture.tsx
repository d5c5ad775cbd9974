import { lazy, Suspense, useState } from 'react';
import { HiddenMoney } from '../../ui/values/figures.tsx';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { Tabs } from '../../ui/controls/tabs.tsx';
import { useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import type { IncomeView } from '../../../workers/api/worker-api.ts';
import { monthText } from './income-words.ts';
import styles from './income.module.css';

const BarChart = lazy(async () => ({ default: (await import('../../ui/charts/bar-chart.tsx')).BarChart }));

const TABS = [
  { value: 'month', label: 'By month' },
  { value: 'year', label: 'By tax year' },
] as const;

/** An amount of a period. */
interface Stretch {
  readonly label: string;
  readonly gross: number;
}

/** Gross income of each month that the tax year touches, or of each tax year: as bars, and as a table beside them. */
export function IncomePicture({ view: { months, byYear, taxYear } }: { readonly view: IncomeView }) {
  const [tab, setTab] = useState<'month' | 'year'>('month');
  return (
    <Tabs label="Picture" value={tab} onChange={setTab} tabs={TABS}>
      {tab === 'month' ? (
        <Stretches
          caption={`Gross income of each month of ${taxYear}`}
          header="Month"
          rows={months.map(({ month, gross }) => ({ label: monthText(month), gross }))}
          note="The first month starts on 6 April and the last ends on 5 April."
        />
      ) : (
        <Stretches
          caption="Gross income of each tax year"
          header="Tax year"
          rows={byYear.map(({ taxYear: label, gross }) => ({ label, gross }))}
        />
      )}
    </Tabs>
  );
}

interface StretchesProps {
  readonly caption: string;
  readonly header: string;
  readonly rows: readonly Stretch[];
  readonly note?: string;
}

function Stretches({ caption, header, rows, note }: StretchesProps) {
  const hidden = useValuesHidden();
  return (
    <>
      <div className={styles.picture}>
        {hidden ? (
          <p className={styles.muted}>Values are hidden. Show them to see the chart.</p>
        ) : (
          <div className={styles.bars}>
            <Suspense fallback={<SkeletonBlock lines={7} text="Loading chart..." />}>
              <BarChart
                label={`${caption}. The figures are in the table beside it.`}
                bars={rows.map((row) => ({ label: row.label, value: row.gross }))}
              />
            </Suspense>
          </div>
        )}
        <table className={styles.months}>
          <caption className={styles.caption}>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{header}</th>
              <th scope="col" className={styles.figure}>
                Gross
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, gross }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td className={styles.figure}>
                  <HiddenMoney value={gross} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {note !== undefined && <p className={styles.muted}>{note}</p>}
    </>
  );
}
