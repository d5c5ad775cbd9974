import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { PricePoint } from '../../../domain/records/records.ts';
import { classNames } from '../../ui/layout/class-names.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { Column } from '../../ui/lists/data-table-types.ts';
import { typedDate } from '../../ui/texts/date-text.ts';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { Money } from '../../ui/values/figures.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Tooltip } from '../../ui/controls/tooltip.tsx';
import { changeOf, type PriceChange } from './price-change.ts';
import styles from './prices.module.css';

interface Row {
  readonly price: PricePoint;
  readonly change: PriceChange | null;
}

const ARROWS = { up: ArrowUp, down: ArrowDown, none: null } as const;

function ChangeCell({ change }: { readonly change: PriceChange | null }) {
  if (change === null) return '-';
  const Arrow = ARROWS[change.direction];
  return (
    <Tooltip text={change.hint}>
      <span className={classNames(styles.change, styles[change.movement])} tabIndex={0} aria-label={change.hint}>
        {Arrow !== null && <Arrow size={14} aria-hidden="true" />}
        {change.text}
      </span>
    </Tooltip>
  );
}

/** A closing price is of a day: the specified time is the start of the day. */
const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'date',
    header: 'Date',
    cell: ({ price }) => <time dateTime={price.priceDate}>{typedDate(price.priceDate)} 00:00</time>,
  },
  {
    key: 'price',
    header: 'Price',
    align: 'end',
    card: 'value',
    cell: ({ price }) => <Money value={price.closePrice} currency={price.currency} />,
  },
  { key: 'change', header: 'Change', align: 'end', cell: ({ change }) => <ChangeCell change={change} /> },
];

export interface PriceTableProps {
  /** A page of prices, newest first. */
  readonly prices: readonly PricePoint[];
  /** The price before the page's oldest. */
  readonly older: PricePoint | undefined;
  /** Per cent. */
  readonly threshold: number;
  /** Deletes a price; absent for those who may not. */
  readonly onDelete?: ((price: PricePoint) => void) | undefined;
}

/** The prices as a table with the change from each to the next (001 §2.7). */
export function PriceTable({ prices, older, threshold, onDelete }: PriceTableProps) {
  const rows = prices.map((price, index): Row => ({
    price,
    change: changeOf(price, prices[index + 1] ?? older, threshold),
  }));
  return (
    <DataTable
      caption="Prices"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ price }) => price.priceDate}
      rowLabel={({ price }) => typedDate(price.priceDate)}
      cardsBelow="never"
      dense
      empty={<EmptyState title="No price data available for the selected period" />}
      {...(onDelete && {
        rowActions: ({ price }: Row) => (
          <IconButton
            label={`Delete the price of ${typedDate(price.priceDate)}`}
            icon={<Trash2 aria-hidden="true" />}
            tone="danger"
            onClick={() => {
              onDelete(price);
            }}
          />
        ),
      })}
    />
  );
}
