import { lazy, Suspense } from 'react';
import type { YearOfGains } from '../../../domain/cgt/tax/gains-by-year.ts';
import type { TaxYear } from '../../../domain/values/tax-year.ts';
import { ChartFigures } from '../../ui/charts/chart-figures.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { HiddenMoney } from '../../ui/values/figures.tsx';
import { formatMoney } from '../../ui/texts/format.ts';
import { SkeletonBlock } from '../../ui/layout/skeleton.tsx';
import { useValuesHidden } from '../../ui/app-state/values-visibility.ts';
import styles from './year-panels.module.css';

const BarChart = lazy(async () => ({ default: (await import('../../ui/charts/bar-chart.tsx')).BarChart }));

const COLUMNS: readonly Column<YearOfGains>[] = [
  { key: 'taxYear', header: 'Tax year', rowHeader: true, card: 'title', cell: ({ taxYear }) => taxYear },
  { key: 'gains', header: 'Gains', align: 'end', cell: ({ gains }) => <HiddenMoney value={gains} /> },
  { key: 'losses', header: 'Losses', align: 'end', cell: ({ losses }) => <HiddenMoney value={losses} /> },
  { key: 'net', header: 'Net', align: 'end', card: 'value', cell: ({ net }) => <HiddenMoney value={net} tone /> },
  {
    key: 'exempt',
    header: 'Exempt amount',
    align: 'end',
    cell: ({ exemptAmount }) => <HiddenMoney value={exemptAmount} />,
  },
  { key: 'taxable', header: 'Taxable', align: 'end', cell: ({ taxable }) => <HiddenMoney value={taxable} /> },
];

export interface YearBarsProps {
  readonly name: string;
  /** Oldest first. */
  readonly years: readonly YearOfGains[];
  /** The tax year that the screen shows. */
  readonly taxYear: TaxYear;
}

/** A holder's net gains of each tax year against its exempt amount, with the figures in a table behind them. */
export function YearBars({ name, years, taxYear }: YearBarsProps) {
  const hidden = useValuesHidden();
  const caption = `Yearly gains of ${name}`;
  const words = (index: number): readonly string[] => {
    const year = years[index];
    if (year === undefined) return [];
    const { net, exemptAmount, taxable } = year;
    return [
      `${net < 0 ? 'Loss' : 'Gain'} ${formatMoney(Math.abs(net))}`,
      ...(exemptAmount === null ? [] : [`Exempt amount ${formatMoney(exemptAmount)}`]),
      ...(taxable === null ? [] : [`Taxable ${formatMoney(taxable)}`]),
    ];
  };
  return (
    <div className={styles.picture}>
      <p className={styles.pictureTitle}>Yearly gains less losses, against the exempt amount</p>
      <div className={styles.bars}>
        {hidden ? (
          <p className={styles.note}>Values are hidden. Show them to see the chart.</p>
        ) : (
          <Suspense fallback={<SkeletonBlock lines={5} text="Loading chart..." />}>
            <BarChart
              label={`${caption}, against the exempt amount. The figures are in the table below.`}
              bars={years.map((year) => ({ label: year.taxYear, value: year.net, mark: year.exemptAmount }))}
              markName="Exempt amount"
              chosen={taxYear}
              words={words}
            />
          </Suspense>
        )}
      </div>
      <ChartFigures>
        <DataTable
          caption={caption}
          columns={COLUMNS}
          rows={years.toReversed()}
          rowKey={(year) => year.taxYear}
          rowLabel={(year) => year.taxYear}
          dense
        />
      </ChartFigures>
    </div>
  );
}
