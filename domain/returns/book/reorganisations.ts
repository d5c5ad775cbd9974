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
import { sharesOfRows, type Giver, type RowShares, type StatedRow } from './reorganisation-shares.ts';
import { amountsOf, chargesOf, PHASES, type MissingFigure } from './returns-event.ts';

/** A class while its rows are walked. */
interface WalkedClass {
  readonly setup: ClassSetup;
  readonly build: BookBuild;
  /** Basis units by position. */
  readonly units: Map<number, bigint>;
  /** Rows that were walked together with another of the same day. */
  readonly done: Set<Transaction>;
}

type Source = Giver;

const WHOLE: RowShares = { parts: [1n], whole: 1n };

interface Received extends StatedRow {
  readonly row: Transaction;
  /** The place of its events within the day. */
  readonly order: string;
  readonly to: number;
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
  const market = build.marketValue(cell, toQuantity(-units as Units, factor), day);
  build.add(
    {
      ...place(row),
      kind: 'transfer',
      order,
      row,
      cell,
      units: -units,
      missing: market === null ? build.missing(cell, day) : null,
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
  const to = build.cellOf(row, (setup ?? walk.setup).entry);
  const market = setup === null ? null : build.marketValue(to, quantity, day);
  return {
    row,
    order: orderOf(walk, row),
    own: build.cellOf(row, walk.setup.entry),
    isin: setup?.entry.isin ?? row.isin,
    to,
    units: setup === null ? 0n : unitsOn(setup, row),
    market,
    missing: market === null ? build.missing(to, day) : null,
  };
}

/** RULES 2.7, 5.5: shares received for a security that was not held come from outside; cash received with them is realised. */
function fromNothing(walk: WalkedClass, received: Received): void {
  const { row, order, to, units, market, missing } = received;
  payRow(walk, received, order, { givers: [], share: WHOLE });
  walk.build.add(
    { ...place(row), kind: 'transfer', order, row, cell: to, units, missing },
    amountsOf(market ?? NO_PENCE, NO_PENCE),
  );
}

/**
 * RULES 2.7: all units are given up; a position's cost is divided among the units received for it by market value, and
 * the last get the rest. Positions from which more was disposed of than they held receive nothing.
 */
function exchange(walk: WalkedClass, received: readonly Received[], places: readonly Source[]): void {
  const [first] = received;
  if (first === undefined) return;
  const givers = places.filter(({ units }) => units > 0n);
  const shares = sharesOfRows(received, givers);
  // Before any cost moves, so that it is lowered by all the cash.
  for (const [at, each] of received.entries()) payRow(walk, each, first.order, { givers, share: shares[at] ?? WHOLE });
  for (const { cell, units } of places) {
    const giver = givers.findIndex((each) => each.cell === cell);
    const parts = received.flatMap((each, at) => {
      const share = shares[at];
      if (giver < 0) return [{ each, market: NO_PENCE, weight: each.market ?? NO_PENCE, otherUnits: 0n }];
      if (share === undefined || share.parts[giver] === 0n) return [];
      const market = partOf(each.market ?? NO_PENCE, share, giver);
      return [{ each, market, weight: market, otherUnits: unitsOf(each.units, share, giver) }];
    });
    const blocking = parts.length > 1 && parts.some(({ each }) => each.market === null);
    let rest = sumOf(parts.map(({ weight }) => weight));
    for (const [at, { each, market, weight, otherUnits }] of parts.entries()) {
      const isLast = at === parts.length - 1;
      walk.build.add(
        {
          ...place(first.row),
          kind: 'move',
          order: each.order,
          row: each.row,
          cell,
          other: each.to,
          units: isLast ? -units : 0n,
          otherUnits,
          costShare: isLast ? { part: 1n, whole: 1n } : { part: BigInt(weight), whole: BigInt(rest) },
          missing: each.missing,
          blocking,
        },
        amountsOf(opposite(market), NO_PENCE),
      );
      rest = (rest - weight) as Pence;
    }
    walk.units.set(cell, 0n);
  }
}

/**
 * RULES 2.7: the units remain; the share of a position's cost that moves is the value received for it as a share of all
 * values received for it and the value left.
 */
function divide(
  walk: WalkedClass,
  first: Transaction,
  received: readonly Received[],
  sources: readonly Source[],
): void {
  const { build, setup } = walk;
  const { day, phase } = place(first);
  const factor = factorOn(setup.basisOf(capacityOf(first.taxWrapper)), first.transactionDate);
  const shares = sharesOfRows(received, sources);
  for (const [at, each] of received.entries())
    payRow(walk, each, each.order, { givers: sources, share: shares[at] ?? WHOLE });
  for (const [index, { cell, units }] of sources.entries()) {
    const parts = received.flatMap((each, at) => {
      const share = shares[at];
      if (share === undefined || share.parts[index] === 0n) return [];
      const gone = partOf(each.market ?? NO_PENCE, share, index);
      return [{ each, gone, otherUnits: unitsOf(each.units, share, index) }];
    });
    const left = build.marketValue(cell, toQuantity(units as Units, factor), day);
    const unknown = parts.find(({ each }) => each.missing !== null)?.each.missing ?? null;
    const missing = unknown ?? (left === null ? build.missing(cell, day) : null);
    let rest = sumOf([...parts.map(({ gone }) => gone), left ?? NO_PENCE]);
    for (const { each, gone, otherUnits } of parts) {
      build.add(
        {
          day,
          phase,
          kind: 'move',
          order: each.order,
          row: each.row,
          cell,
          other: each.to,
          units: 0n,
          otherUnits,
          costShare: rest === 0 ? { part: 0n, whole: 1n } : { part: BigInt(gone), whole: BigInt(rest) },
          missing,
          blocking: missing !== null,
        },
        amountsOf(opposite(gone), NO_PENCE),
      );
      rest = (rest - gone) as Pence;
    }
  }
}

/**
 * RULES 2.7, 5.5: a merger's cash is repaid capital of the positions for which the row was received, which bear its
 * charges too; without such positions, of the row's own.
 */
function payRow(
  { build }: WalkedClass,
  { row, own }: Received,
  order: string,
  { givers, share }: { readonly givers: readonly Source[]; readonly share: RowShares },
): void {
  // A demerger's consideration is no cash.
  const cash = row.transactionType === 'MERGER' ? penceOf(row.consideration) : NO_PENCE;
  const charges = chargesOf(row);
  const cells = givers.length === 0 ? [own] : givers.map(({ cell }) => cell);
  const payments = cells.map((cell, index) => ({
    cell,
    amounts: amountsOf(opposite(partOf(cash, share, index)), partOf(charges, share, index)),
  }));
  build.addPayments(
    { ...place(row), kind: 'repay', order, row, units: 0n },
    payments.filter(({ amounts }) => amounts.trade !== 0 || amounts.charges !== 0),
  );
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
  return sumOfParts(sources.map(({ units }) => units));
}

/** A giver's share of an amount, to the penny; the shares add up to the amount. */
function partOf(amount: Pence, { parts, whole }: RowShares, giver: number): Pence {
  const upTo = (count: number): Pence => shareOfPence(amount, sumOfParts(parts.slice(0, count)), whole);
  return (upTo(giver + 1) - upTo(giver)) as Pence;
}

/** A giver's share of units; the shares add up to the units. */
function unitsOf(units: bigint, { parts, whole }: RowShares, giver: number): bigint {
  const upTo = (count: number): bigint => (units * sumOfParts(parts.slice(0, count))) / whole;
  return upTo(giver + 1) - upTo(giver);
}

function sumOfParts(parts: readonly bigint[]): bigint {
  return parts.reduce((all, part) => all + part, 0n);
}

function sumOf(amounts: readonly Pence[]): Pence {
  return amounts.reduce((all, amount) => all + amount, 0) as Pence;
}
