/** Arithmetic on the figures of a broker's row, as exact decimal text; nothing in gives nothing out. */
import { absolute, add, multiply, parseExact, round, subtract, toText, type Exact } from '../../decimal.ts';
import { readNumber } from '../numbers.ts';

type Figure = Exact<'pounds'>;

/** The exact value of a cell, without its sign; null for a blank or for what is no number. */
export function sizeOf(cell: string): Figure | null {
  const value = valueOf(cell);
  return value === null ? null : absolute(value);
}

/** The exact value of a cell; pence come out as pounds. */
export function valueOf(cell: string): Figure | null {
  const read = readNumber(cell, 'point');
  return read.kind === 'number' ? parseExact<'pounds'>(read.text) : null;
}

/** A figure as a cell; an empty one for null. */
export function cellOf(value: Figure | null): string {
  return value === null ? '' : toText(value);
}

/** Consideration and charge of a trade of which the file states only the net amount. */
export interface NetTrade {
  readonly consideration: string;
  readonly charge: string;
}

/**
 * Consideration is quantity x price to the penny and the charge what the net amount differs by. Where the price's last digit makes
 * the difference meaningless, or it would be negative, the net amount is the consideration.
 */
export function splitNet(side: 'BUY' | 'SELL', quantity: Figure | null, price: Figure | null, net: Figure | null): NetTrade {
  if (quantity === null || price === null || net === null) return { consideration: cellOf(net), charge: '' };
  const consideration = round(multiply(quantity, price), 2);
  const charge = side === 'BUY' ? subtract(net, consideration) : subtract(consideration, net);
  if (charge < 0n || charge <= meaningless(quantity, price)) return { consideration: cellOf(net), charge: '0' };
  return { consideration: cellOf(consideration), charge: cellOf(charge) };
}

/** Half of the price's last digit, over the whole quantity. */
function meaningless(quantity: Figure, price: Figure): Figure {
  const places = toText(price).split('.')[1]?.length ?? 0;
  const half = parseExact<'pounds'>(`5e-${places + 1}`);
  return half === null ? (0n as Figure) : multiply(half, quantity);
}

/** The gross amount before charges of a total that contains them: less for a purchase, more for a sale. */
export function grossOf(side: 'BUY' | 'SELL', total: Figure | null, charges: readonly (Figure | null)[]): Figure | null {
  if (total === null) return null;
  const sum = charges.reduce<Figure>((all, charge) => (charge === null ? all : add(all, charge)), 0n as Figure);
  return side === 'BUY' ? subtract(total, sum) : add(total, sum);
}
