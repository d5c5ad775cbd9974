/** The events of one security of one account, and how many units each of its positions held from day to day. */
import { capacityOf } from '../../cgt/terms/capacity.ts';
import { factorOn, toQuantity, type Units } from '../../cgt/terms/units.ts';
import { addDays, toDayNumber, type IsoDate } from '../../values/dates.ts';
import { isCashEvent, type TaxWrapper, type TransactionType } from '../../fields/enums.ts';
import type { Transaction } from '../../records/records.ts';
import type { BookBuild } from './book-build.ts';
import { unitsOn, type ClassSetup } from './class-setup.ts';
import { linkedMoveOf, type LinkedMove } from './linked-moves.ts';
import { NO_PENCE, opposite, penceOf, type Pence } from '../figures/pence.ts';
import { walkReorganisation } from './reorganisations.ts';
import { amountsOf, chargesOf, incomeOf, PHASES, type EventAmounts, type EventKind } from './returns-event.ts';
import { fractionsDropped, splitChanges } from './dropped-fractions.ts';

interface WalkRow {
  readonly row: Transaction;
  readonly move: LinkedMove | null;
  readonly date: IsoDate;
  readonly phase: number;
}

interface OwnCell {
  readonly brokerId: string;
  readonly taxWrapper: TaxWrapper;
  readonly cell: number;
}

/** Walks a class day by day. */
export class ClassWalk {
  readonly setup: ClassSetup;
  readonly build: BookBuild;
  /** Basis units by position. */
  readonly units = new Map<number, bigint>();
  /** Mergers and demergers that were walked together with another of the same day. */
  readonly done = new Set<Transaction>();
  /** Its own positions: a class has few, so that a row finds its position without creating a key. */
  private readonly cells: OwnCell[] = [];

  constructor(setup: ClassSetup, build: BookBuild) {
    this.setup = setup;
    this.build = build;
  }

  walk(): void {
    const rows = this.rowsInOrder();
    const splitDays = this.splitDays(rows);
    let [next, nextSplit] = [0, 0];
    while (next < rows.length || nextSplit < splitDays.length) {
      const [ofRow, ofSplit] = [rows[next]?.date, splitDays[nextSplit]];
      const date = ofRow === undefined || (ofSplit !== undefined && ofSplit < ofRow) ? ofSplit : ofRow;
      if (date === undefined) return;
      const end = endOfDay(rows, next, date);
      if (ofSplit === date) this.dropFractions(date, rows.slice(next, end));
      const changed = this.applyDay(rows, next, end);
      this.step(date, ofSplit === date ? this.units.keys() : changed);
      if (ofSplit === date) nextSplit += 1;
      next = end;
    }
  }

  /** The days of splits, oldest first. */
  private splitDays(rows: readonly WalkRow[]): readonly IsoDate[] {
    const days = new Set<IsoDate>();
    for (const capacity of new Set(rows.map(({ row }) => capacityOf(row.taxWrapper))))
      for (const { date } of this.setup.basisOf(capacity).splits) days.add(date);
    return [...days].toSorted();
  }

  /** RULES 2.1: a broker that dropped a fraction has the units of its own row; all others are those of the ratio. */
  private dropFractions(date: IsoDate, rows: readonly WalkRow[]): void {
    const changes = splitChanges(rows, (row) => this.cellOf(row));
    if (changes === null) return;
    for (const capacity of new Set(this.cells.map(({ taxWrapper }) => capacityOf(taxWrapper)))) {
      const basis = this.setup.basisOf(capacity);
      const held = this.cells
        .filter(({ taxWrapper }) => capacityOf(taxWrapper) === capacity)
        .map(({ cell }) => ({ cell, units: this.units.get(cell) ?? 0n }))
        .filter(({ units }) => units !== 0n);
      const dropped = fractionsDropped(held, changes, {
        before: factorOn(basis, addDays(date, -1)),
        after: factorOn(basis, date),
      });
      for (const { cell, units, row } of dropped) {
        this.change(cell, units);
        this.emit('units', row, cell, units, amountsOf(NO_PENCE, NO_PENCE));
      }
    }
  }

  /** Applies rows of one day; returns the positions that they may have changed. */
  private applyDay(rows: readonly WalkRow[], from: number, end: number): readonly number[] {
    const changed: number[] = [];
    const note = (cell: number): void => {
      if (!changed.includes(cell)) changed.push(cell);
    };
    for (let index = from; index < end; index += 1) {
      const item = rows[index];
      if (item === undefined) break;
      if (item.phase === PHASES.reorganisation) {
        const before = new Map(this.units);
        this.apply(item);
        for (const [cell, units] of this.units) if (before.get(cell) !== units) note(cell);
      } else note(this.apply(item));
    }
    return changed;
  }

  private step(date: IsoDate, cells: Iterable<number>): void {
    for (const cell of cells) {
      const units = this.units.get(cell);
      const wrapper = this.build.cells[cell]?.taxWrapper;
      if (units === undefined || wrapper === undefined) continue;
      const factor = factorOn(this.setup.basisOf(capacityOf(wrapper)), date);
      this.build.noteStep(cell, { day: toDayNumber(date), quantity: toQuantity(units as Units, factor), units });
    }
  }

