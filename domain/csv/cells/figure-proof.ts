/**
 * Whether the figures of a trade prove each other: quantity x price beside the amount and the charges decides what the amount is.
 * Comparisons are made in binary floating point with the rounding of the cells as their tolerance; no figure is taken from them.
 */

/** What an amount column holds: the consideration before charges, or what was paid or received with them. */
export type AmountReading = 'gross' | 'net';

/** What one trade's figures say of its amount. `either`: its charges are too small beside the rounding to tell. */
export type TradeProof = 'gross' | 'net' | 'either' | 'neither' | 'none';

/** A trade's figures in one currency, without signs; `null` where the row has none. */
export interface TradeFigures {
  readonly isPurchase: boolean;
  readonly quantity: string | null;
  readonly price: string | null;
  readonly amount: string | null;
  /** Sum of all charges, and of accrued interest where a bond has it; negative when a rebate is more than they are. */
  readonly charges: number;
  /** The price was made of another one at a rate, whose rounding comes on top. */
  readonly isConverted?: boolean;
}

/** How many rows tell the readings apart, and for which they speak. */
export interface AmountEvidence {
  readonly gross: number;
  readonly net: number;
  readonly neither: number;
}

/** The fewest rows that settle what a column holds, and the share of the telling rows that must agree. */
const FEWEST_ROWS = 2;
const SHARE = 0.95;
/** What the rounding of an exchange rate may make, as a share of the amount. */
const RATE_ROUNDING = 0.001;

const HALF_DIGITS = Array.from({ length: 16 }, (_, places) => 0.5 * 10 ** -places);

/** Half a unit of the last digit that a figure is written with; at most half a penny for prices and amounts. */
export function halfDigit(text: string, fewestPlaces: number): number {
  const point = text.indexOf('.');
  const places = point === -1 ? 0 : text.length - point - 1;
  return HALF_DIGITS[Math.max(places, fewestPlaces)] ?? 0;
}

/** By how much `quantity x price` may differ from the amount through the rounding of all three. */
export function roundingOf(quantity: string, price: string, amount: string): number {
  const ofPrice = Number(quantity) * halfDigit(price, 2);
  // A whole number of shares is exact; a fraction may be cut.
  const ofQuantity = quantity.includes('.') ? Number(price) * halfDigit(quantity, 2) : 0;
  return ofPrice + ofQuantity + halfDigit(amount, 2) + 0.0051;
}

/** What a trade's own figures prove of its amount; `none` when one of the three is missing. */
export function tradeProof({
  isPurchase,
  quantity,
  price,
  amount,
  charges,
  isConverted = false,
}: TradeFigures): TradeProof {
  if (quantity === null || price === null || amount === null) return 'none';
  const product = Number(quantity) * Number(price);
  const stated = Number(amount);
  if (!(product > 0) || !(stated > 0)) return 'none';
  const rounding = roundingOf(quantity, price, amount) + (isConverted ? stated * RATE_ROUNDING : 0);
  const isGross = Math.abs(product - stated) <= rounding;
  const isNet = Math.abs((isPurchase ? product + charges : product - charges) - stated) <= rounding;
  if (isGross && isNet) return 'either';
  if (isGross) return 'gross';
  return isNet ? 'net' : 'neither';
}

/** Counts what rows prove. */
export function amountEvidence(proofs: Iterable<TradeProof>): AmountEvidence {
  const found = { gross: 0, net: 0, neither: 0 };
  for (const proof of proofs) if (proof === 'gross' || proof === 'net' || proof === 'neither') found[proof] += 1;
  return found;
}

/**
 * What the amount column of a file holds: the reading that at least two rows prove, 95 % of those that can tell, and none
 * proves another. Null when the rows do not settle it.
 */
export function amountReadingOf({ gross, net, neither }: AmountEvidence): AmountReading | null {
  const telling = gross + net + neither;
  const best = Math.max(gross, net);
  if (best < FEWEST_ROWS || Math.min(gross, net) > 0 || best < telling * SHARE) return null;
  return gross > net ? 'gross' : 'net';
}

/** The most that is charged on a trade without a question: three per cent and 40 of any currency. */
export function isPlausibleCharge(charge: number, consideration: number): boolean {
  return charge <= 40 + consideration * 0.03;
}
