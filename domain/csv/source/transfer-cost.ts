/** What shares cost that were moved in: they keep their cost, and most columns state what they are worth on the day. */
import { normaliseHeader, withoutCurrency, type TransactionField } from '../tables/columns.ts';
import { isSomething } from './charge-columns.ts';
import type { NetAmounts } from './net-amounts.ts';

const COST =
  /^(?:(?:book|original|acquisition|purchase|base|total|transfer(?:red)?) )?(?:cost|book value)(?: (?:basis|value))?$/u;

/** Shares are rarely worth more than ten times their cost. */
const MOST_GAIN = 10;

export class TransferCost {
  /** The column of costs beside the amount; -1 for none. */
  readonly position: number;
  private readonly amount: number;
  private readonly quantity: number | undefined;
  private readonly isAmountCost: boolean;

  /** `index` are the columns that are read as fields. */
  constructor(header: readonly string[], index: ReadonlyMap<TransactionField, number>) {
    const read = new Set(index.values());
    const isCost = (cell: string): boolean => COST.test(withoutCurrency(normaliseHeader(cell)));
    this.amount = index.get('consideration') ?? -1;
    this.quantity = index.get('quantity');
    const heading = header[this.amount] ?? '';
    this.isAmountCost = isCost(heading) || /^consideration\b/iu.test(heading.trim());
    this.position = this.isAmountCost ? -1 : header.findIndex((cell, column) => !read.has(column) && isCost(cell));
  }

  /** Whether the column of costs states the amount of a row. */
  states(cells: readonly string[]): boolean {
    return isSomething(cells[this.position] ?? '');
  }

  /** Whether a cost is that of one unit, by the units and what they are worth; without their value nothing shows it. */
  private static isOfOne(cost: number | null, units: number | null, value: number | null): boolean {
    if (cost === null || units === null || value === null || units <= 1 || value === 0) return false;
    const isSmall = cost < value / MOST_GAIN && cost * units < value * MOST_GAIN;
    return isSmall && cost * units > value / MOST_GAIN;
  }

  /** What is said of a row whose amount may not be what the shares cost. */
  notes(cells: readonly string[], amounts: NetAmounts): readonly string[] {
    const cost = amounts.sizeAt(cells, this.position);
    if (TransferCost.isOfOne(cost, amounts.sizeAt(cells, this.quantity), amounts.of(cells)))
      return [`A cost of ${cost} may be that of one unit. Check it.`];
    return this.states(cells) || (this.isAmountCost && isSomething(cells[this.amount] ?? ''))
      ? []
      : ['The amount of shares that were moved in may be their value on the day. Enter what they cost.'];
  }
}
