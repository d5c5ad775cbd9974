import type { HoldingIfSold } from '../../../domain/plans/sell-all.ts';
import type { SoldHolder } from '../../../workers/api/worker-api.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { DateText, HiddenMoney } from '../../ui/values/figures.tsx';
import { MoneyRange } from '../../ui/values/money-range.tsx';
import { SummaryFigures } from '../../ui/layout/summary-figures.tsx';
import { TruncatedText } from '../../ui/controls/truncated-text.tsx';
import styles from './plans.module.css';

const TREATMENTS = { gains: 'Taxed as a gain', untaxed: 'Untaxed', taxedLater: 'Taxed when drawn' } as const;

const COLUMNS: readonly Column<HoldingIfSold>[] = [
  {
    key: 'asset',
    header: 'Holding',
    cell: ({ assetName }) => <TruncatedText text={assetName} />,
    grow: true,
    rowHeader: true,
    card: 'title',
  },
  { key: 'wrapper', header: 'Wrapper', cell: ({ taxWrapper }) => taxWrapper },
  { key: 'treatment', header: 'Tax', cell: ({ treatment }) => TREATMENTS[treatment] },
  {
    key: 'price',
    header: 'Price of',
    cardLabel: true,
    cardAbsent: ({ priceDate }) => priceDate === null,
    cell: ({ priceDate }) => (priceDate === null ? '-' : <DateText value={priceDate} />),
  },
  { key: 'value', header: 'Value', align: 'end', card: 'value', cell: ({ value }) => <HiddenMoney value={value} /> },
  {
    key: 'gain',
    header: 'Gain/Loss',
    align: 'end',
    cardAbsent: ({ treatment }) => treatment !== 'gains',
    cell: ({ gain, treatment }) => (treatment === 'gains' ? <HiddenMoney value={gain} tone /> : '-'),
  },
  {
    key: 'tax',
    header: 'Tax if sold alone',
    align: 'end',
    cardAbsent: ({ treatment }) => treatment !== 'gains',
    cell: ({ taxAlone, treatment }) => (treatment === 'gains' ? <MoneyRange range={taxAlone} /> : '-'),
  },
];

/** One holder: value, tax and what is left, and the effect of each holding. */
export function HolderSold({ holder, name }: { readonly holder: SoldHolder; readonly name: string }) {
  return (
    <section className={styles.plan} aria-label={`${name}, if everything were sold`}>
      <h3>{name}</h3>
      <SummaryFigures
        figures={[
          { label: 'Value', value: <HiddenMoney value={holder.value} /> },
          { label: 'Charges', value: <HiddenMoney value={holder.charges} /> },
          { label: 'Capital Gains Tax', value: <MoneyRange range={holder.tax} />, wide: true },
          {
            label: 'What is left',
            value: <MoneyRange range={holder.left} />,
            ...(holder.taxedLater > 0 && {
              note: (
                <>
                  of which <HiddenMoney value={holder.taxedLater} /> in pensions, taxed when drawn
                </>
              ),
            }),
          },
        ]}
      />
      {holder.unpriced.length > 0 && (
        <p className={styles.muted}>
          Left out of these figures, because they have no price: {holder.unpriced.join(', ')}.
        </p>
      )}
      <details className={styles.assumptions}>
        <summary>Effect of each holding</summary>
        <DataTable
          caption={`Holdings of ${name}`}
          columns={COLUMNS}
          rows={holder.holdings}
          rowKey={({ isin, taxWrapper }) => `${isin} ${taxWrapper}`}
          rowLabel={({ assetName, taxWrapper }) => `${assetName}, ${taxWrapper}`}
          cardsBelow="medium"
        />
        <p className={styles.muted}>
          The exempt amount and losses are shared by all sales, so the taxes of single sales do not add up to the whole.
        </p>
      </details>
    </section>
  );
}
