import { classNames } from './class-names.ts';
import type { Column } from './data-table-types.ts';
import styles from './data-table.module.css';

/** The class of a body or foot cell; shared so that totals line up with what they total. */
export function cellClass<Row>(column: Column<Row>, index: number): string | undefined {
  const named = column.cardLabel ?? column.align === 'end';
  const place = column.card ?? (index === 0 ? 'title' : 'detail');
  return classNames(
    styles.cell,
    index === 0 && styles.first,
    column.align === 'end' && styles.end,
    column.align === 'center' && styles.center,
    column.grow && styles.grow,
    styles[`card-${place}`],
    named && styles.named,
  );
}
