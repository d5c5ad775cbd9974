/**
 * Orders that stand beside their own executions, in a file without a profile: the same units would be counted twice. They
 * are found by a column that says which is which, or where one row of a reference has the units of all its others.
 */
import { shorten, cleanText } from '../cells/cell-text.ts';
import { readNumber } from '../cells/numbers.ts';
import { remembered } from '../cells/remembered.ts';
import { normaliseHeader, type TransactionField } from '../tables/columns.ts';
import type { NamedColumn } from './unread-figures.ts';

const WHOLE = /^(?:orders?|summary|parent|consolidated|aggregated?|header)$/u;
const PART = /^(?:(?:partial )?(?:fill|execution)s?|exec|partial|child|trades?|(?:closed )?lots?|details?|legs?)$/u;

export class SummedRows {
  private readonly index: ReadonlyMap<TransactionField, number>;
  private readonly summed = new Set<readonly string[]>();
  private readonly levels: readonly NamedColumn[];
  private readonly words = new Map<string, 'whole' | 'part' | null>();

  /** `columns` are those that are not read. */
  constructor(
    index: ReadonlyMap<TransactionField, number>,
    rows: readonly (readonly string[])[],
    columns: readonly NamedColumn[],
  ) {
    this.index = index;
    this.levels = columns.filter(({ position }) => {
      const first = rows[0]?.[position] ?? '';
      if (this.levelOf(first) === null) return false;
      const found = new Set(rows.map((cells) => this.levelOf(cells[position] ?? '')));
      return found.has('whole') && found.has('part');
    });
    const reference = index.get('brokerDealReference');
    if (reference !== undefined && this.levels.length === 0) this.compare(rows, reference);
  }

  /** What they say against a row; null for nothing. */
  note(cells: readonly string[]): string | null {
    if (this.summed.has(cells))
      return 'One row of this reference has the units of all its others together: the same trade may be in the file twice. Select only the whole or its parts.';
    for (const { position, heading } of this.levels) {
      const cell = cells[position] ?? '';
      if (this.levelOf(cell) === 'part')
        return `${heading} is '${shorten(cleanText(cell), 40)}': it may be a part of another row of the file. Check that nothing is counted twice.`;
    }
    return null;
  }

  private levelOf(cell: string): 'whole' | 'part' | null {
    return remembered(this.words, cell, (text) => {
      if (text.length > 30) return null;
      const word = normaliseHeader(text);
      return WHOLE.test(word) ? 'whole' : PART.test(word) ? 'part' : null;
    });
  }

  private compare(rows: readonly (readonly string[])[], reference: number): void {
    const [seen, repeated] = [new Set<string>(), new Set<string>()];
    for (const cells of rows) {
      const own = cells[reference] ?? '';
      if (own.trim() !== '') (seen.has(own) ? repeated : seen).add(own);
    }
    if (repeated.size === 0) return;
    const groups = new Map<string, (readonly string[])[]>();
    for (const cells of rows) {
      if (!repeated.has(cells[reference] ?? '')) continue;
      const key = this.keyOf(cells);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [cells]);
      else group.push(cells);
    }
    for (const group of groups.values())
      if (group.length > 2 && this.hasWhole(group)) for (const cells of group) this.summed.add(cells);
  }

  /** Rows of one order: the same reference, security and side. */
  private keyOf(cells: readonly string[]): string {
    return (['brokerDealReference', 'transactionType', 'isin', 'sedol', 'ticker', 'assetName'] as const)
      .map((field) => (cells[this.index.get(field) ?? -1] ?? '').trim())
      .join('|');
  }

  private hasWhole(group: readonly (readonly string[])[]): boolean {
    const sizes = group.map((cells) => {
      const read = readNumber(cells[this.index.get('quantity') ?? -1] ?? '', 'unknown');
      return read.kind === 'number' ? Math.abs(Number(read.text)) : 0;
    });
    const total = sizes.reduce((sum, size) => sum + size, 0);
    return total > 0 && sizes.some((size) => Math.abs(size * 2 - total) <= total * 1e-9);
  }
}
