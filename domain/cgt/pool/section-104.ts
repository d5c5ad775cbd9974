/** The section 104 pool: one quantity and one cost for a class in a capacity (RULES 5; TCGA 1992 s104(1)). */
import type { IsoDate } from '../../values/dates.ts';
import type { Exact } from '../../values/decimal.ts';
import type { Transaction } from '../../records/records.ts';
import type { LedgerEntry, LedgerEvent, PoolDraw, PoolState } from '../terms/gains.ts';
import { NO_UNITS, shareByUnits, toQuantity, type Units } from '../terms/units.ts';

export const NO_POUNDS = 0n as Exact<'pounds'>;

/** When and in which units a line of the ledger is written. */
export interface Moment {
  readonly date: IsoDate;
  readonly factor: bigint;
}

/** What one line of the ledger says besides the state after it. */
export interface Change {
  readonly event: LedgerEvent;
  readonly rows: readonly Transaction[];
  readonly units: Units;
  readonly cost: Exact<'pounds'>;
  /** Of the day's units, how many were identified without the pool. */
  readonly elsewhere?: Units;
}

export class Section104Pool {
  units: Units;
  cost: Exact<'pounds'>;
  private readonly joined: Transaction[] = [];
  private firstMember = 0;
  private readonly ledger: LedgerEntry[] | null;

  /** With a list to write it to, the pool keeps a ledger; with a state it begins there, not empty. */
  constructor(ledger: LedgerEntry[] | null, from: { readonly units: Units; readonly cost: Exact<'pounds'> } | null) {
    this.ledger = ledger;
    this.units = from?.units ?? NO_UNITS;
    this.cost = from?.cost ?? NO_POUNDS;
  }

  /** False when no ledger was requested, so that the hot path need not write its lines. */
  get isRecording(): boolean {
    return this.ledger !== null;
  }

  state(factor: bigint): PoolState {
    return { quantity: toQuantity(this.units, factor), cost: this.cost };
  }

  add(units: Units, cost: Exact<'pounds'>, rows: readonly Transaction[]): void {
    this.units = (this.units + units) as Units;
    this.cost = (this.cost + cost) as Exact<'pounds'>;
    for (const row of rows) this.joined.push(row);
  }

  /** RULES 4.4: takes units at the average; the last units take the whole cost that is left. */
  take(units: Units): Exact<'pounds'> {
    const cost = shareByUnits(this.cost, units, this.units);
    this.units = (this.units - units) as Units;
    this.cost = (this.cost - cost) as Exact<'pounds'>;
    if (this.units === 0n) this.firstMember = this.joined.length;
    return cost;
  }

  /** Takes units for a disposal; returns their cost and the draw for its workings. */
  draw(units: Units, factor: bigint): { readonly cost: Exact<'pounds'>; readonly draw: PoolDraw } {
    const { firstMember, joined, cost: costBefore } = this;
    const quantityBefore = toQuantity(this.units, factor);
    const cost = this.take(units);
    return {
      cost,
      draw: {
        quantityBefore,
        costBefore,
        quantityAfter: toQuantity(this.units, factor),
        costAfter: this.cost,
        joined,
        firstMember,
        members: joined.length,
      },
    };
  }

  /** Lowers the cost without touching the units; returns what could not be deducted because the cost ran out (RULES 7.2). */
  deduct(amount: Exact<'pounds'>): Exact<'pounds'> {
    const deducted = amount < this.cost ? amount : this.cost;
    this.cost = (this.cost - deducted) as Exact<'pounds'>;
    return (amount - deducted) as Exact<'pounds'>;
  }

  /** Writes a line with the state as it is now, after the change. */
  record(moment: Moment, change: Change): void {
    this.ledger?.push({
      date: moment.date,
      event: change.event,
      transactions: change.rows,
      quantityChange: toQuantity(change.units, moment.factor),
      costChange: change.cost,
      identifiedElsewhere:
        change.elsewhere === undefined ? (0n as Exact<'quantity'>) : toQuantity(change.elsewhere, moment.factor),
      quantity: toQuantity(this.units, moment.factor),
      cost: this.cost,
    });
  }
}
