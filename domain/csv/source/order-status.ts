/** Columns that say what became of an order: its status, or that it was taken back. */
import { cleanText, shorten, yesOrNo } from '../cells/cell-text.ts';
import { executionOf } from '../cells/status-words.ts';
import { namedLines } from '../profiles/source-row.ts';
import { normaliseHeader } from '../tables/columns.ts';

const STATUS =
  /^(?:(?:order|trade|transaction|execution|deal|dividend|payment|income|distribution|instruction|event|row) )?(?:status|state)$/u;
/** A cell that says nothing else, in a column whose heading names no status. */
const PLAINLY_NOT_EXECUTED =
  /^(?:cancell?ed|rejected|expired|failed|unfilled|not (?:executed|filled|traded)|declined|lapsed|pending|placed|submitted|queued|superseded|in progress|awaiting \w+|aborted|estimated?|forecast|projected|announced|declared|proposed|upcoming|scheduled|unpaid|provisional|simulated|demo|paper)$/iu;

/** What people write beside a row that did not take place, or is wrong. */
const DENIAL =
  /\b(?:(?:did(?: not|n.?t)|never) (?:go through|happen|execute|complete|fill)|not (?:executed|filled|completed|bought|sold|traded|mine)|(?:order|limit) (?:has )?(?:expired|lapsed|failed)|expired|lapsed|(?:was )?rejected|quote only|planned|planning to|to be (?:bought|sold|confirmed)|should (?:be|have been|read)|wrong(?:ly)?|incorrect|actually|what if|wish ?list|watch ?list)\b/iu;

/** True for a cell that says that its row did not take place as stated, or not yet. */
export function saysNotExecuted(cell: string): boolean {
  const isPlain = cell.length >= 4 && cell.length <= 20 && PLAINLY_NOT_EXECUTED.test(cell.trim());
  return isPlain || (cell.length >= 5 && cell.length <= 255 && DENIAL.test(cell));
}

/** A column that says yes for an order that was taken back. */
const TAKEN_BACK = /^(?:is )?(?:cancell?ed|void(?:ed)?|reversed|rejected|deleted)$/u;

/** A column that says no for what did not take place yet. */
const TOOK_PLACE = /^(?:is )?(?:confirmed|executed|completed?|processed|paid|received|settled|filled|done|cleared)$/u;

/** What an order states until it is executed. */
const OPEN_ORDER =
  /^(?:limit price|price limit|order limit|(?:order )?expir(?:y|es|ation)(?: date| day)?|(?:valid|good) (?:until|till|to)(?: date)?)$/u;
/** Headings of what was executed, in a list of orders. */
const EXECUTION = /\b(?:execut\w*|fill(?:ed)?|traded?|dealt|deal|settle\w*)\b/u;

interface Column {
  readonly position: number;
  readonly heading: string;
}

/** True for the heading of such a column, as `normaliseHeader` returns it. */
export function isStatusHeading(heading: string): boolean {
  return STATUS.test(heading) || TAKEN_BACK.test(heading);
}

export class OrderStatus {
  private readonly statuses: Column[] = [];
  private readonly takenBack: Column[] = [];
  private readonly tookPlace: Column[] = [];
  private readonly openOrders: Column[] = [];

  /** `read` are the positions of columns that are read as fields. */
  constructor(header: readonly string[], read: ReadonlySet<number> = new Set()) {
    const isExecuted = header.some((cell) => EXECUTION.test(normaliseHeader(cell)));
    header.forEach((cell, position) => {
      const heading = normaliseHeader(cell);
      const columns = STATUS.test(heading)
        ? this.statuses
        : TAKEN_BACK.test(heading)
          ? this.takenBack
          : TOOK_PLACE.test(heading)
            ? this.tookPlace
            : OPEN_ORDER.test(heading) && !isExecuted
              ? this.openOrders
              : null;
      if (!read.has(position)) columns?.push({ position, heading: shorten(cleanText(cell), 40) });
    });
  }

  /** Why a row is not a transaction, or null. */
  notExecuted(cells: readonly string[]): string | null {
    for (const { position, heading } of this.statuses) {
      const status = cleanText(cells[position] ?? '');
      if (executionOf(status) === 'notExecuted') return `${heading} is '${shorten(status, 40)}': nothing was traded.`;
    }
    const flag = this.takenBack.find(({ position }) => yesOrNo(cleanText(cells[position] ?? '')) === true);
    return flag === undefined
      ? null
      : `${flag.heading} is '${cleanText(cells[flag.position] ?? '')}': nothing was traded.`;
  }

  /** What an unknown status says against a row; none for an executed order. */
  notes(cells: readonly string[]): readonly string[] {
    if (this.statuses.length + this.tookPlace.length === 0) return this.openNotes(cells);
    const said = (columns: readonly Column[], isFine: (status: string) => boolean): readonly string[] =>
      columns.flatMap(({ position, heading }) => {
        const status = cleanText(cells[position] ?? '');
        if (status === '' || isFine(status)) return [];
        return [`${heading} is '${shorten(status, 40)}'. Check that the trade took place as stated.`];
      });
    const ofOrder = said(this.statuses, (status) => executionOf(status) === 'executed');
    return this.tookPlace.length === 0
      ? ofOrder
      : [...ofOrder, ...said(this.tookPlace, (status) => !/^(?:no?|false)$/iu.test(status))];
  }

  /** What an order without a status states that an executed one does not need. */
  private openNotes(cells: readonly string[]): readonly string[] {
    return this.openOrders.flatMap(({ position, heading }) => {
      const limit = cleanText(cells[position] ?? '');
      return limit === '' ? [] : [`${heading} is '${shorten(limit, 40)}'. Check that the order was executed.`];
    });
  }
}

/** How many orders were left out because of their status. */
export function ordersNotice(lines: readonly number[]): readonly string[] {
  if (lines.length === 0) return [];
  return [
    lines.length === 1
      ? `1 order was not executed by its status and was left out (${namedLines(lines)}).`
      : `${lines.length} orders were not executed by their status and were left out (${namedLines(lines)}).`,
  ];
}
