/**
 * Orders that stand beside their own executions, in a file without a profile: the same units would be counted twice. They
 * are found by a column that says which is which, or where one row of a reference has the units of all its others. So are
 * trades that are stated again, corrected or in another currency, by the units of a reference or a column of versions.
 */
import { shorten, cleanText } from '../cells/cell-text.ts';
import { readNumber } from '../cells/numbers.ts';
import { remembered } from '../cells/remembered.ts';
import { normaliseHeader, type TransactionField } from '../tables/columns.ts';
import type { NamedColumn } from './column-cells.ts';

const WHOLE = /^(?:orders?|summary|parent|consolidated|aggregated?|header)$/u;
const PART = /^(?:(?:partial )?(?:fill|execution)s?|exec|partial|child|trades?|(?:closed )?lots?|details?|legs?)$/u;

/** Headings of references that are not read. */
const REFERENCE =
  /^(?:trade|deal|order|contract|execution|bargain|confirmation|transaction) (?:id|no|number|num|ref|reference|code)$/u;
const VERSION = /^(?:(?:trade |row )?version|revision|amendment|rev)(?: no| number)?$/u;
const FIGURES = ['price', 'localPrice', 'consideration', 'currency'] as const satisfies readonly TransactionField[];

export class SummedRows {
  private readonly index: ReadonlyMap<TransactionField, number>;
  private readonly summed = new Set<readonly string[]>();
  /** Rows that may be the same trade, corrected or in another currency. */
  private readonly stated = new Set<readonly string[]>();
  private readonly levels: readonly NamedColumn[];
  private readonly words = new Map<string, 'whole' | 'part' | null>();

  /** `columns` are those that are not read, `heading` is that of references. */
  constructor(
    index: ReadonlyMap<TransactionField, number>,
    rows: readonly (readonly string[])[],
    columns: readonly NamedColumn[],
    heading: string,
  ) {
    this.index = index;
    this.levels = columns.filter(({ position }) => {
      const first = rows[0]?.[position] ?? '';
      if (this.levelOf(first) === null) return false;
      const found = new Set(rows.map((cells) => this.levelOf(cells[position] ?? '')));
      return found.has('whole') && found.has('part');
    });
    const named = columns.find(({ heading: text }) => REFERENCE.test(normaliseHeader(text)));
    const reference = index.get('brokerDealReference') ?? named?.position;
    if (reference !== undefined && this.levels.length === 0)
      this.compare(rows, reference, {
        isOrder: /\border\b/iu.test(index.has('brokerDealReference') ? heading : (named?.heading ?? '')),
        version: columns.find(({ heading: text }) => VERSION.test(normaliseHeader(text)))?.position,
      });
  }

  /** What they say against a row; null for nothing. */
  note(cells: readonly string[]): string | null {
    if (this.summed.has(cells))
      return 'One row of this reference has the units of all its others together: the same trade may be in the file twice. Select only the whole or its parts.';
    if (this.stated.has(cells))
      return 'Another row of this reference has the same units or another version: the same trade may be in the file twice. Select only the right one.';
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

  private compare(
    rows: readonly (readonly string[])[],
    reference: number,
    { isOrder, version }: { readonly isOrder: boolean; readonly version: number | undefined },
  ): void {
    const [seen, repeated] = [new Set<string>(), new Set<string>()];
    for (const cells of rows) {
      const own = cells[reference] ?? '';
      if (own.trim() !== '') (seen.has(own) ? repeated : seen).add(own);
    }
    if (repeated.size === 0) return;
    const groups = new Map<string, (readonly string[])[]>();
    for (const cells of rows) {
      if (!repeated.has(cells[reference] ?? '')) continue;
      const key = `${cells[reference] ?? ''}|${this.keyOf(cells)}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [cells]);
      else group.push(cells);
    }
    for (const group of groups.values()) {
      if (group.length > 2 && this.hasWhole(group)) for (const cells of group) this.summed.add(cells);
      const versions = version === undefined ? 0 : new Set(group.map((cells) => cells[version] ?? '')).size;
      if (group.length > 1 && versions > 1) for (const cells of group) this.stated.add(cells);
      // An order may be filled in equal parts.
      else if (!isOrder) for (const cells of this.withEqualUnits(group)) this.stated.add(cells);
    }
  }

  /** The rows that have the units of another one and state another price or amount. */
  private withEqualUnits(group: readonly (readonly string[])[]): readonly (readonly string[])[] {
    const figures = (cells: readonly string[]): string => FIGURES.map((field) => this.cell(cells, field)).join('|');
    const ofUnits = new Map<string, Set<string>>();
    for (const cells of group) {
      const units = this.cell(cells, 'quantity');
      ofUnits.set(units, (ofUnits.get(units) ?? new Set()).add(figures(cells)));
    }
    return group.filter((cells) => (ofUnits.get(this.cell(cells, 'quantity'))?.size ?? 0) > 1);
  }

  private cell(cells: readonly string[], field: TransactionField): string {
    return (cells[this.index.get(field) ?? -1] ?? '').trim();
  }

  /** Rows of one order, of the same security and side. */
  private keyOf(cells: readonly string[]): string {
    return (['transactionType', 'isin', 'sedol', 'ticker', 'assetName'] as const)
      .map((field) => this.cell(cells, field))
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
