import { classNames } from './class-names.ts';
import type { Column } from './data-table-types.ts';
import styles from './data-table.module.css';

/** True for the column that names a row: the marked one, else the first. It stays in view when the table scrolls sideways. */
export function isRowHeader<Row>(columns: readonly Column<Row>[], index: number): boolean {
  const marked = columns.findIndex((column) => column.rowHeader);
  return index === Math.max(marked, 0);
}

/** The class of a body or foot cell; shared so that totals line up with what they total. */
export function cellClass<Row>(columns: readonly Column<Row>[], column: Column<Row>, index: number): string | undefined {
  const named = column.cardLabel ?? column.align === 'end';
  const place = column.card ?? (index === 0 ? 'title' : 'detail');
  return classNames(
    styles.cell,
    isRowHeader(columns, index) && styles.first,
    column.align === 'end' && styles.end,
    column.align === 'center' && styles.center,
    column.grow && styles.grow,
    styles[`card-${place}`],
    named && styles.named,
  );
}
