import { startTransition, useLayoutEffect, useMemo, useRef } from 'react';
import type { DataTableProps } from './data-table-types.ts';

/** What a table's rows share: the same object until something of it changes. */
export interface RowLook<Row> extends Pick<DataTableProps<Row>, 'columns'> {
  readonly rowActions: DataTableProps<Row>['rowActions'] | undefined;
  readonly selects: boolean;
  readonly expands: boolean;
  /** A click anywhere in the row opens it. */
  readonly wholeRow: boolean;
  /** Cells in a full row. */
  readonly span: number;
  readonly toggleSelected: (key: string) => void;
  readonly toggleOpen: (key: string) => void;
}

/** Rows call the latest functions of the table, so that a new function alone draws none of them again. */
export function useRowLook<Row>({ columns, rowActions, selection, expansion }: DataTableProps<Row>): RowLook<Row> {
  const latest = useRef({ selection, expansion });
  useLayoutEffect(() => {
    latest.current = { selection, expansion };
  });
  const [selects, expands, wholeRow] = [selection !== undefined, expansion !== undefined, expansion?.wholeRow === true];
  return useMemo(
    () => ({
      columns,
      rowActions,
      selects,
      expands,
      wholeRow,
      span: columns.length + Number(selects) + Number(expands) + Number(rowActions !== undefined),
      toggleSelected: (key) => {
        latest.current.selection?.toggle(key);
      },
      toggleOpen: (key) => {
        // The press is shown before what it opens is drawn, which may be much.
        startTransition(() => latest.current.expansion?.onToggle(key));
      },
    }),
    [columns, rowActions, selects, expands, wholeRow],
  );
}
