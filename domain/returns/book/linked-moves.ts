/** Linked transfers that are moves between two positions: not a flow for a scope with both (RULES 2.6). */
import type { IsoDate } from '../../values/dates.ts';
import type { Exact } from '../../values/decimal.ts';
import { groupBy } from '../../values/group-by.ts';
import { capacityOf } from '../../cgt/terms/capacity.ts';
import { totalUnits } from '../../cgt/classes/transfer-links.ts';
import { factorOn, toQuantity, type ShareBasis } from '../../cgt/terms/units.ts';
import type { Transaction } from '../../records/records.ts';
import type { ClassSetup } from './class-setup.ts';

export interface LinkedMove {
  /** The earlier of the days on which the units left and arrived, so that they always have a position. */
  readonly date: IsoDate;
  readonly outs: readonly Transaction[];
  readonly ins: readonly Transaction[];
  /** In the units of the day. */
  readonly quantity: Exact<'quantity'>;
}

/** Moves by each of their rows. */
export type LinkedMoves = ReadonlyMap<Transaction, LinkedMove>;

export function linkedMoveOf(row: Transaction, moves: LinkedMoves): LinkedMove | null {
  return row.transferId === undefined ? null : (moves.get(row) ?? null);
}

interface Half {
  readonly row: Transaction;
  readonly setup: ClassSetup;
}

/**
 * The pairs in which as many units of one security left one position as arrived in another, each counted in the units of
 * its day by the splits of both accounts; other transfers count separately.
 */
export function linkedMoves(setups: readonly ClassSetup[]): LinkedMoves {
  const halves: Half[] = setups.flatMap((setup) =>
    setup.entry.transactions.filter(isLinked).map((row) => ({ row, setup })),
  );
  const moves = new Map<Transaction, LinkedMove>();
  for (const linked of groupBy(halves, ({ row }) => row.transferId).values()) {
    const move = moveOf(linked);
    if (move !== null) for (const { row } of linked) moves.set(row, move);
  }
  return moves;
}

function isLinked({ transferId, transactionType }: Transaction): boolean {
  return transferId !== undefined && (transactionType === 'TRANSFER_OUT' || transactionType === 'TRANSFER_IN');
}

function moveOf(linked: readonly Half[]): LinkedMove | null {
  const halves = linked.toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1));
  const outs = halves.filter(({ row }) => row.transactionType === 'TRANSFER_OUT').map(({ row }) => row);
  const ins = halves.filter(({ row }) => row.transactionType === 'TRANSFER_IN').map(({ row }) => row);
  const isMove =
    outs.length > 0 &&
    ins.length > 0 &&
    new Set(halves.map(({ setup }) => setup.entry.isin)).size === 1 &&
    new Set(outs.map(placeOf)).size === 1 &&
    new Set(ins.map(placeOf)).size === 1 &&
    halves.every((half) => totalUnits(outs, basisOf(half)) === totalUnits(ins, basisOf(half)));
  const giver = halves.find(({ row }) => row === outs[0]);
  if (!isMove || giver === undefined) return null;
  const [date = '' as IsoDate] = halves.map(({ row }) => row.transactionDate).toSorted();
  const basis = basisOf(giver);
  return { date, outs, ins, quantity: toQuantity(totalUnits(outs, basis), factorOn(basis, date)) };
}

function basisOf({ row, setup }: Half): ShareBasis {
  return setup.basisOf(capacityOf(row.taxWrapper));
}

function placeOf({ accountId, brokerId, taxWrapper }: Transaction): string {
  return `${accountId} ${brokerId} ${taxWrapper}`;
}
