/** Collects the positions and events of a book while its classes are walked. */
import { capacityOf, type Capacity, type AssetFacts } from '../../cgt/terms/capacity.ts';
import type { ClassGains } from '../../cgt/terms/gains.ts';
import { toDayNumber, type IsoDate } from '../../values/dates.ts';
import { divideHalfEven, exact, multiply, round, type Exact } from '../../values/decimal.ts';
import type { Pricing } from '../../holdings/pricing.ts';
import { isAccumulating } from '../../records/asset.ts';
import type { Transaction } from '../../records/records.ts';
import { PENNY_PLACES } from '../../values/round-parts.ts';
import { unitsOn, type ClassSetup, type PositionStep } from './class-setup.ts';
import type { LinkedMove, LinkedMoves } from './linked-moves.ts';
import { NO_PENCE, opposite, toPence, type Pence } from '../figures/pence.ts';
import {
  amountsOf,
  PHASES,
  type EventAmounts,
  type MissingFigure,
  type ReturnsEvent,
  type CashSettlement,
} from './returns-event.ts';
import type { ReturnsCell } from './scope.ts';
import type { SecurityPrices } from './security-prices.ts';

type NewEvent = Pick<ReturnsEvent, 'kind' | 'day' | 'phase' | 'row' | 'cell' | 'units'> &
  Partial<Omit<ReturnsEvent, keyof EventAmounts>>;

export interface BuildInput {
  readonly assets: ReadonlyMap<string, AssetFacts>;
  readonly prices: SecurityPrices;
  readonly moves: LinkedMoves;
  readonly setups: ReadonlyMap<string, ClassSetup>;
  readonly pricingOf: (gains: ClassGains, capacity: Capacity) => Pricing;
}

/** The key of an account's security under any of its codes. */
export function setupKey(accountId: string, isin: string): string {
  return `${accountId} ${isin}`;
}

export class BookBuild {
  readonly cells: ReturnsCell[] = [];
  readonly events: ReturnsEvent[] = [];
  readonly steps: PositionStep[][] = [];
  readonly moves: LinkedMoves;
  /** What the trades did to the balance of a cash ledger, by transaction. */
  readonly settlements = new Map<string, CashSettlement>();
  private readonly input: BuildInput;
  private readonly places = new Map<string, number>();

  constructor(input: BuildInput) {
    this.input = input;
    this.moves = input.moves;
  }

  cellOf({ accountId, brokerId, taxWrapper }: Transaction, gains: ClassGains): number {
    const { isin } = gains;
    const facts = this.input.assets.get(isin);
    return this.place(`${accountId}|${brokerId}|${taxWrapper}|${isin}`, () => {
      const pricing = this.input.pricingOf(gains, capacityOf(taxWrapper));
      return {
        accountId,
        brokerId,
        taxWrapper,
        isin,
        pricing,
        category: facts?.category ?? null,
        currency: this.input.prices.currencyOf(pricing, facts?.denomination ?? 'GBP'),
      };
    });
  }

  /** Equalisation of accumulation units is never paid out. */
  isAccumulating(isin: string): boolean {
    return isAccumulating(this.input.assets.get(isin));
  }

  /** The index of the position with that key, created if it is new. */
  place(key: string, make: () => ReturnsCell): number {
    let cell = this.places.get(key);
    if (cell === undefined) {
      cell = this.cells.push(make()) - 1;
      this.steps.push([]);
      this.places.set(key, cell);
    }
    return cell;
  }

  isOfCapacity(cell: number, capacity: Capacity): boolean {
    const wrapper = this.cells[cell]?.taxWrapper;
    return wrapper !== undefined && capacityOf(wrapper) === capacity;
  }

  setupOf(accountId: string, isin: string): ClassSetup | null {
    return this.input.setups.get(setupKey(accountId, isin)) ?? null;
  }

  /** What units of a position's security are worth, to the penny, or null when price or rate is missing. */
  marketValue(cell: number, quantity: Exact<'quantity'>, day: number): Pence | null {
    const pricing = this.cells[cell]?.pricing ?? null;
    const price = pricing === null ? null : this.input.prices.priceOn(pricing, day);
    return price === null ? null : toPence(round(multiply(quantity, price), PENNY_PLACES));
  }

  missing(cell: number, day: number): MissingFigure {
    const { isin = null, pricing = null } = this.cells[cell] ?? {};
    return { isin, currency: pricing === null ? null : this.input.prices.missingOn(pricing, day), day };
  }

