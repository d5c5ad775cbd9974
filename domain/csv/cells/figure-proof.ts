/**
 * Whether the figures of a trade prove each other: quantity x price, compared with the amount and the charges, shows
 * whether the amount includes the charges. Comparisons use binary floating point with the rounding of the cells as
 * tolerance; no figure is taken from them.
 */
import { printedPlaces } from './numbers.ts';

/**
 * The meaning of an amount column: the consideration before charges (`gross`), or the money paid or received including
 * charges (`net`).
 */
export type AmountReading = 'gross' | 'net';

/** What one trade's figures prove about its amount. `either`: its charges are smaller than the rounding. */
export type TradeProof = 'gross' | 'net' | 'either' | 'neither' | 'none';

/** A trade's figures in one currency, without signs; `null` where the row has none. */
export interface TradeFigures {
  readonly isPurchase: boolean;
  readonly quantity: string | null;
  readonly price: string | null;
  readonly amount: string | null;
  /** Sum of all charges, and of a bond's accrued interest; negative when a rebate exceeds them. */
  readonly charges: number;
  /**
   * The price was converted from another currency: the share of the amount that the rounding of its cells explains, at
   * most `RATE_ROUNDING`. Brokers' own rounding may add to it, so this only decides between gross and net.
   */
  readonly conversion?: number;
}

/** How many rows distinguish gross from net, by what they prove. */
export interface AmountEvidence {
  readonly gross: number;
  readonly net: number;
  readonly neither: number;
}

/** The fewest rows that settle the meaning of a column, and the share of the rows with proof that must agree. */
const FEWEST_ROWS = 2;
const SHARE = 0.95;
/** The largest effect of the rounding of an exchange rate, as a share of the amount. */
export const RATE_ROUNDING = 0.001;

const HALF_DIGITS = Array.from({ length: 16 }, (_, places) => 0.5 * 10 ** -places);

/** Half a unit of the last digit that a figure is written with; at most half a penny for prices and amounts. */
export function halfDigit(text: string, fewestPlaces: number): number {
  return HALF_DIGITS[Math.max(printedPlaces(text), fewestPlaces)] ?? 0;
}

/** The largest difference between `quantity x price` and the amount that the rounding of all three explains. */
export function roundingOf(quantity: string, price: string, amount: string): number {
  const ofPrice = Number(quantity) * halfDigit(price, 2);
  // A whole number of shares is exact; a fraction may be cut off.
  const ofQuantity = quantity.includes('.') ? Number(price) * halfDigit(quantity, 2) : 0;
  return ofPrice + ofQuantity + halfDigit(amount, 2) + 0.0051;
}

/** The share of an amount that the rounding of a price and of the rate that converts it explains. */
export function conversionRounding(price: string, rate: string): number {
  const share = (text: string): number => halfDigit(text, 0) / Number(text);
  // A rate may be cut off instead of rounded.
  return Math.min(RATE_ROUNDING, share(price) + share(rate) * 2);
}

/** What a trade's own figures prove about its amount; `none` when one of the three is missing. */
export function tradeProof({ isPurchase, quantity, price, amount, charges, conversion }: TradeFigures): TradeProof {
  if (quantity === null || price === null || amount === null) return 'none';
  const product = Number(quantity) * Number(price);
  const stated = Number(amount);
  if (!(product > 0) || !(stated > 0)) return 'none';
  const rounding = roundingOf(quantity, price, amount);
  const added = isPurchase ? charges : -charges;
  if (conversion === undefined) return proofWithin(rounding, product, added, stated);
  const proof = proofWithin(rounding + stated * RATE_ROUNDING, product, added, stated);
  if (proof !== 'either') return proof;
  const closer = proofWithin(rounding + stated * conversion, product, added, stated);
  return closer === 'neither' ? 'either' : closer;
}

/** Whether the stated amount is quantity x price, or that with the charges, which a sale takes off. */
function proofWithin(tolerance: number, product: number, charges: number, stated: number): TradeProof {
  const isGross = Math.abs(product - stated) <= tolerance;
  const isNet = Math.abs(product + charges - stated) <= tolerance;
  // Charges within the rounding decide nothing.
  if ((isGross || isNet) && (isGross === isNet || tolerance >= Math.abs(charges))) return 'either';
  if (isGross) return 'gross';
  return isNet ? 'net' : 'neither';
}

/**
 * What a trade's figures make to the penny where their rounding would explain both readings, as that of a part of a share
 * does; null for both or neither. One such row may be chance.
 */
export function exactProof({ isPurchase, quantity, price, amount, charges }: TradeFigures): AmountReading | null {
  const product = Number(quantity) * Number(price);
  const makes = (sum: number): boolean => Math.abs(sum - Number(amount)) <= 0.0051;
  const [isGross, isNet] = [makes(product), makes(product + (isPurchase ? charges : -charges))];
  return isGross === isNet ? null : isGross ? 'gross' : 'net';
}

export function amountEvidence(proofs: Iterable<TradeProof>): AmountEvidence {
  const found = { gross: 0, net: 0, neither: 0 };
  for (const proof of proofs) if (proof === 'gross' || proof === 'net' || proof === 'neither') found[proof] += 1;
  return found;
}

/**
 * The meaning of a file's amount column: the one that at least two rows and 95 % of all rows with proof support, while
 * no row proves the other. Null when the rows do not settle it.
 */
export function amountReadingOf({ gross, net, neither }: AmountEvidence): AmountReading | null {
  const telling = gross + net + neither;
  const best = Math.max(gross, net);
  if (best < FEWEST_ROWS || Math.min(gross, net) > 0 || best < telling * SHARE) return null;
  return gross > net ? 'gross' : 'net';
}

/** The meaning that different amounts show to the penny, where no row proves any. */
export function exactReadingOf(evidence: AmountEvidence, gross: number, net: number): AmountReading | null {
  if (evidence.gross + evidence.net + evidence.neither > 0 || Math.min(gross, net) > 0) return null;
  return Math.max(gross, net) < FEWEST_ROWS ? null : gross > net ? 'gross' : 'net';
}

/** The largest charge on a trade that raises no question: three per cent and 40 of any currency. */
export function isPlausibleCharge(charge: number, consideration: number): boolean {
  return charge <= 40 + consideration * 0.03;
}
