/**
 * Lines among a file's rows that are no transactions, but sum up others: totals, and the balance at the beginning or end
 * of a statement.
 */
import { remembered } from '../cells/remembered.ts';
import { typeOfWord } from '../cells/words.ts';
import { normaliseHeader, type TransactionField } from './columns.ts';
import { isTotalsLine } from './file-totals.ts';

/** What a line sums up: all rows, or the balance before them, after them, or at this place. */
export type SummaryKind = 'total' | 'opening' | 'closing' | 'balance';

/** As long as the longest of these phrases with a day beside it. */
const MOST_LENGTH = 60;
const OPENING =
  /^(?:(?:opening|starting|start|initial|previous|prior|beginning) (?:(?:cash|account|ledger|statement) )?balance|(?:cash )?balance (?:brought|b) (?:forward|fwd|down|f|d)|(?:brought|b) (?:forward|fwd|f|d))\b/u;
const CLOSING =
  /^(?:(?:closing|ending|end|final|new) (?:(?:cash|account|ledger|statement) )?balance|(?:cash )?balance (?:carried|c) (?:forward|fwd|down|f|d)|(?:carried|c) (?:forward|fwd|f|d))\b/u;
const BALANCE = /^(?:(?:cash|account|ledger|current|running) )?balance\b/u;
const TOTAL = /^(?:(?:grand|sub|net|overall) ?)?totals?\b/u;
/** The name of a sum in place of a security's. */
const SUBTOTAL = /^\s*(?:sub ?-?total\b|total (?:for|of)\b)|\b(?:sub-?total|total)\s*:?\s*$/iu;
/** What may follow such a phrase: a day or a period. */
const TAIL = /^(?: (?:as|at|on|of|for|from|to|the|period|year|month|account|\d+|[a-z]{3,9}(?= \d)))*$/u;
const PHRASES: readonly (readonly [RegExp, SummaryKind])[] = [
  [OPENING, 'opening'],
  [CLOSING, 'closing'],
  [BALANCE, 'balance'],
  [TOTAL, 'total'],
];

/** What a cell names, if it contains nothing else. */
function kindOfPhrase(cell: string): SummaryKind | null {
  if (cell.length > MOST_LENGTH) return null;
  const text = normaliseHeader(cell);
  for (const [pattern, kind] of PHRASES) {
    const found = pattern.exec(text);
    if (found !== null) return TAIL.test(text.slice(found[0].length)) ? kind : null;
  }
  return null;
}

/** Finds such lines by the word in the column of types or, in a row without a type, in any cell. */
export class SummaryRows {
  private readonly type: number;
  private readonly quantity: number;
  private readonly isin: number;
  private readonly name: number;
  private readonly headings: ReadonlySet<string>;
  private readonly kinds = new Map<string, SummaryKind | 'type' | null>();

  constructor(fields: readonly (TransactionField | null)[], header: readonly string[] = []) {
    this.headings = new Set(header.map(normaliseHeader).filter((heading) => heading !== ''));
    this.type = fields.indexOf('transactionType');
    this.quantity = fields.indexOf('quantity');
    this.isin = fields.indexOf('isin');
    this.name = fields.indexOf('assetName');
  }

  kindOf(cells: readonly string[]): SummaryKind | null {
    const word = cells[this.type] ?? '';
    const named = remembered(this.kinds, word, () => kindOfPhrase(word) ?? (typeOfWord(word) === null ? null : 'type'));
    if (named === 'total') return 'total';
    if (isTotalsLine(cells) || SUBTOTAL.test(cells[this.name] ?? '')) return 'total';
    if (this.isHeadingWithFigure(cells)) return 'balance';
    if (named === 'type' || this.isOfSecurity(cells)) return null;
    if (named !== null) return named;
    for (const cell of cells) {
      const kind = /\p{L}{3}|^\s*[bc] ?\/ ?f/iu.test(cell) ? kindOfPhrase(cell) : null;
      if (kind !== null) return kind;
    }
    return null;
  }

  /** True for `Cost,,,,,2002.60`: one of the headings, and a figure. */
  private isHeadingWithFigure(cells: readonly string[]): boolean {
    const filled = cells.filter((cell) => cell.trim() !== '');
    const [heading = '', figure = ''] = filled;
    return filled.length === 2 && /\d/u.test(figure) && this.headings.has(normaliseHeader(heading));
  }

  private isOfSecurity(cells: readonly string[]): boolean {
    return [this.quantity, this.isin].some((position) => /[1-9]/u.test((cells[position] ?? '').slice(0, 60)));
  }
}
