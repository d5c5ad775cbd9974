/**
 * Trades that only their signs name, in a file without a profile: units that came in were bought, units that went out
 * were sold.
 */
import { isNegative } from '../cells/numbers.ts';
import { typeOfWord } from '../cells/words.ts';
import type { TransactionField } from '../tables/columns.ts';
import { isSomething } from './charge-columns.ts';

/** A type that says only that something was traded. */
const TRADE = /^(?:trades?|transactions?|orders?|executions?|deals?)?$/iu;

export interface SignedSide {
  readonly type: 'Buy' | 'Sell';
  /** What the signs of the file leave open; null where units and money move in opposite directions in all rows. */
  readonly note: string | null;
}

/** The sign that names the side: of the units, with or without that of the money, or of the money alone. */
type Signs = 'both' | 'units' | 'money';

export class SignedSides {
  private readonly index: ReadonlyMap<TransactionField, number>;
  private readonly signs: Signs | null;
  private readonly bought = new Set<string>();

  constructor(index: ReadonlyMap<TransactionField, number>, rows: readonly (readonly string[])[]) {
    this.index = index;
    this.signs = this.signsOf(rows);
    if (this.signs === null) return;
    for (const cells of rows) if (this.isTrade(cells) && this.isBought(cells)) this.bought.add(this.key(cells));
  }

  get isUsed(): boolean {
    return this.signs !== null;
  }

  /** The side of a row; null where its signs do not name one. */
  of(cells: readonly string[]): SignedSide | null {
    if (this.signs === null || !this.isTrade(cells)) return null;
    if (this.isBought(cells)) return { type: 'Buy', note: this.note('purchase', cells) };
    return { type: 'Sell', note: this.note('sale', cells) };
  }

  private note(side: 'purchase' | 'sale', cells: readonly string[]): string | null {
    if (this.signs !== 'both')
      return `Only the sign of the ${this.signs === 'units' ? 'quantity' : 'amount'} says that this is a ${side}. Check it.`;
    return side === 'sale' && this.bought.has(this.key(cells))
      ? 'This sale has the units and the amount of a purchase. Check whether it reverses it.'
      : null;
  }

  private cell(cells: readonly string[], field: TransactionField): string {
    return cells[this.index.get(field) ?? -1] ?? '';
  }

  private isTrade(cells: readonly string[]): boolean {
    return (
      TRADE.test(this.cell(cells, 'transactionType').trim()) &&
      isSomething(this.cell(cells, 'quantity')) &&
      (isSomething(this.cell(cells, 'consideration')) || isSomething(this.cell(cells, 'price')))
    );
  }

  private isBought(cells: readonly string[]): boolean {
    return this.signs === 'money'
      ? isNegative(this.cell(cells, 'consideration'))
      : !isNegative(this.cell(cells, 'quantity'));
  }

  private key(cells: readonly string[]): string {
    const size = (field: TransactionField): string => this.cell(cells, field).replace(/[^\d.,]/gu, '');
    const security = (['isin', 'sedol', 'ticker', 'assetName'] as const).map((field) => this.cell(cells, field).trim());
    return [...security, size('quantity'), size('consideration')].join('|');
  }

  private signsOf(rows: readonly (readonly string[])[]): Signs | null {
    const type = this.index.get('transactionType');
    const known = type === undefined ? [] : [...new Set(rows.map((cells) => cells[type] ?? ''))].map(typeOfWord);
    if (known.includes('BUY') || known.includes('SELL')) return null;
    const counts = { same: 0, opposite: 0, negativeUnits: 0, positiveUnits: 0, negativeMoney: 0 };
    for (const cells of rows) {
      if (!this.isTrade(cells)) continue;
      const [units, money] = [this.cell(cells, 'quantity'), this.cell(cells, 'consideration')].map(isNegative);
      counts[units === true ? 'negativeUnits' : 'positiveUnits'] += 1;
      if (money === true) counts.negativeMoney += 1;
      counts[units === money ? 'same' : 'opposite'] += 1;
    }
    const { same, opposite, negativeUnits, positiveUnits, negativeMoney } = counts;
    const hasBothUnits = negativeUnits > 0 && positiveUnits > 0;
    if (hasBothUnits && same === 0) return 'both';
    if (hasBothUnits && negativeMoney === 0) return 'units';
    return negativeUnits === 0 && negativeMoney > 0 && opposite < positiveUnits ? 'money' : null;
  }
}
