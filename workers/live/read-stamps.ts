/**
 * Remembers the states of the tables for values that were read, because stored figures name the states on which they
 * depend.
 */
import { readStamped } from '../../src/data/kept-figures/kept-figures.ts';
import type { Stamps } from '../../src/data/database/kept-rows.ts';
import type { StampedTable } from '../../src/data/database/stamps.ts';
import type { HoldfastDatabase, TableName } from '../../src/data/database/schema.ts';

export class ReadStamps {
  private readonly db: HoldfastDatabase;
  private readonly known = new WeakMap<object, Stamps>();

  constructor(db: HoldfastDatabase) {
    this.db = db;
  }

  /** Reads `tables` and the unstamped tables `beside` them in one transaction. */
  async read<T extends object>(
    tables: readonly StampedTable[],
    read: () => Promise<T>,
    beside: readonly TableName[] = [],
  ): Promise<T> {
    const { value, stamps } = await readStamped(this.db, tables, read, beside);
    this.known.set(value, stamps);
    return value;
  }

  /** The table states of these values, each of which `read` has returned. */
  of(...values: readonly object[]): Stamps {
    return Object.assign({}, ...values.map((value) => this.known.get(value)));
  }
}