  /** By day and phase, then in the order in which identification takes them (cgt/RULES 6.3). */
  private rowsInOrder(): readonly WalkRow[] {
    return this.setup.entry.transactions
      .map((row): WalkRow => {
        const move = linkedMoveOf(row, this.build.moves);
        return { row, move, date: move?.date ?? row.transactionDate, phase: phaseOf(row, move) };
      })
      .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0) || a.phase - b.phase);
  }

  /** Applies a row, and returns its position. */
  private apply({ row, move, date }: WalkRow): number {
    const cell = this.cellOf(row);
    const units = unitsOn(this.setup, row);
    if (move !== null) {
      this.applyMove(row, move, cell);
      return cell;
    }
    const { income, tax } = incomeOf(row);
    const charges = chargesOf(row);
    const accrued = penceOf(row.accruedInterest);
    const consideration = penceOf(row.consideration);
    // Matching ignores cash events, so a class has none.
    const { transactionType: type } = row;
    if (isCashEvent(type)) return cell;
    switch (type) {
      case 'BUY':
      case 'RIGHTS_ISSUE':
        this.change(cell, units);
        this.emit('trade', row, cell, units, amountsOf(consideration, charges, opposite(accrued)));
        break;
      case 'SELL':
        this.change(cell, -units);
        this.emit('trade', row, cell, -units, amountsOf(opposite(consideration), charges, accrued));
        break;
      case 'DIVIDEND_REINVESTED':
        this.change(cell, units);
        // The amount invested is the income less tax.
        this.emit('trade', row, cell, units, amountsOf((income - tax) as Pence, charges, income, tax));
        break;
      case 'DIVIDEND':
      case 'INTEREST':
        this.emit('income', row, cell, 0n, amountsOf(NO_PENCE, charges, income, tax));
        break;
      case 'RETURN_OF_CAPITAL':
        this.emit('repay', row, cell, 0n, amountsOf(opposite(consideration), charges));
        break;
      case 'EQUALISATION':
        // That of accumulation units stays in the fund, and so in the price (RULES 5.5, 5.8).
        if (this.build.isAccumulating(row.isin)) this.emitCharges(row, cell);
        else this.emit('repay', row, cell, 0n, amountsOf(opposite(consideration), charges));
        break;
      case 'TRANSFER_IN':
      case 'TRANSFER_OUT': {
        const change = row.transactionType === 'TRANSFER_IN' ? units : -units;
        this.change(cell, change);
        this.emitCharges(row, cell);
        this.build.transfer(row, cell, change, date);
        break;
      }
      case 'MERGER':
      case 'DEMERGER':
        if (this.setup.sideOf(row) === 'in') this.change(cell, units);
        else if (this.setup.sideOf(row) === 'out') walkReorganisation(this, row);
        break;
      // The basis includes splits, and the price includes a notional distribution (RULES 5.8).
      case 'SPLIT':
      case 'BONUS_ISSUE':
      case 'ACCUMULATION':
      case 'ISIN_CHANGE':
        this.emitCharges(row, cell);
        break;
    }
    return cell;
  }

  private cellOf(row: Transaction): number {
    const { brokerId, taxWrapper } = row;
    const known = this.cells.find((own) => own.brokerId === brokerId && own.taxWrapper === taxWrapper);
    if (known !== undefined) return known.cell;
    const cell = this.build.cellOf(row, this.setup.entry);
    this.cells.push({ brokerId, taxWrapper, cell });
    return cell;
  }

  /** Adds the charges of a row that is paid for from outside. */
  private emitCharges(row: Transaction, cell: number): void {
    const charges = chargesOf(row);
    if (charges !== 0) this.emit('income', row, cell, 0n, amountsOf(NO_PENCE, charges));
  }

  change(cell: number, units: bigint): void {
    this.units.set(cell, (this.units.get(cell) ?? 0n) + units);
  }

  emit(
    kind: Exclude<EventKind, 'move' | 'transfer'>,
    row: Transaction,
    cell: number,
    units: bigint,
    amounts: EventAmounts,
  ): void {
    const phase = phaseOf(row, null);
    this.build.add({ kind, day: toDayNumber(row.transactionDate), phase, row, cell, units }, amounts);
  }

  /** The rows of a move change their own position; the first outgoing row adds the event. */
  private applyMove(row: Transaction, move: LinkedMove, cell: number): void {
    this.emitCharges(row, cell);
    const isOut = row.transactionType === 'TRANSFER_OUT';
    const first = isOut ? move.outs[0] : move.ins[0];
    if (row !== first) return;
    const units = (isOut ? move.outs : move.ins).reduce((total, each) => total + unitsOn(this.setup, each), 0n);
    this.change(cell, isOut ? -units : units);
    if (isOut) this.build.linkedMove(row, move, cell, units);
  }
}

/** The index after the last of the day's rows from `from` on. */
function endOfDay(rows: readonly WalkRow[], from: number, date: IsoDate): number {
  let end = from;
  while (rows[end]?.date === date) end += 1;
  return end;
}

function phaseOf(row: Transaction, move: LinkedMove | null): number {
  return move === null ? (PHASE_OF_TYPE[row.transactionType] ?? PHASES.income) : PHASES.move;
}

/** Every other type is income, or has no effect except its charges. */
const PHASE_OF_TYPE: Partial<Record<TransactionType, number>> = {
  MERGER: PHASES.reorganisation,
  DEMERGER: PHASES.reorganisation,
  BUY: PHASES.acquisition,
  RIGHTS_ISSUE: PHASES.acquisition,
  DIVIDEND_REINVESTED: PHASES.acquisition,
  TRANSFER_IN: PHASES.acquisition,
  SELL: PHASES.disposal,
  TRANSFER_OUT: PHASES.disposal,
};