  /** Pounds for one unit of a currency on a day, or null. */
  rateOn(currency: string, day: number): Exact<'rate'> | null {
    return this.input.prices.rateOn(currency, day);
  }

  /**
   * @param ofAll what this event and those of the row that follow are paid, when the row's settlement is shared among
   *   several; without it, the event takes all that is left
   */
  add(event: NewEvent, { trade, income, charges, tax, paid }: EventAmounts, ofAll: Pence = paid): void {
    // No money is paid for units that move in kind.
    const isInKind = event.kind === 'move' || event.kind === 'transfer' || event.kind === 'units';
    const settled = event.row === null || isInKind ? null : this.settle(event.row, paid, ofAll);
    // Field by field, because spreading 100,000 events would take longer than everything else.
    this.events.push({
      kind: event.kind,
      day: event.day,
      phase: event.phase,
      order: event.order ?? event.row?.id ?? '',
      row: event.row,
      cell: event.cell,
      other: event.other ?? settled?.cell ?? null,
      units: event.units,
      otherUnits: event.otherUnits ?? settled?.units ?? 0n,
      costShare: event.costShare ?? null,
      missing: event.missing ?? null,
      blocking: event.blocking ?? false,
      trade,
      income,
      charges,
      tax,
      paid,
    });
  }

  /** Adds what a row pays to several positions, which share its settlement by what each is paid. */
  addPayments(
    event: Omit<NewEvent, 'cell'>,
    payments: readonly { readonly cell: number; readonly amounts: EventAmounts }[],
  ): void {
    let left = payments.reduce((total, { amounts }) => total + amounts.paid, 0) as Pence;
    for (const { cell, amounts } of payments) {
      this.add({ ...event, cell }, amounts, left);
      left = (left - amounts.paid) as Pence;
    }
  }

  /** Takes an event's part of its row's settlement; what no event takes is from or to outside (RULES 2.8). */
  private settle({ id }: Transaction, paid: Pence, ofAll: Pence): { cell: number; units: bigint } | null {
    const settlement = this.settlements.get(id);
    if (settlement === undefined || settlement.left === 0n) return null;
    const { cell, left } = settlement;
    const units = paid === ofAll ? left : divideHalfEven(left * BigInt(paid), BigInt(ofAll || 1));
    settlement.left = paid === ofAll ? 0n : left - units;
    return { cell, units };
  }

  noteStep(cell: number, step: PositionStep): void {
    const steps = this.steps[cell];
    if (steps === undefined) return;
    const last = steps.at(-1);
    if (last?.quantity !== step.quantity || last.units !== step.units) steps.push(step);
  }

  /** A transfer from or to outside the book, at the day's market value, never the tax cost (RULES 2.5). */
  transfer(row: Transaction, cell: number, units: bigint, date: IsoDate): void {
    const day = toDayNumber(date);
    const quantity = row.quantity === null ? (0n as Exact<'quantity'>) : exact(row.quantity);
    const market = this.marketValue(cell, quantity, day);
    const trade = units < 0n ? opposite(market ?? NO_PENCE) : (market ?? NO_PENCE);
    this.add(
      {
        kind: 'transfer',
        day,
        phase: units < 0n ? PHASES.disposal : PHASES.acquisition,
        row,
        cell,
        units,
        missing: market === null ? this.missing(cell, day) : null,
      },
      amountsOf(trade, NO_PENCE),
    );
  }

  /** A linked transfer between two positions (RULES 2.6). */
  linkedMove(row: Transaction, move: LinkedMove, cell: number, units: bigint): void {
    const [arrival] = move.ins;
    const target = arrival === undefined ? null : this.setupOf(arrival.accountId, arrival.isin);
    if (arrival === undefined || target === null) return;
    const other = this.cellOf(arrival, target.entry);
    if (other === cell) return;
    const day = toDayNumber(move.date);
    const market = this.marketValue(cell, move.quantity, day);
    this.add(
      {
        kind: 'move',
        day,
        phase: PHASES.move,
        row,
        cell,
        other,
        units: -units,
        otherUnits: move.ins.reduce((total, each) => total + unitsOn(target, each), 0n),
        missing: market === null ? this.missing(cell, day) : null,
      },
      amountsOf(opposite(market ?? NO_PENCE), NO_PENCE),
    );
  }
}
