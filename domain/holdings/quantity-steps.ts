/** The units of a class held from day to day, as identification counts them (RULES 5.3, 6). */
import { capacityOf, type Capacity } from '../cgt/terms/capacity.ts';
import type { ClassGains } from '../cgt/terms/gains.ts';
import { basesOfClass, type SplitContext } from '../cgt/classes/splits.ts';
import { factorOn, NO_UNITS, toQuantity, toUnits, type ShareBasis, type Units } from '../cgt/terms/units.ts';
import type { IsoDate } from '../values/dates.ts';
import { add, exact, type Exact } from '../values/decimal.ts';
import type { TransactionType } from '../fields/enums.ts';
import { groupBy } from '../values/group-by.ts';
import type { Transaction } from '../records/records.ts';

/** The holding of a class from the end of a day until the next step. */
export interface QuantityStep {
  readonly date: IsoDate;
  /** In the units of that day; negative when more was disposed of than was held. */
  readonly quantity: Exact<'quantity'>;
}

/** A class's calculated gains never change, so neither does anything derived from them; several figures need it. */
const knownSteps = new WeakMap<ClassGains, Map<Capacity | null, readonly QuantityStep[]>>();

/**
 * A class's holding at the end of each day on which it changed, in date order: over all wrappers, or in one capacity. A
 * split's ratio depends on all wrappers in either case (RULES 6.2). Units on their way from one broker to another stay
 * held (RULES 8.4).
 */
export function quantitySteps(gains: ClassGains, only: Capacity | null = null): readonly QuantityStep[] {
  const known = knownSteps.get(gains) ?? new Map<Capacity | null, readonly QuantityStep[]>();
  knownSteps.set(gains, known);
  let steps = known.get(only);
  if (steps === undefined) known.set(only, (steps = countSteps(gains, only)));
  return steps;
}

function countSteps(gains: ClassGains, only: Capacity | null): QuantityStep[] {
  // Most rows are payments or belong to other wrappers and change nothing here. A split applies to all wrappers.
  const rows = gains.transactions.filter(
    ({ transactionType: type, taxWrapper }) =>
      SPLITS.has(type) || (MOVES.has(type) && (only === null || capacityOf(taxWrapper) === only)),
  );
  const { sideOf, basisOf } = basesOfClass(gains);
  const lastRows = lastRowsOfMoves(rows, basisOf);
  const held = new Map<Capacity, Held>();
  const steps: QuantityStep[] = [];
  for (let start = 0; start < rows.length;) {
    const date = rows[start]?.transactionDate as IsoDate;
    let end = start;
    for (; end < rows.length && rows[end]?.transactionDate === date; end += 1) {
      const row = rows[end] as Transaction;
      const capacity = only ?? capacityOf(row.taxWrapper);
      let holding = held.get(capacity);
      if (holding === undefined) held.set(capacity, (holding = new Held(basisOf(capacity))));
      holding.reach(date);
      holding.apply(row, sideOf, lastRows.get(row));
    }
    let quantity = 0n as Exact<'quantity'>;
    for (const holding of held.values()) {
      holding.reach(date);
      quantity = add(quantity, holding.quantity());
    }
    if (quantity !== (steps.at(-1)?.quantity ?? 0n)) steps.push({ date, quantity });
    start = end;
  }
  return steps;
}

/** Each row of a move between two brokers (RULES 8.4) with the last row of it, on whose day the whole move counts. */
function lastRowsOfMoves(
  rows: readonly Transaction[],
  basisOf: (capacity: Capacity) => ShareBasis,
): ReadonlyMap<Transaction, Transaction> {
  const lastRows = new Map<Transaction, Transaction>();
  const linked = rows.filter(
    ({ transferId, transactionType: type }) =>
      transferId !== undefined && (type === 'TRANSFER_OUT' || type === 'TRANSFER_IN'),
  );
  for (const move of groupBy(linked, ({ transferId }) => transferId).values()) {
    const last = move.at(-1);
    const [capacity, another] = new Set(move.map(({ taxWrapper }) => capacityOf(taxWrapper)));
    if (last === undefined || capacity === undefined || another !== undefined) continue;
    const basis = basisOf(capacity);
    const net = move.reduce((units, row) => units + signedUnits(row, basis), 0n);
    if (net === 0n) for (const row of move) lastRows.set(row, last);
  }
  return lastRows;
}

function signedUnits({ transactionType, transactionDate, quantity }: Transaction, basis: ShareBasis): bigint {
  return quantity === null
    ? 0n
    : (SIGNS[transactionType] ?? 0n) * toUnits(exact(quantity), factorOn(basis, transactionDate));
}

const SPLITS: ReadonlySet<TransactionType> = new Set(['SPLIT', 'BONUS_ISSUE']);
/** Whether a transaction type adds or removes units. */
const SIGNS: Partial<Record<TransactionType, 1n | -1n>> = {
  BUY: 1n,
  TRANSFER_IN: 1n,
  DIVIDEND_REINVESTED: 1n,
  RIGHTS_ISSUE: 1n,
  SELL: -1n,
  TRANSFER_OUT: -1n,
};

/** All types that may change the number of units, except a split. */
const MOVES: ReadonlySet<string> = new Set([...Object.keys(SIGNS), 'MERGER', 'DEMERGER']);

/** One capacity's holding in basis units, so that no split leaves a rounding difference. */
class Held {
  private readonly basis: ShareBasis;
  private units = NO_UNITS;
  /** What the rows so far of each unfinished move changed, by its last row. */
  private readonly moving = new Map<Transaction, Units>();
  private reached = 0;

  constructor(basis: ShareBasis) {
    this.basis = basis;
  }

  private get factor(): bigint {
    return this.basis.factors[this.reached] ?? 1n;
  }

  reach(date: IsoDate): void {
    while ((this.basis.splits[this.reached]?.date ?? '9999') <= date) this.reached += 1;
  }

  quantity(): Exact<'quantity'> {
    let units = this.units;
    for (const moved of this.moving.values()) units = (units - moved) as Units;
    return toQuantity(units, this.factor);
  }

  /**
   * The basis already includes splits.
   *
   * @param lastOfMove the last row of the move that the row belongs to
   */
  apply(row: Transaction, sideOf: SplitContext['sideOf'], lastOfMove?: Transaction): void {
    const type = row.transactionType;
    const sign = SIGNS[type];
    if (sign !== undefined) {
      const units = this.change(row, sign);
      if (lastOfMove === row) this.moving.delete(row);
      else if (lastOfMove !== undefined)
        this.moving.set(lastOfMove, ((this.moving.get(lastOfMove) ?? 0n) + units) as Units);
    }
    if (type === 'MERGER' || type === 'DEMERGER') {
      const side = sideOf(row);
      if (side === 'in') this.change(row, 1n);
      else if (side === 'out' && type === 'MERGER') {
        this.units = NO_UNITS;
        this.moving.clear();
      }
    }
  }

  private change(row: Transaction, sign: 1n | -1n): Units {
    const units = (row.quantity === null ? 0n : sign * toUnits(exact(row.quantity), this.factor)) as Units;
    this.units = (this.units + units) as Units;
    return units;
  }
}
