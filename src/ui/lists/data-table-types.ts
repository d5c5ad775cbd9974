import type { ReactNode } from 'react';
import type { Sort } from './use-list-state.ts';
import type { Selection } from './use-selection.ts';

/** One column: a heading and how a row fills it. */
export interface Column<Row> {
  /** Unique; also the sort field. */
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures go to the end. */
  readonly align?: 'start' | 'center' | 'end';
  readonly sortable?: boolean;
  /** What the totals row shows here. */
  readonly total?: ReactNode;
  /** A CSS length; give it to columns that must not move, let the name take the rest. */
  readonly width?: string;
  /** Names the row (for screen readers, and by staying in view) where that is not the first column. */
  readonly rowHeader?: boolean;
  /** Takes the remaining width, and truncates instead of pushing others out. */
  readonly grow?: boolean;
  /** Keeps to its `width` and truncates (its cells are a `TruncatedText`) instead of pushing others out. */
  readonly truncates?: boolean;
  /**
   * The place of the cell when rows become cards: `title` first line left, `value` first line right, `detail` second
   * line (default), `none` nowhere.
   */
  readonly card?: 'title' | 'value' | 'detail' | 'none';
  /** The position of a detail among the others of its card; in the columns' order by default. */
  readonly cardOrder?: number;
  /** Whether a card names the detail; figures do unless told otherwise, words do not. */
  readonly cardLabel?: boolean;
  /** Leaves the detail out of the cards of these rows: a dash needs no space there. */
  readonly cardAbsent?: (row: Row) => boolean;
}

/** What the table needs to know of a selection. */
export type TableSelection = Pick<Selection, 'ids' | 'header' | 'toggle' | 'toggleHeader'>;

export interface RowExpansion<Row> {
  /** The one open row, if any. */
  readonly expandedKey: string | null;
  readonly onToggle: (key: string) => void;
  /** A click anywhere in the row opens it too; links and controls in it keep their own. */
  readonly wholeRow?: boolean;
  readonly render: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Names a row in its checkbox and buttons: 'Vodafone Group, 3 Mar 2024'. */
  readonly rowLabel: (row: Row) => string;
  readonly sort?: Sort<string> | null | undefined;
  readonly onSort?: (key: string) => void;
  readonly selection?: TableSelection | undefined;
  /** Rows without a checkbox, for example those with errors. */
  readonly canSelect?: (row: Row) => boolean;
  readonly expansion?: RowExpansion<Row> | undefined;
  /** Buttons or a menu at the end of each row. */
  readonly rowActions?: (row: Row) => ReactNode;
  /** `dimmed` for rows that cannot be used, `muted` for those left out. */
  readonly rowTone?: (row: Row) => 'dimmed' | 'muted' | undefined;
  /** Heads the totals row, for example 'Total'; without it there is none. */
  readonly totalsLabel?: string | undefined;
  readonly loading?: boolean;
  /** Said and shown while loading: 'Loading transactions...'. */
  readonly loadingText?: string;
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode;
  /** Below this width of the table's own space rows become cards; default `small` (640 px). */
  readonly cardsBelow?: 'tiny' | 'small' | 'medium' | 'large' | 'never';
  /** A CSS length below which the table scrolls sideways instead, with a shadow that shows there is more; implies no cards. */
  readonly minWidth?: string;
  readonly dense?: boolean;
  /** Alternating backgrounds, which the specification asks for on the dashboard. */
  readonly striped?: boolean;
}
