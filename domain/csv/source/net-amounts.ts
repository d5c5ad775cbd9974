/** Compares the net amounts of a file without a profile with its other figures. Binary floating point is enough here. */
import { cleanText } from '../cells/cell-text.ts';
import { isPlausibleCharge, roundingOf } from '../cells/figure-proof.ts';
import { readNumber, type DecimalMark } from '../cells/numbers.ts';
import type { TransactionType } from '../../fields/enums.ts';
import { CHARGE_FIELDS, type ChargeField, type TransactionField } from '../tables/columns.ts';
import type { NamedColumn } from './column-cells.ts';

/** A number that can be read in one way. */
const PLAIN = /^\d+(?:\.\d{1,2})?$/u;

/** What a trade's figures make, before and with its charges. */
export interface TradeSums {
  readonly gross: number;
  readonly net: number;
  /** The amount is quantity x price, which no column states. */
  readonly isComputed: boolean;
  /** Quantity x price is 100 times the stated amount: the price is in pence. */
  readonly isInPence: boolean;
  /** The largest difference that the rounding of the cells explains. */
  readonly rounding: number;
}

export class NetAmounts {
  private readonly net: number | undefined;
  private readonly quantity: number | undefined;
  private readonly price: number | undefined;
  private readonly amount: number | undefined;
  private readonly charges: readonly number[];
  private readonly accrued: readonly number[];
  private readonly mark: DecimalMark;

  /**
   * `charges` are the columns of charges besides those in `index`, `net` is the column of net amounts, `mark` the
   * decimal mark of the file.
   */
  constructor(
    index: ReadonlyMap<TransactionField, number>,
    charges: ReadonlyMap<ChargeField, readonly number[]>,
    net: number | undefined,
    mark: DecimalMark,
  ) {
    this.net = net;
    this.mark = mark;
    this.quantity = index.get('quantity');
    this.price = index.get('localPrice') ?? index.get('price');
    this.amount = index.get('consideration');
    const columns = (field: TransactionField): readonly number[] => {
      const own = index.get(field);
      return own === undefined ? [] : [own];
    };
    this.charges = CHARGE_FIELDS.flatMap((field) => [...columns(field), ...(charges.get(field) ?? [])]);
    this.accrued = columns('accruedInterest');
  }

  /** The number in a cell as plain text without its sign; null where it has none or may be read in two ways. */
  private textAt(cells: readonly string[], position: number | undefined): string | null {
    const cell = position === undefined ? '' : (cells[position] ?? '');
    if (cell === '' || cell.length > 60) return null;
    if (PLAIN.test(cell)) return cell;
    const read = readNumber(cell, this.mark);
    return read.kind === 'number' && read.alternative === null ? read.text.replace('-', '') : null;
  }

  /** The number in a cell, without its sign; null where it has none or may be read in two ways. */
  sizeAt(cells: readonly string[], position: number | undefined): number | null {
    const text = this.textAt(cells, position);
    return text === null ? null : Number(text);
  }

  /** The figure in a cell with a decimal point and its currency, as figures of a profile are; other text as it is. */
  statedAt(cells: readonly string[], position: number): string {
    const cell = cells[position] ?? '';
    const read = readNumber(cell, this.mark);
    return read.kind === 'number' && read.alternative === null ? `${read.text} ${read.currency ?? ''}`.trim() : cell;
  }

  /** Whether quantity x price is the amount, so that both are in one currency. */
  isProved(cells: readonly string[]): boolean {
    const [quantity, price, amount] = this.figures(cells);
    return (
      quantity !== null && price !== null && amount !== null && Math.abs(quantity * price - amount) <= amount * 0.01
    );
  }

  /** Whether a row states quantity, price and amount. */
  isWhole(cells: readonly string[]): boolean {
    return this.figures(cells).every((figure) => figure !== null && figure !== 0);
  }

  private figures(cells: readonly string[]): readonly [number | null, number | null, number | null] {
    return [this.sizeAt(cells, this.quantity), this.sizeAt(cells, this.price), this.sizeAt(cells, this.amount)];
  }

  /** The amount, or quantity x price. */
  of(cells: readonly string[]): number | null {
    const [quantity, price, amount] = this.figures(cells);
    return amount ?? (quantity === null || price === null ? null : quantity * price);
  }

  /**
   * Compares a net amount with the amount, or quantity x price, and the charges; `charged` where the difference is as
   * large as charges that are not read.
   */
  proof(cells: readonly string[], type: 'BUY' | 'SELL'): 'fits' | 'charged' | 'differs' | 'open' {
    const net = this.sizeAt(cells, this.net);
    if (net === null || net === 0) return 'open';
    const sums = this.sums(cells, type, net);
    if (sums === null) return 'open';
    const { gross, net: expected, isComputed, rounding } = sums;
    if (!isComputed && (!(gross > net / 20) || !(net > gross / 20))) return 'differs';
    if (Math.abs(net - expected) <= rounding) return 'fits';
    // A net amount without the charges of the row.
    if (Math.abs(net - gross) <= rounding) return isComputed ? 'open' : 'differs';
    const difference = type === 'BUY' ? net - expected : expected - net;
    const stated = type === 'BUY' ? net - gross : gross - net;
    // The net amount shows a charge, but another one than the columns of charges.
    const isOtherCharge = stated > 0 && isPlausibleCharge(stated, gross);
    return (difference > 0 && isPlausibleCharge(difference, gross)) || isOtherCharge ? 'charged' : 'differs';
  }

