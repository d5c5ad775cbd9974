import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react';
import type { CSSProperties } from 'react';
import { Checkbox } from '../controls/checkbox.tsx';
import { classNames } from '../layout/class-names.ts';
import { isRowHeader, isSized } from './data-table-cell.ts';
import type { Column, DataTableProps } from './data-table-types.ts';
import styles from './data-table-head.module.css';
import type { Sort } from './use-list-state.ts';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';

// One element each: React does not draw the same element again.
const [UP, DOWN, CHOICE] = [
  <ArrowUp key="up" aria-hidden="true" />,
  <ArrowDown key="down" aria-hidden="true" />,
  <ChevronDown key="choice" aria-hidden="true" />,
];

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/** The heading row. Where rows are cards it is a bar with the page's checkbox and a choice of sorting. */
export function DataTableHead<Row>({
  columns,
  sort,
  onSort,
  selection,
  expansion,
  rowActions,
  rows,
  loading = false,
  cards,
}: DataTableProps<Row> & { readonly cards: boolean }) {
  return (
    <thead role="rowgroup" className={styles.head}>
      <tr role="row">
        {expansion && (
          <th role="columnheader" scope="col" className={classNames(styles.control, styles.toggles)}>
            <VisuallyHidden>Details</VisuallyHidden>
          </th>
        )}
        {selection && !(cards && rows.length === 0) && (
          <th role="columnheader" scope="col" className={classNames(styles.control, styles.selectPage)}>
            <Checkbox
              label="Select all rows on this page"
              labelHidden
              checked={selection.header === 'checked'}
              indeterminate={selection.header === 'indeterminate'}
              disabled={rows.length === 0}
              onChange={selection.toggleHeader}
            />
            {cards && <span aria-hidden="true">Select page</span>}
          </th>
        )}
        {columns.map((column, index) => (
          <HeadCell
            key={column.key}
            column={column}
            sized={isSized(columns)}
            named={isRowHeader(columns, index)}
            sort={sort}
            onSort={onSort}
          />
        ))}
        {rowActions && (
          <th role="columnheader" scope="col" className={styles.actions}>
            Actions
          </th>
        )}
        {cards && onSort && (rows.length > 0 || loading) && <CardSort columns={columns} sort={sort} onSort={onSort} />}
      </tr>
    </thead>
  );
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>;
  /** All columns but the growing one have a width. */
  readonly sized: boolean;
  /** Heads the column that names the rows. */
  readonly named: boolean;
  readonly sort: Sort<string> | null | undefined;
  readonly onSort: ((key: string) => void) | undefined;
}

/** Where the growing column takes all that the others do not ask for, one whose cells ask for nothing asks by its heading. */
function headStyle<Row>({ width, truncates }: Column<Row>, sized: boolean): CSSProperties | undefined {
  if (width === undefined) return undefined;
  return { inlineSize: width, ...(truncates === true && !sized && { minInlineSize: width }) };
}

function HeadCell<Row>({ column, sized, named, sort, onSort }: HeadCellProps<Row>) {
  const sorted = sort?.field === column.key ? sort.direction : undefined;
  const names = classNames(
    styles.heading,
    named && styles.first,
    column.align === 'end' && styles.end,
    column.align === 'center' && styles.center,
    sorted && styles.sorted,
  );
  return (
    <th
      role="columnheader"
      scope="col"
      className={names}
      style={headStyle(column, sized)}
      aria-sort={sorted && ARIA_SORT[sorted]}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className={styles.sort}
          onClick={() => {
            onSort(column.key);
          }}
        >
          <span>{column.header}</span>
          {sorted === 'desc' ? DOWN : UP}
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

/** Sorting where the headings are not shown. */
function CardSort<Row>({
  columns,
  sort,
  onSort,
}: {
  readonly columns: readonly Column<Row>[];
  readonly sort: Sort<string> | null | undefined;
  readonly onSort: (key: string) => void;
}) {
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  return (
    <th role="columnheader" scope="col" className={styles.cardSort}>
      {/* Above a column of other figures the name alone would read as their heading. */}
      {sort && (
        <span className={styles.sortedBy} aria-hidden="true">
          Sorted by
        </span>
      )}
      <select
        aria-label="Sort by"
        className={styles.cardSortSelect}
        value={sort?.field ?? ''}
        onChange={(event) => {
          if (event.target.value !== '') onSort(event.target.value);
        }}
      >
        {!sort && <option value="">Sort by</option>}
        {sortable.map((column) => (
          <option key={column.key} value={column.key}>
            {column.header}
          </option>
        ))}
      </select>
      {!sort && CHOICE}
      {sort && (
        <button
          type="button"
          className={styles.direction}
          aria-label={sort.direction === 'asc' ? 'Ascending; reverse the order' : 'Descending; reverse the order'}
          onClick={() => {
            onSort(sort.field);
          }}
        >
          {sort.direction === 'asc' ? UP : DOWN}
        </button>
      )}
    </th>
  );
}
