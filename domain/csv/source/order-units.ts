/** Columns of an order's units that are not read, in a file without a profile: what was executed of it, or was left. */
import type { TransactionField } from '../tables/columns.ts';
import type { NetAmounts } from './net-amounts.ts';
import type { NamedColumn } from './column-cells.ts';

/** What was traded of an order, which may be less than its quantity. */
const EXECUTED = /^(?:filled|executed|traded|dealt)(?: (?:quantity|qty|units|shares))?$/u;
/** What was left of an order, which may also be called what is left of a holding. */
const LEFT = /^(?:remaining|unfilled|outstanding|leaves)(?: (?:quantity|qty|units|shares))?$/u;

export class OrderUnits {
  private readonly executed: NamedColumn[] = [];
  private readonly left: NamedColumn[] = [];

  /** Takes a column that is not read, if its heading, as `normaliseHeader` returns it, names such units. */
  takes(column: NamedColumn, text: string): boolean {
    const columns = EXECUTED.test(text) ? this.executed : LEFT.test(text) ? this.left : null;
    columns?.push(column);
    return columns !== null;
  }

  /** What the columns say against a trade. */
  notes(
    cells: readonly string[],
    index: ReadonlyMap<TransactionField, number>,
    amounts: NetAmounts,
  ): readonly string[] {
    if (this.executed.length + this.left.length === 0) return [];
    const notes: string[] = [];
    const quantity = amounts.sizeAt(cells, index.get('quantity'));
    for (const { position, heading } of this.executed) {
      const units = amounts.sizeAt(cells, position);
      if (units !== null && quantity !== null && units !== quantity)
        notes.push(`${heading} is ${units}, but the quantity was read as ${quantity}. Check it.`);
    }
    for (const { position, heading } of this.left) {
      const units = amounts.sizeAt(cells, position) ?? 0;
      if (units > 0 && units < (quantity ?? 0))
        notes.push(`${heading} is ${units}: the order may be filled in part. Check the units.`);
    }
    return notes;
  }
}
