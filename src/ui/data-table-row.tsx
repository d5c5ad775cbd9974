import { ChevronRight } from 'lucide-react';
import { Checkbox } from './checkbox.tsx';
import { classNames } from './class-names.ts';
import { cellClass, cellStyle, isRowHeader } from './data-table-cell.ts';
import type { DataTableProps } from './data-table-types.ts';
import styles from './data-table.module.css';
import { useLongPress } from './use-long-press.ts';

interface RowProps<Row> {
  readonly row: Row;
  /** Cells in a full row. */
  readonly span: number;
  readonly table: DataTableProps<Row>;
  /** The row's place in the table, from 1, where not all rows are in the page. */
  readonly index?: number | undefined;
}

/** True when a click was meant for the row itself and not for something in it, nor to select text. */
function isForRow(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, select, label') === null && getSelection()?.isCollapsed !== false;
}

/** One row, and under it the details when it is open. */
export function DataTableRow<Row>({ row, span, table, index: place }: RowProps<Row>) {
  const { columns, rowKey, rowLabel, selection, canSelect, expansion, rowActions, rowTone } = table;
  const key = rowKey(row);
  const label = rowLabel(row);
  const selectable = selection !== undefined && (canSelect?.(row) ?? true);
  const selected = selectable && selection.ids.has(key);
  const open = expansion?.expandedKey === key;
  const tone = rowTone?.(row);
  const press = useLongPress(selectable ? () => selection.toggle(key) : undefined);

  const wholeRow = expansion?.wholeRow === true;

  return (
    <>
      <tr
        role="row"
        className={classNames(styles.row, tone && styles[tone], open && styles.open, wholeRow && styles.clickable)}
        aria-rowindex={place}
        data-row-key={key}
        data-selected={selected || undefined}
        {...press}
        {...(wholeRow && {
          onClick: (event) => {
            if (isForRow(event.target)) expansion.onToggle(key);
          },
        })}
      >
        {expansion && (
          <td role="cell" className={classNames(styles.control, styles.expand)}>
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={open}
              aria-label={`Details of ${label}`}
              onClick={() => {
                expansion.onToggle(key);
              }}
            >
              <ChevronRight aria-hidden="true" />
            </button>
          </td>
        )}
        {selection && (
          <td role="cell" className={classNames(styles.control, styles.select)}>
            {selectable && (
              <Checkbox
                label={`Select ${label}`}
                labelHidden
                checked={selected}
                onChange={() => {
                  selection.toggle(key);
                }}
              />
            )}
          </td>
        )}
        {columns.map((column, index) => (
          <td key={column.key} role={isRowHeader(columns, index) ? 'rowheader' : 'cell'} className={cellClass(columns, column, index)} style={cellStyle(column)} data-label={column.header} data-absent={column.cardAbsent?.(row) === true || undefined}>
            {column.cell(row)}
          </td>
        ))}
        {rowActions && (
          <td role="cell" className={styles.actions}>
            {rowActions(row)}
          </td>
        )}
      </tr>
      {open && (
        <tr role="row" className={styles.detailRow}>
          <td role="cell" className={styles.detail} colSpan={span}>
            {expansion?.render(row)}
          </td>
        </tr>
      )}
    </>
  );
}
