/** From the opening value to the closing value, exact to the penny (RULES 5). */
import { NO_PENCE, type Pence } from '../figures/pence.ts';
import type { PeriodWalk } from './period-walk.ts';
import type { ReturnsBook } from '../book/returns-book.ts';
import type { MissingFigure, ReturnsEvent } from '../book/returns-event.ts';

/** The parts in the order in which they are shown; `paidOut`, `charges` and `tax` are deducted. */
export const BRIDGE_PARTS = [
  'opening',
  'paidIn',
  'paidOut',
  'realised',
  'unrealised',
  'income',
  'exchange',
  'charges',
  'tax',
  'closing',
] as const;
export type BridgePart = (typeof BRIDGE_PARTS)[number];

export const BRIDGE_LABELS: Readonly<Record<BridgePart, string>> = {
  opening: 'Opening value',
  paidIn: 'Paid in',
  paidOut: 'Paid out',
  realised: 'Realised',
  unrealised: 'Unrealised',
  income: 'Income',
  exchange: 'Exchange rates',
  charges: 'Charges',
  tax: 'Tax withheld',
  closing: 'Closing value',
};

/** Whole pence; opening + paidIn - paidOut + realised + unrealised + income + exchange - charges - tax = closing. */
export type Bridge = Readonly<Record<BridgePart, Pence>>;

/** A row of a part: an event, or a position held at the start or the end. */
export interface BridgeLine {
  readonly part: BridgePart;
  readonly amount: Pence;
  readonly cell: number;
  /** Null for a position held at the start or the end. */
  readonly event: ReturnsEvent | null;
}

/** A bridge, or the missing figures that it would need. */
export interface BridgeResult {
  readonly bridge: Bridge | null;
  readonly missing: readonly MissingFigure[];
}

type Take = (group: number, part: BridgePart, amount: Pence, cell: number, event: number | null) => void;

/**
 * Assigns every amount of the period's parts to its group of positions. `groupOf` has a group for each position, or -1:
 * a move between two positions of one group is not a flow, and a gain belongs to the position with the money or the
 * units.
 *
 * @param missing called with each missing figure that the group needs
 */
function eachLine(
  book: ReturnsBook,
  walk: PeriodWalk,
  groupOf: Int32Array,
  take: Take,
  missing: (group: number, figure: MissingFigure) => void,
): void {
  for (const [cell, figures] of walk.missing) for (const figure of figures) missing(groupOf[cell] ?? -1, figure);
  for (const cell of book.cells.keys()) {
    const group = groupOf[cell] ?? -1;
    if (group < 0) continue;
    take(group, 'opening', walk.opening[cell] ?? NO_PENCE, cell, null);
    take(group, 'unrealised', walk.held[cell]?.price ?? NO_PENCE, cell, null);
    take(group, 'exchange', walk.held[cell]?.exchange ?? NO_PENCE, cell, null);
    take(group, 'closing', walk.closing[cell] ?? NO_PENCE, cell, null);
  }
  const { columns, events } = book;
  const { price, exchange, otherPrice, otherExchange } = walk.gains;
  let index = walk.firstEvent;
  const give = (group: number, part: BridgePart, pence: number | undefined, cell: number): void => {
    if (pence !== undefined && pence !== 0) take(group, part, pence as Pence, cell, index);
  };
  for (; index < walk.endEvent; index += 1) {
    const cell = columns.cell[index] ?? -1;
    const other = columns.other[index] ?? -1;
    const group = groupOf[cell] ?? -1;
    const otherGroup = other < 0 ? -1 : (groupOf[other] ?? -1);
    if (group < 0 && otherGroup < 0) continue;
    const at = index - walk.firstEvent;
    const isMove = columns.isMove[index] === 1;
    const isCrossing = group !== otherGroup;
    const part = columns.isUnrealised[index] === 1 ? 'unrealised' : 'realised';
    if (!isMove || isCrossing) {
      give(group, part, price[at], cell);
      give(group, 'exchange', exchange[at], cell);
    }
    if (other >= 0) {
      give(otherGroup, part, otherPrice[at], other);
      give(otherGroup, 'exchange', otherExchange[at], other);
      if (isMove && isCrossing) {
        const figure = columns.isMissing[index] === 1 ? (events[index]?.missing ?? null) : null;
        if (figure !== null) for (const each of [group, otherGroup]) missing(each, figure);
        give(otherGroup, part, 0 - (price[at] ?? 0), other);
        give(otherGroup, 'exchange', 0 - (exchange[at] ?? 0), other);
      }
    }
    give(group, 'income', columns.income[index], cell);
    give(group, 'charges', columns.charges[index], cell);
    give(group, 'tax', columns.tax[index], cell);
    if (!isCrossing) continue;
    const paid = columns.paid[index] ?? 0;
    const size = Math.abs(paid);
    give(group, paid > 0 ? 'paidIn' : 'paidOut', size, cell);
    if (other >= 0) give(otherGroup, paid > 0 ? 'paidOut' : 'paidIn', size, other);
  }
}

function noBridge(): Record<BridgePart, Pence> {
  return {
    opening: NO_PENCE,
    paidIn: NO_PENCE,
    paidOut: NO_PENCE,
    realised: NO_PENCE,
    unrealised: NO_PENCE,
    income: NO_PENCE,
    exchange: NO_PENCE,
    charges: NO_PENCE,
    tax: NO_PENCE,
    closing: NO_PENCE,
  };
}

/** The bridges of `groups` groups, added up in one pass. */
export function bridges(book: ReturnsBook, walk: PeriodWalk, groupOf: Int32Array, groups: number): BridgeResult[] {
  const totals = Array.from({ length: groups }, noBridge);
  const missing = Array.from({ length: groups }, (): MissingFigure[] => []);
  eachLine(
    book,
    walk,
    groupOf,
    (group, part, amount) => {
      const total = totals[group];
      if (total !== undefined) total[part] = (total[part] + amount) as Pence;
    },
    (group, figure) => missing[group]?.push(figure),
  );
  return totals.map((total, group) => {
    const lacks = missing[group] ?? [];
    return { bridge: lacks.length > 0 ? null : total, missing: lacks };
  });
}

/** The rows of a part of one group's bridge, in date order; they add up to the part. */
export function bridgeLines(
  book: ReturnsBook,
  walk: PeriodWalk,
  groupOf: Int32Array,
  wanted: { readonly group: number; readonly part: BridgePart },
): BridgeLine[] {
  const lines: BridgeLine[] = [];
  eachLine(
    book,
    walk,
    groupOf,
    (group, part, amount, cell, event) => {
      if (group !== wanted.group || part !== wanted.part || amount === 0) return;
      lines.push({ part, amount, cell, event: event === null ? null : (book.events[event] ?? null) });
    },
    () => undefined,
  );
  return lines;
}

/** The sum of the parts, for comparison with the closing value. */
export function sumOfParts(bridge: Bridge): Pence {
  const { opening, paidIn, paidOut, realised, unrealised, income, exchange, charges, tax } = bridge;
  return (opening + paidIn - paidOut + realised + unrealised + income + exchange - charges - tax) as Pence;
}
