/**
 * Mergers and demergers: the new position takes over cost, at the day's market value of the units received (RULES 2.7).
 */
import { capacityOf } from '../../cgt/terms/capacity.ts';
import { factorOn, toQuantity, type Units } from '../../cgt/terms/units.ts';
import { toDayNumber, type IsoDate } from '../../values/dates.ts';
import { exact, type Exact } from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';
import type { BookBuild } from './book-build.ts';
import { unitsOn, type ClassSetup } from './class-setup.ts';
import { NO_PENCE, opposite, penceOf, shareOfPence, type Pence } from '../figures/pence.ts';
import { amountsOf, chargesOf, PHASES, type MissingFigure } from './returns-event.ts';

/** A class while its rows are walked. */
interface WalkedClass {
  readonly setup: ClassSetup;
  readonly build: BookBuild;
  /** Basis units by position. */
  readonly units: Map<number, bigint>;
  /** Rows that were walked together with another of the same day. */
  readonly done: Set<Transaction>;
  /** Adds the charges of a row that is paid for from outside. */
  readonly emitCharges: (row: Transaction, cell: number) => void;
}

interface Source {
  readonly cell: number;
  readonly units: bigint;
}

interface Received {
  readonly row: Transaction;
  /** The place of its events within the day. */
  readonly order: string;
  readonly to: number;
  readonly units: bigint;
  readonly market: Pence | null;
  readonly missing: MissingFigure | null;
}

/** Adds the events of a merger or demerger of the class; those of a day, type and capacity are one. */
export function walkReorganisation(walk: WalkedClass, row: Transaction): void {
  if (walk.done.has(row)) return;
  const capacity = capacityOf(row.taxWrapper);
  const rows = walk.setup.entry.transactions
    .filter(
      (other) =>
        other.transactionType === row.transactionType &&
        other.transactionDate === row.transactionDate &&
        capacityOf(other.taxWrapper) === capacity &&
        walk.setup.sideOf(other) === 'out',
    )
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const each of rows) walk.done.add(each);
  const places: Source[] = [...walk.units]
    .filter(([cell, units]) => units !== 0n && walk.build.isOfCapacity(cell, capacity))
    .map(([cell, units]) => ({ cell, units }))
    .toSorted((a, b) => a.cell - b.cell);
  const received = rows.map((each) => receivedBy(walk, each));
  if (row.transactionType === 'DEMERGER') {
    const sources = places.filter(({ units }) => units > 0n);
    if (sources.length === 0) for (const each of received) fromNothing(walk, each);
    else divide(walk, row, received, sources);
  } else if (total(places) > 0n) exchange(walk, received, places);
  else {
    const order = orderOf(walk, row);
    for (const each of places) closeShort(walk, row, order, each);
    for (const each of received) fromNothing(walk, each);
  }
}

/** RULES 2.7: a merger also ends a place from which more was disposed of than it held: the units come from outside. */
function closeShort(walk: WalkedClass, row: Transaction, order: string, { cell, units }: Source): void {
  const { build, setup } = walk;
  const { day } = place(row);
  const factor = factorOn(setup.basisOf(capacityOf(row.taxWrapper)), row.transactionDate);
  const market = build.marketValue(setup.entry.isin, toQuantity(-units as Units, factor), day);
  build.add(
    {
      ...place(row),
      kind: 'transfer',
      order,
      row,
      cell,
      units: -units,
      missing: market === null ? build.missing(setup.entry.isin, day) : null,
    },
    amountsOf(market ?? NO_PENCE, NO_PENCE),
  );
  walk.units.set(cell, 0n);
}

function receivedBy(walk: WalkedClass, row: Transaction): Received {
  const { build } = walk;
  const setup = build.setupOf(row.accountId, row.relatedIsin ?? row.isin);
  const day = toDayNumber(row.transactionDate);
  const quantity = row.quantity === null ? (0n as Exact<'quantity'>) : exact(row.quantity);
  const market = setup === null ? null : build.marketValue(setup.entry.isin, quantity, day);
  return {
    row,
    order: orderOf(walk, row),
    to: setup === null ? build.cellOf(row, walk.setup.entry) : build.cellOf(row, setup.entry),
    units: setup === null ? 0n : unitsOn(setup, row),
    market,
    missing: market === null ? build.missing(setup?.entry.isin ?? row.isin, day) : null,
  };
}

/** Shares received for a security that was not held come from outside. */
function fromNothing(walk: WalkedClass, { row, order, to, units, market, missing }: Received): void {
  walk.emitCharges(row, to);
  walk.build.add(
    { ...place(row), kind: 'transfer', order, row, cell: to, units, missing },
    amountsOf(market ?? NO_PENCE, NO_PENCE),
  );
}

/**
 * RULES 2.7: all units are given up; the cost is divided among the units received by market value, and the last get the
 * rest. Places from which more was disposed of than they held receive nothing.
 */
