import { ChevronRight } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { Checkbox } from '../controls/checkbox.tsx';
import { classNames } from '../layout/class-names.ts';
import { cardName, cellClass, cellStyle, isRowHeader } from './data-table-cell.ts';
import card from './data-table-card.module.css';
import styles from './data-table-row.module.css';
import { useLongPress } from '../hooks/use-long-press.ts';
import type { RowLook } from './use-row-look.ts';

// One element for all rows: React does not draw the same element again.
const CHEVRON = <ChevronRight aria-hidden="true" />;

interface RowProps<Row> {
  /** The row's own key. */
  readonly id: string;
  readonly row: Row;
  readonly label: string;
  readonly look: RowLook<Row>;
  /** The row's place in the table, from 1, where not all rows are in the page. */
  readonly place: number | undefined;
  readonly tone: 'dimmed' | 'muted' | undefined;
  readonly selectable: boolean;
  readonly selected: boolean;
  readonly open: boolean;
  /** What is shown under the row while it is open. */
  readonly details: ReactNode;
}

/** True when a click was meant for the row itself and not for something in it, nor to select text. */
function isForRow(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('a, button, input, select, label') === null &&
    getSelection()?.isCollapsed !== false
  );
}

function Row<Row>({ id, row, label, look, place, tone, selectable, selected: marked, open, details }: RowProps<Row>) {
  const { columns, rowActions, selects, expands, wholeRow, span, toggleSelected, toggleOpen } = look;
  const selected = selectable && marked;
  const press = useLongPress(
    selectable
      ? () => {
          toggleSelected(id);
        }
      : undefined,
  );

  return (
    <>
      <tr
        role="row"
        className={classNames(styles.row, card.row, tone && styles[tone], wholeRow && styles.clickable)}
        aria-rowindex={place}
        data-row-key={id}
        data-selected={selected || undefined}
        data-open={open || undefined}
        {...press}
        {...(wholeRow && {
          onClick: (event) => {
            if (isForRow(event.target)) toggleOpen(id);
          },
        })}
      >
        {expands && (
          <td role="cell" className={classNames(styles.control, styles.expand, card.expand)}>
            <button
              type="button"
              className={classNames(styles.toggle, card.toggle)}
              aria-expanded={open}
              aria-label={`Details of ${label}`}
              onClick={() => {
                toggleOpen(id);
              }}
            >
              {CHEVRON}
            </button>
          </td>
        )}
        {selects && (
          <td role="cell" className={classNames(styles.control, card.select)}>
            {selectable && (
              <Checkbox
                label={`Select ${label}`}
                labelHidden
                checked={selected}
                onChange={() => {
                  toggleSelected(id);
                }}
              />
            )}
          </td>
        )}
        {columns.map((column, index) => (
          <td
            key={column.key}
            role={isRowHeader(columns, index) ? 'rowheader' : 'cell'}
            className={cellClass(columns, column, index)}
            style={cellStyle(column)}
            data-label={cardName(column)}
            data-absent={column.cardAbsent?.(row) === true || undefined}
          >
            {column.cell(row)}
          </td>
        ))}
        {rowActions && (
          // An open menu or question belongs to its row, and so do details.
          <td key={id} role="cell" className={classNames(styles.actions, card.actions)}>
            {rowActions(row)}
          </td>
        )}
      </tr>
      {open && (
        <tr key={id} role="row" className={card.detailRow}>
          <td role="cell" className={classNames(styles.detail, card.details)} colSpan={span}>
            {details}
          </td>
        </tr>
      )}
    </>
  );
}

/** One row, and under it the details when it is open. Drawn again only when something that it shows has changed. */
export const DataTableRow = memo(Row) as typeof Row;
