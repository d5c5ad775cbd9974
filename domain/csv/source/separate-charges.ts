/** Charges that a file without a profile states in rows of their own, beside the trade or income that they belong to. */
import { remembered } from '../cells/remembered.ts';
import type { TransactionField } from '../tables/columns.ts';
import { isSomething } from './charge-columns.ts';

const CHARGE = /\b(?:fees?|commissions?|charges?|lev(?:y|ies)|ptm|stamp|duty|sdrt|tax|withholding)\b/iu;
/** Charges of a trade, whose row may name neither a security nor a reference. */
const OF_TRADE = /\b(?:commissions?|lev(?:y|ies)|ptm|stamp|sdrt|dealing|trad(?:e|ing)|broker(?:age)?)\b/iu;
const NO_CHARGE = /refund|rebate|relief|\b(?:div|dividends?|interest|buy|sell|purchase|sale)\b/iu;

export class SeparateCharges {
  private readonly index: ReadonlyMap<TransactionField, number>;
  private readonly words = new Map<string, 'trade' | 'any' | null>();
  /** What identifies the trade of each charge, and what identifies each other row. */
  private readonly ofCharges = new Set<string>();
  private readonly ofOthers = new Set<string>();

  constructor(index: ReadonlyMap<TransactionField, number>, rows: readonly (readonly string[])[]) {
    this.index = index;
    const charges = rows.filter((cells) => this.kindOf(cells) !== null && this.isMoney(cells));
    if (charges.length === 0) return;
    for (const cells of charges) for (const key of this.keysOf(cells)) this.ofCharges.add(key);
    for (const cells of rows)
      if (this.kindOf(cells) === null) for (const key of this.keysOf(cells, true)) this.ofOthers.add(key);
  }

  /** What they say against a row: a trade or income with a charge of its own, or that charge. */
  note(cells: readonly string[]): string | null {
    if (this.ofCharges.size === 0) return null;
    if (this.kindOf(cells) !== null)
      return this.isMoney(cells) && this.keysOf(cells).some((key) => this.ofOthers.has(key))
        ? 'This charge may belong to a trade or an income of the file. Add it there, or select it if it was charged for something else.'
        : null;
    return this.keysOf(cells, true).some((key) => this.ofCharges.has(key))
      ? 'The file has a charge or a tax for this row in a row of its own. Add it here, or check that it belongs to something else.'
      : null;
  }

  private cell(cells: readonly string[], field: TransactionField): string {
    return (cells[this.index.get(field) ?? -1] ?? '').trim().toUpperCase();
  }

  private kindOf(cells: readonly string[]): 'trade' | 'any' | null {
    const word = cells[this.index.get('transactionType') ?? -1] ?? '';
    return remembered(this.words, word, (text) => {
      if (text.length > 60 || !CHARGE.test(text) || NO_CHARGE.test(text)) return null;
      return OF_TRADE.test(text) ? 'trade' : 'any';
    });
  }

  private isMoney(cells: readonly string[]): boolean {
    return isSomething(cells[this.index.get('consideration') ?? -1] ?? '');
  }

  private keysOf(cells: readonly string[], isOther = false): readonly string[] {
    const [day, reference] = [this.cell(cells, 'transactionDate'), this.cell(cells, 'brokerDealReference')];
    const keys = reference === '' ? [] : [`reference ${reference}`];
    for (const field of ['isin', 'sedol', 'ticker', 'assetName'] as const) {
      const name = this.cell(cells, field);
      if (name !== '') keys.push(`${day} ${field} ${name}`);
    }
    const isTrade = isOther
      ? isSomething(cells[this.index.get('quantity') ?? -1] ?? '')
      : this.kindOf(cells) === 'trade';
    return isTrade ? [...keys, `day ${day}`] : keys;
  }
}
