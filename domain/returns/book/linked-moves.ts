/** Linked transfers that are moves between two positions: not a flow for a scope with both (RULES 2.6). */
import type { IsoDate } from '../../values/dates.ts';
import { exact, sum, type Exact } from '../../values/decimal.ts';
import { groupBy } from '../../values/group-by.ts';
import type { Transaction } from '../../records/records.ts';
import type { ClassSetup } from './class-setup.ts';

export interface LinkedMove {
  /** The earlier of the days on which the units left and arrived, so that they always have a position. */
  readonly date: IsoDate;
  readonly outs: readonly Transaction[];
  readonly ins: readonly Transaction[];
  readonly quantity: Exact<'quantity'>;
}

/** Moves by each of their rows. */
export type LinkedMoves = ReadonlyMap<Transaction, LinkedMove>;

export function linkedMoveOf(row: Transaction, moves: LinkedMoves): LinkedMove | null {
  return row.transferId === undefined ? null : (moves.get(row) ?? null);
}

interface Half {
  readonly row: Transaction;
  readonly isin: string;
}

/**
 * The pairs in which as many units of one security left one position as arrived in another; other transfers count
 * separately.
 */
export function linkedMoves(setups: readonly ClassSetup[]): LinkedMoves {
  const halves: Half[] = setups.flatMap(({ entry: { transactions, isin } }) =>
    transactions.filter(isLinked).map((row) => ({ row, isin })),
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
  const rows = linked.map(({ row }) => row).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const outs = rows.filter(({ transactionType }) => transactionType === 'TRANSFER_OUT');
  const ins = rows.filter(({ transactionType }) => transactionType === 'TRANSFER_IN');
  const quantity = total(outs);
  const isMove =
    outs.length > 0 &&
    ins.length > 0 &&
    total(ins) === quantity &&
    new Set(linked.map(({ isin }) => isin)).size === 1 &&
    new Set(outs.map(placeOf)).size === 1 &&
    new Set(ins.map(placeOf)).size === 1;
  if (!isMove) return null;
  const [date = '' as IsoDate] = rows.map(({ transactionDate }) => transactionDate).toSorted();
  return { date, outs, ins, quantity };
}

function placeOf({ accountId, brokerId, taxWrapper }: Transaction): string {
  return `${accountId} ${brokerId} ${taxWrapper}`;
}

function total(rows: readonly Transaction[]): Exact<'quantity'> {
  return sum(rows.map(({ quantity }) => (quantity === null ? (0n as Exact<'quantity'>) : exact(quantity))));
}
