/** Rows by security, so that one security can be identified without reading all the others' rows. */
import type { Transaction } from '../../records/records.ts';

/** The rows of some transactions, found by ISIN. */
export class RowsBySecurity {
  private readonly byIsin = new Map<string, Transaction[]>();
  /**
   * The security that each security is joined to by a reorganisation; a security without an entry is joined to none.
   */
  private readonly joined = new Map<string, string>();

  constructor(transactions: readonly Transaction[]) {
    for (const row of transactions) {
      const rows = this.byIsin.get(row.isin);
      if (rows === undefined) this.byIsin.set(row.isin, [row]);
      else rows.push(row);
      if (row.relatedIsin !== undefined) this.join(row.isin, row.relatedIsin);
    }
  }

  /** One name for all securities that reorganisations connect. */
  familyOf(isin: string): string {
    let name = isin;
    for (let next = this.joined.get(name); next !== undefined; next = this.joined.get(name)) name = next;
    return name;
  }

  /** The rows that can bear on some securities: their own and, through reorganisations, those of others; of all accounts. */
  around(isins: Iterable<string>): readonly Transaction[] {
    const families = new Set([...isins].map((isin) => this.familyOf(isin)));
    const rows: Transaction[] = [];
    const asked = this.joined.size === 0 ? families : this.byIsin.keys();
    for (const isin of asked)
      if (families.has(this.familyOf(isin))) for (const row of this.byIsin.get(isin) ?? []) rows.push(row);
    return rows;
  }

  private join(a: string, b: string): void {
    const [from, to] = [this.familyOf(a), this.familyOf(b)];
    if (from !== to) this.joined.set(from, to);
  }
}