function exchange(walk: WalkedClass, received: readonly Received[], places: readonly Source[]): void {
  const sources = places.map(({ cell, units }) => ({ cell, units: units > 0n ? units : 0n }));
  const held = total(sources);
  const cash = sumOf(received.map(({ row }) => penceOf(row.consideration)));
  const charges = sumOf(received.map(({ row }) => chargesOf(row)));
  const [first] = received;
  if (first === undefined) return;
  for (const [index, { cell, units }] of places.entries()) {
    const paid = partOf(cash, sources, index, held);
    const ofCharges = index === 0 ? charges : NO_PENCE;
    if (paid !== 0 || ofCharges !== 0)
      walk.build.add(
        { ...place(first.row), kind: 'repay', order: first.order, row: first.row, cell, units: 0n },
        amountsOf(opposite(paid), ofCharges),
      );
    const blocking = received.length > 1 && received.some(({ market }) => market === null);
    let rest = sumOf(received.map(({ market }) => market ?? NO_PENCE));
    for (const [at, each] of received.entries()) {
      const isLast = at === received.length - 1;
      walk.build.add(
        {
          ...place(first.row),
          kind: 'move',
          order: each.order,
          row: each.row,
          cell,
          other: each.to,
          units: isLast ? -units : 0n,
          otherUnits: index === 0 ? each.units : 0n,
          costShare: isLast ? { part: 1n, whole: 1n } : { part: BigInt(each.market ?? 0), whole: BigInt(rest) },
          missing: each.missing,
          blocking,
        },
        amountsOf(opposite(partOf(each.market ?? NO_PENCE, sources, index, held)), NO_PENCE),
      );
      rest = (rest - (each.market ?? 0)) as Pence;
    }
    walk.units.set(cell, 0n);
  }
}

/**
 * RULES 2.7: the units remain; the share of the cost that moves is the value received as a share of all values received
 * and the value left.
 */
function divide(
  walk: WalkedClass,
  first: Transaction,
  received: readonly Received[],
  sources: readonly Source[],
): void {
  const { build, setup } = walk;
  const held = total(sources);
  const { day, phase } = place(first);
  const factor = factorOn(setup.basisOf(capacityOf(first.taxWrapper)), first.transactionDate);
  for (const { row, to } of received) walk.emitCharges(row, sources[0]?.cell ?? to);
  const unknown = received.find(({ missing }) => missing !== null)?.missing ?? null;
  for (const [index, { cell, units }] of sources.entries()) {
    const left = build.marketValue(setup.entry.isin, toQuantity(units as Units, factor), day);
    const missing = unknown ?? (left === null ? build.missing(setup.entry.isin, day) : null);
    const gone = received.map(({ market }) => partOf(market ?? NO_PENCE, sources, index, held));
    let rest = sumOf([...gone, left ?? NO_PENCE]);
    for (const [at, { row, order, to, units: arrived }] of received.entries()) {
      const part = gone[at] ?? NO_PENCE;
      build.add(
        {
          day,
          phase,
          kind: 'move',
          order,
          row,
          cell,
          other: to,
          units: 0n,
          otherUnits: index === 0 ? arrived : 0n,
          costShare: rest === 0 ? { part: 0n, whole: 1n } : { part: BigInt(part), whole: BigInt(rest) },
          missing,
          blocking: missing !== null,
        },
        amountsOf(opposite(part), NO_PENCE),
      );
      rest = (rest - part) as Pence;
    }
  }
}

/** RULES 1.5: what passes into a class comes before what passes out of it, and its demergers before its mergers. */
function orderOf({ build, setup }: WalkedClass, { id, transactionDate, transactionType }: Transaction): string {
  const depth = String(depthOf(build, setup, transactionDate, [])).padStart(3, '0');
  return `${depth} ${transactionType === 'DEMERGER' ? 0 : 1} ${id}`;
}

/** The number of reorganisations of the day, one after another, that lead into a class. */
function depthOf(build: BookBuild, setup: ClassSetup, date: IsoDate, path: readonly ClassSetup[]): number {
  if (path.includes(setup)) return 0;
  const depths = setup.entry.transactions.flatMap((row) => {
    const isReceived =
      row.transactionDate === date &&
      (row.transactionType === 'MERGER' || row.transactionType === 'DEMERGER') &&
      setup.sideOf(row) === 'in';
    const giver = isReceived ? build.setupOf(row.accountId, row.isin) : null;
    return giver === null ? [] : [1 + depthOf(build, giver, date, [...path, setup])];
  });
  return Math.max(0, ...depths);
}

function place(row: Transaction): { readonly day: number; readonly phase: number } {
  return { day: toDayNumber(row.transactionDate), phase: PHASES.reorganisation };
}

function total(sources: readonly Source[]): bigint {
  return sources.reduce((all, { units }) => all + units, 0n);
}

/** A source's share of an amount by the units held, to the penny; the shares add up to the amount. */
function partOf(amount: Pence, sources: readonly Source[], index: number, held: bigint): Pence {
  const upTo = (count: number): Pence => shareOfPence(amount, total(sources.slice(0, count)), held);
  return (upTo(index + 1) - upTo(index)) as Pence;
}

function sumOf(amounts: readonly Pence[]): Pence {
  return amounts.reduce((all, amount) => all + amount, 0) as Pence;
}
