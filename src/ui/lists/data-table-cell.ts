import type { CSSProperties } from 'react';
import { classNames } from '../layout/class-names.ts';
import type { Column } from './data-table-types.ts';
// In this order: cards change what rows are.
import styles from './data-table-row.module.css';
import card from './data-table-card.module.css';

/** True for the column that names a row: the marked one, else the first. It stays in view when the table scrolls sideways. */
export function isRowHeader<Row>(columns: readonly Column<Row>[], index: number): boolean {
  const marked = columns.findIndex((column) => column.rowHeader);
  return index === Math.max(marked, 0);
}

/** The class of a body or foot cell; shared so that totals line up with their columns. */
export function cellClass<Row>(
  columns: readonly Column<Row>[],
  column: Column<Row>,
  index: number,
): string | undefined {
  const named = column.cardLabel ?? column.align === 'end';
  // One title a card: the first column's cell, unless another column is marked as it.
  const isTitle = index === 0 && !columns.some(({ card: marked }) => marked === 'title');
  const place = column.card ?? (isTitle ? 'title' : 'detail');
  return classNames(
    styles.cell,
    isRowHeader(columns, index) && styles.first,
    column.align === 'end' && styles.end,
    column.align === 'center' && styles.center,
    column.grow && styles.grow,
    column.truncates && styles.truncates,
    card[place],
    column.align === 'end' && card.end,
    named && card.named,
  );
}

/** A column's name in a card: without the unit that each of its figures has there. */
export function cardName<Row>({ header }: Column<Row>): string {
  return header.replace(/ (?:£|%|\(%\))$/u, '');
}

/** A cell's position among the details of a card, where the column sets one. */
export function cellStyle<Row>(column: Column<Row>): CSSProperties | undefined {
  if (column.cardOrder === undefined) return undefined;
  const style: CSSProperties & { '--card-order': number } = { '--card-order': column.cardOrder };
  return style;
}

/** True when every column but the growing one says how wide it is: the growing one then takes exactly the rest. */
export function isSized<Row>(columns: readonly Column<Row>[]): boolean {
  return columns.every((column) => column.grow || column.width !== undefined);
}