  /**
   * Whether the row shows that its charges are the sum of those that are read: its net amount is its amount with them, or
   * its amount is quantity x price with them.
   */
  areChargesProved(cells: readonly string[], type: 'BUY' | 'SELL'): boolean {
    if (this.proof(cells, type) === 'fits') return true;
    const [quantity, price, amount] = this.figures(cells);
    if (quantity === null || price === null || amount === null) return false;
    const sums = this.sums(cells, type, amount);
    if (sums === null) return false;
    const charges = sums.net - sums.gross;
    const rounding = roundingOf(String(quantity), String(price), String(amount));
    const isSum = (product: number): boolean => Math.abs(product + charges - amount) <= rounding;
    return Math.abs(charges) > rounding && (isSum(quantity * price) || isSum((quantity * price) / 100));
  }

  /** The charge that the net amount contains besides those that are read; null where the row shows none. */
  missing(
    cells: readonly string[],
    type: 'BUY' | 'SELL',
  ): { readonly charge: number; readonly rounding: number } | null {
    const net = this.netAt(cells);
    const sums = net === null || net === 0 ? null : this.sums(cells, type, net);
    if (net === null || sums === null) return null;
    return { charge: type === 'BUY' ? net - sums.net : sums.net - net, rounding: sums.rounding };
  }

  /** Whether a row states any charge. */
  statesCharges(cells: readonly string[]): boolean {
    return this.charges.some((position) => (this.sizeAt(cells, position) ?? 0) > 0);
  }

  /** The sum of the charges that are read. */
  chargesOf(cells: readonly string[]): number {
    let sum = 0;
    for (const position of this.charges) sum += this.sizeAt(cells, position) ?? 0;
    return sum;
  }

  /** The net amount without its sign. */
  netAt(cells: readonly string[]): number | null {
    return this.sizeAt(cells, this.net);
  }

  /** A column of net amounts is understood as one once it fits at least as many trades as it contradicts. */
  areProved(
    rows: readonly (readonly string[])[],
    typeOf: (cells: readonly string[]) => TransactionType | null,
  ): boolean {
    if (this.net === undefined) return false;
    let [fits, differs] = [0, 0];
    for (const cells of rows) {
      const type = typeOf(cells);
      if (type !== 'BUY' && type !== 'SELL') continue;
      const proof = this.proof(cells, type);
      if (proof === 'fits') fits += 1;
      else if (proof !== 'open') differs += 1;
    }
    return fits > 0 && fits >= differs;
  }

  /** Whether the net amount is the amount, with charges or without, whichever way the money moved. */
  mayBeNet(cells: readonly string[]): boolean {
    const net = this.sizeAt(cells, this.net);
    if (net === null) return true;
    return (['BUY', 'SELL'] as const).some((side) => {
      const sums = this.sums(cells, side, net);
      return sums === null || [sums.gross, sums.net].some((sum) => Math.abs(net - sum) <= sums.rounding);
    });
  }

  /** The sums of a trade; a price in pence is recognised by the amount that another column states. */
  sums(cells: readonly string[], type: 'BUY' | 'SELL', stated: number): TradeSums | null {
    const amount = this.sizeAt(cells, this.amount);
    let [gross, rounding] = [amount ?? 0, 0.0151];
    let isInPence = false;
    if (amount === null) {
      const [quantity, price] = [this.textAt(cells, this.quantity), this.textAt(cells, this.price)];
      if (quantity === null || price === null) return null;
      gross = Number(quantity) * Number(price);
      rounding = roundingOf(quantity, price, String(stated));
      isInPence = gross > stated * 20;
      if (isInPence) [gross, rounding] = [gross / 100, rounding / 100 + 0.0051];
    }
    let charges = this.chargesOf(cells);
    // A sale's accrued interest is received.
    for (const position of this.accrued) charges += (type === 'SELL' ? -1 : 1) * (this.sizeAt(cells, position) ?? 0);
    return {
      gross,
      net: type === 'BUY' ? gross + charges : gross - charges,
      isComputed: amount === null,
      isInPence,
      rounding,
    };
  }
}

/** What a column of net amounts says against an income or a movement of cash, and what to do about it. */
export function netNotes(
  { position, heading }: NamedColumn,
  amounts: NetAmounts,
  cells: readonly string[],
  request: string,
): readonly string[] {
  const [net, amount] = [amounts.sizeAt(cells, position), amounts.of(cells)];
  if (net === null || net === 0 || amount === null || Math.abs(net - amount) <= 0.0151) return [];
  const received = cleanText(cells[position] ?? '');
  return [`${heading} is ${received}, but the amount was read as ${amount.toFixed(2)}. ${request}`];
}
