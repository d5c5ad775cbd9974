import { type CSSProperties, memo, type RefCallback, useRef } from 'react';
import { classNames } from '../layout/class-names.ts';
import { cardName, cellClass, cellStyle, isRowHeader, isSized } from './data-table-cell.ts';
import { DataTableHead } from './data-table-head.tsx';
import { DataTableRow } from './data-table-row.tsx';
import type { Column, DataTableProps } from './data-table-types.ts';
import card from './data-table-card.module.css';
import rowStyles from './data-table-row.module.css';
import styles from './data-table.module.css';
import { SkeletonRows } from '../layout/skeleton.tsx';
import { useNarrow } from '../hooks/use-narrow.ts';
import { type RowBlock, useRowBlocks } from './use-row-blocks.ts';
import { type RowLook, useRowLook } from './use-row-look.ts';
import { useRecycledRowKeys } from './use-recycled-row-keys.ts';
import { useScrollShadows } from '../hooks/use-scroll-shadows.ts';

/** Widths of the table's own space, in pixels at the usual size of text, below which rows become cards. */
const CARD_WIDTHS = { tiny: 320, small: 640, medium: 860, large: 1040, never: 0 } as const;

/**
 * The product's table: columns in, rows out.
 *
 * Wide: sticky header, sort buttons, a checkbox column, totals at the foot. Narrow: each row is a card of two lines.
 * The explicit roles keep it a table for screen readers when CSS lays rows out as cards.
 * Of many rows only those near the view are in the page.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    expansion,
    loading = false,
    loadingText,
    empty,
    cardsBelow = 'small',
    minWidth,
    dense = false,
    striped = false,
    totalsLabel,
  } = props;
  const frame = useRef<HTMLDivElement>(null);
  const shadows = useScrollShadows(frame, minWidth !== undefined);
  const isWide = cardsBelow === 'large';
  const cards = useNarrow(frame, minWidth === undefined ? CARD_WIDTHS[cardsBelow] : 0, isWide ? 0.6 : 0.75);
  const tableStyle: CSSProperties | undefined = minWidth === undefined ? undefined : { minInlineSize: minWidth };
  const open = expansion?.expandedKey ?? null;
  const { partial, blocks, size, watch } = useRowBlocks(
    rows.length,
    open === null ? -1 : rows.findIndex((row) => rowKey(row) === open),
    minWidth !== undefined,
  );
  const look = useRowLook(props);
  const places = useRecycledRowKeys(rows, rowKey, loading, size);

  return (
    <div
      ref={frame}
      className={classNames(styles.frame, dense && styles.dense)}
      data-cards={cards || undefined}
      data-wide={isWide || undefined}
      data-selectable={props.selection !== undefined || undefined}
      data-expandable={props.expansion !== undefined || undefined}
      data-striped={striped || undefined}
      data-sized={isSized(columns) || undefined}
      data-more-start={shadows.start || undefined}
      data-more-end={shadows.end || undefined}
      {...(minWidth !== undefined && { tabIndex: 0, role: 'region', 'aria-label': caption, 'data-frame': true })}
    >
      <table
        role="table"
        className={styles.table}
        style={tableStyle}
        aria-label={caption}
        aria-busy={loading || undefined}
        aria-rowcount={partial ? rows.length + 1 : undefined}
      >
        <DataTableHead {...props} cards={cards} />
        {rows.length === 0 && loading ? (
          <tbody role="rowgroup">
            <SkeletonRows columns={look.span} {...(loadingText !== undefined && { text: loadingText })} />
          </tbody>
        ) : (
          blocks.map((block) => (
            <Block
              key={block.number}
              {...block}
              table={props}
              look={look}
              places={places}
              watch={partial ? watch : null}
            />
          ))
        )}
        {totalsLabel !== undefined && rows.length > 0 && <Totals {...props} label={totalsLabel} />}
      </table>
      {rows.length === 0 &&
        !loading &&
        (typeof empty === 'string' ? <p className={styles.emptyText}>{empty}</p> : empty)}
    </div>
  );
}

interface BlockProps<Row> extends RowBlock {
  readonly table: DataTableProps<Row>;
  readonly look: RowLook<Row>;
  readonly places: ReadonlyMap<string, number>;
  /** Where only some blocks are drawn. */
  readonly watch: RefCallback<HTMLElement> | null;
}

/** Some rows, or the space that they take. */
function Block<Row>({ number, from, to, drawn, height, table, look, places, watch }: BlockProps<Row>) {
  const { rows, rowKey, rowLabel, rowTone, canSelect, selection, expansion } = table;
  return (
    <tbody role="rowgroup" ref={watch} data-block={number}>
      {drawn ? (
        rows.slice(from, to).map((row, index) => {
          const id = rowKey(row);
          return (
            <DataTableRow
              key={places.get(id)}
              id={id}
              row={row}
              label={rowLabel(row)}
              look={look}
              // The heading row is the first.
              place={watch === null ? undefined : from + index + 2}
              tone={rowTone?.(row)}
              selectable={selection !== undefined && (canSelect?.(row) ?? true)}
              selected={selection?.ids.has(id) ?? false}
              open={expansion?.expandedKey === id}
              details={expansion?.expandedKey === id && expansion.render(row)}
            />
          );
        })
      ) : (
        <Room span={look.span} height={height} />
      )}
    </tbody>
  );
}

/** In place of rows that are not drawn. */
const Room = memo(function Room({ span, height }: { readonly span: number; readonly height: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={span} style={{ blockSize: height, padding: 0 }} />
    </tr>
  );
});

/** In a card the label of the totals is the title, wherever the rows have theirs. */
function totalsColumn<Row>(column: Column<Row>, index: number): Column<Row> {
  if (index === 0) return { ...column, card: 'title' };
  return column.card === 'title' ? { ...column, card: 'none' } : column;
}

function Totals<Row>({
  columns,
  selection,
  expansion,
  rowActions,
  label,
}: DataTableProps<Row> & { readonly label: string }) {
  return (
    <tfoot role="rowgroup">
      <tr role="row" className={classNames(rowStyles.totals, card.totals)}>
        {expansion && <td role="cell" className={classNames(rowStyles.control, card.control)} />}
        {selection && <td role="cell" className={classNames(rowStyles.control, card.control)} />}
        {columns.map((column, index) => (
          <td
            key={column.key}
            role={isRowHeader(columns, index) ? 'rowheader' : 'cell'}
            className={cellClass(columns, totalsColumn(column, index), index)}
            style={cellStyle(column)}
            data-label={cardName(column)}
          >
            {index === 0 ? label : column.total}
          </td>
        ))}
        {rowActions && <td role="cell" className={classNames(rowStyles.actions, card.actions)} />}
      </tr>
    </tfoot>
  );
}
