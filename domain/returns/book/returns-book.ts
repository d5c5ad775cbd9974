/** The data for returns of any scope and period: positions, events and prices (RULES 1, 2). */
import type { AssetFacts } from '../../cgt/terms/capacity.ts';
import type { GainsResult } from '../../cgt/terms/gains.ts';
import { toDayNumber, type IsoDate } from '../../values/dates.ts';
import { pricings } from '../../holdings/pricing.ts';
import type { RateLookup } from '../../holdings/valuation.ts';
import { BookBuild, setupKey } from './book-build.ts';
import { placeLedgers, walkLedgers, type ReturnsLedger } from './cash-ledger.ts';
import { classSetup, type ClassSetup } from './class-setup.ts';
import { ClassWalk } from './class-walk.ts';
import { eventColumns, type EventColumns } from './event-columns.ts';
import { linkedMoves } from './linked-moves.ts';
import { ShortHoldings } from './oversold.ts';
import { PositionValues } from './position-values.ts';
import type { ReturnsEvent } from './returns-event.ts';
import type { ReturnsCell } from './scope.ts';
import { SecurityPrices } from './security-prices.ts';
import type { PriceSeries } from '../../holdings/quotes.ts';

export interface ReturnsInput {
  /** As of the last day of any requested return. */
  readonly gains: GainsResult;
  readonly assets: ReadonlyMap<string, AssetFacts>;
  readonly series: PriceSeries;
  readonly rates: RateLookup;
  /** Absent for securities only (RULES 2.4). */
  readonly ledgers?: readonly ReturnsLedger[];
}

export interface ReturnsBook {
  readonly cells: readonly ReturnsCell[];
  /** In the order in which they apply. */
  readonly events: readonly ReturnsEvent[];
  readonly values: PositionValues;
  readonly prices: SecurityPrices;
  readonly shortHoldings: ShortHoldings;
  /** The day before the first event, in days since 1970-01-01; the last day when there is none. */
  readonly firstDay: number;
  readonly lastDay: number;
  readonly columns: EventColumns;
}

/** Walks every transaction once. Pure: equal input gives an equal book, in whatever order the rows are. */
export function returnsBook(input: ReturnsInput): ReturnsBook {
  const { gains, assets, ledgers = [] } = input;
  const lastDay = toDayNumber(gains.asOf);
  const setups = gains.classes.map(classSetup);
  const firstDay = Math.min(firstOf(gains, ledgers), lastDay + 1) - 1;
  const prices = new SecurityPrices({ first: firstDay, last: lastDay }, input.series, input.rates);
  const build = new BookBuild({
    assets,
    prices,
    setups: byCode(setups),
    moves: linkedMoves(setups),
    pricingOf: pricings(gains.classes),
  });
  const cashCells = placeLedgers(build, ledgers);
  for (const setup of setups) new ClassWalk(setup, build).walk();
  if (ledgers.length > 0) walkLedgers(build, ledgers, cashCells);
  const { cells, steps } = build;
  const events = inOrder(build.events, firstDay, lastDay);
  return {
    cells,
    events,
    columns: eventColumns(events),
    values: new PositionValues(cells, steps, prices),
    prices,
    shortHoldings: new ShortHoldings(cells, steps, lastDay),
    firstDay,
    lastDay,
  };
}

/**
 * The events up to the last day, in the order in which they apply: sorted by day first, so that few must be compared.
 */
function inOrder(events: readonly ReturnsEvent[], firstDay: number, lastDay: number): ReturnsEvent[] {
  const days = Array.from({ length: lastDay - firstDay + 1 }, (): ReturnsEvent[] => []);
  for (const event of events) days[event.day - firstDay]?.push(event);
  for (const ofDay of days) if (ofDay.length > 1) ofDay.sort(withinDay);
  return days.flat();
}

function withinDay(a: ReturnsEvent, b: ReturnsEvent): number {
  return a.phase - b.phase || (a.order < b.order ? -1 : a.order > b.order ? 1 : 0);
}

function firstOf({ classes }: GainsResult, ledgers: readonly ReturnsLedger[]): number {
  let first: IsoDate | null = null;
  const note = (date: IsoDate): void => {
    if (first === null || date < first) first = date;
  };
  // The transactions are in date order.
  for (const {
    transactions: [row],
  } of classes)
    if (row !== undefined) note(row.transactionDate);
  for (const { entries } of ledgers) for (const { date } of entries) note(date);
  return first === null ? Infinity : toDayNumber(first);
}

function byCode(setups: readonly ClassSetup[]): ReadonlyMap<string, ClassSetup> {
  const found = new Map<string, ClassSetup>();
  for (const setup of setups)
    for (const code of setup.entry.codes) found.set(setupKey(setup.entry.accountId, code), setup);
  return found;
}
