/** From the opening value to the closing value, exact to the penny (RULES 5). */
import { sum, zero, type Exact } from '../decimal.ts';
import type { Gain } from './position-pool.ts';
import type { PeriodWalk } from './period-walk.ts';
import type { ReturnsBook } from './returns-book.ts';
import type { MissingFigure, ReturnsEvent } from './returns-event.ts';

/** The parts in the order in which they are shown; `paidOut`, `charges` and `tax` are taken off. */
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

/** Whole pence; opening + paidIn - paidOut + realised + unrealised + income + exchange - charges - tax = closing. */
export type Bridge = Readonly<Record<BridgePart, Exact<'pounds'>>>;

/** A row of a part: an event, or a position at the start or the end. */
export interface BridgeLine {
  readonly part: BridgePart;
  readonly amount: Exact<'pounds'>;
  readonly cell: number;
  /** Null for what is held at the start or the end. */
  readonly event: ReturnsEvent | null;
}

/** A bridge, or what must be known for one. */
export interface BridgeResult {
  readonly bridge: Bridge | null;
  readonly missing: readonly MissingFigure[];
}

type Take = (
  group: number,
  part: BridgePart,
  amount: Exact<'pounds'>,
  cell: number,
  event: ReturnsEvent | null,
) => void;

/**
 * Gives every amount of the period's parts to its group of positions. `groupOf` has a group for each position, or -1:
 * what moves between two positions of one group is no flow, and a gain is where the money or the units are.
 *
 * @param missing called with what must be known for the group and is not
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
    take(group, 'opening', walk.opening[cell] ?? zero(), cell, null);
    takeGain(take, group, 'unrealised', walk.held[cell], cell, null);
    take(group, 'closing', walk.closing[cell] ?? zero(), cell, null);
  }
  for (let index = walk.firstEvent; index < walk.endEvent; index += 1) {
    const event = book.events[index];
    const gains = walk.gains[index - walk.firstEvent];
    if (event === undefined || gains === undefined) continue;
    const { cell, other, kind, paid } = event;
    const group = groupOf[cell] ?? -1;
    const otherGroup = other === null ? -1 : (groupOf[other] ?? -1);
    if (kind === 'move') {
      if (other !== null) takeGain(take, otherGroup, 'unrealised', gains.other, other, event);
      if (group === otherGroup || other === null) continue;
      if (event.missing !== null) for (const each of [group, otherGroup]) missing(each, event.missing);
      takeGain(take, group, 'unrealised', gains.own, cell, event);
      takeGain(take, otherGroup, 'unrealised', negated(gains.own), other, event);
    } else {
      takeGain(take, group, kind === 'transfer' ? 'unrealised' : 'realised', gains.own, cell, event);
      take(group, 'income', event.income, cell, event);
      take(group, 'charges', event.charges, cell, event);
      take(group, 'tax', event.tax, cell, event);
      if (other !== null) takeGain(take, otherGroup, 'realised', gains.other, other, event);
      if (group === otherGroup && other !== null) continue;
    }
    takePaid(take, group, paid, cell, event);
    if (other !== null) takePaid(take, otherGroup, (0n - paid) as Exact<'pounds'>, other, event);
  }
}

function takePaid(take: Take, group: number, paid: Exact<'pounds'>, cell: number, event: ReturnsEvent): void {
  if (paid > 0n) take(group, 'paidIn', paid, cell, event);
  else if (paid < 0n) take(group, 'paidOut', (0n - paid) as Exact<'pounds'>, cell, event);
}

function takeGain(
  take: Take,
  group: number,
  part: BridgePart,
  gain: Gain | undefined,
  cell: number,
  event: ReturnsEvent | null,
): void {
  if (gain === undefined) return;
  take(group, part, gain.price, cell, event);
  take(group, 'exchange', gain.exchange, cell, event);
}

function negated({ price, exchange }: Gain): Gain {
  return { price: (0n - price) as Exact<'pounds'>, exchange: (0n - exchange) as Exact<'pounds'> };
}

/** The bridge of each of `groups` groups, added up in one go. */
export function bridges(book: ReturnsBook, walk: PeriodWalk, groupOf: Int32Array, groups: number): BridgeResult[] {
  const totals = Array.from(
    { length: groups },
    () => new Map<BridgePart, bigint>(BRIDGE_PARTS.map((part) => [part, 0n])),
  );
  const missing = Array.from({ length: groups }, (): MissingFigure[] => []);
  eachLine(
    book,
    walk,
    groupOf,
    (group, part, amount) => {
      if (amount === 0n) return;
      const total = totals[group];
      total?.set(part, (total.get(part) ?? 0n) + amount);
    },
    (group, figure) => missing[group]?.push(figure),
  );
  return totals.map((total, group) => {
    const lacks = missing[group] ?? [];
    return { bridge: lacks.length > 0 ? null : (Object.fromEntries(total) as Bridge), missing: lacks };
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
      if (group === wanted.group && part === wanted.part && amount !== 0n) lines.push({ part, amount, cell, event });
    },
    () => undefined,
  );
  return lines;
}

/** What the parts come to, to be compared with the closing value. */
export function sumOfParts(bridge: Bridge): Exact<'pounds'> {
  const { opening, paidIn, paidOut, realised, unrealised, income, exchange, charges, tax } = bridge;
  return (sum([opening, paidIn, realised, unrealised, income, exchange]) - paidOut - charges - tax) as Exact<'pounds'>;
}
