/**
 * Charges that only the difference between an amount and quantity x price states, in a file without a profile that has
 * no column of charges. One difference may be a wrong figure; the same charge in two rows is none, unless the printed
 * digits of their prices explain it.
 */
import { multiply, parseExact, round, subtract, toText, type Exact } from '../../values/decimal.ts';
import { halfDigit, isPlausibleCharge, roundingOf } from '../cells/figure-proof.ts';
import { penceToPounds, readNumber, type DecimalMark } from '../cells/numbers.ts';
import type { SourceRow } from '../profiles/source-row.ts';
import { LEVIES } from '../profiles/stamp-duty.ts';

type Money = Exact<'pounds'>;

/** A trade's figures as plain decimal text in one currency, without signs. */
export interface StatedTrade {
  readonly isPurchase: boolean;
  readonly quantity: string;
  readonly price: string;
  readonly amount: string;
}

/** The parts of an amount that includes a charge. */
export interface DerivedCharge {
  readonly consideration: string;
  readonly charge: string;
}

/** What rounding may change in an amount that is printed without pence. */
const HALF_POUND = 0.5;
/** The fewest rows with the same charge. */
const FEWEST = 2;
/** Stamp duty in ten thousandths, and the PTM levy on large trades. */
const DUTY = 50n;
const WITH_LEVIES: readonly Money[] = [0n as Money, ...LEVIES];

/** What all trades of a file show about the differences. */
export class DerivedCharges {
  private readonly mark: DecimalMark;
  private readonly counts = new Map<Money, number>();
  /** The parts of the amounts of which only a charge explains the difference, by trade. */
  private readonly parts = new Map<string, Parts>();
  private isOpen = true;

  constructor(mark: DecimalMark) {
    this.mark = mark;
  }

  /** Takes a trade of the file. */
  take(row: SourceRow, isPurchase: boolean): void {
    if (!this.isOpen) return;
    const [quantity, price, amount] = [
      row.get('quantity'),
      row.get('localPrice') || row.get('price'),
      row.get('consideration'),
    ].map((cell) => {
      const read = cell === '' ? null : readNumber(cell, this.mark);
      return read?.kind === 'number' ? read.text.replace('-', '') : null;
    });
    if (quantity == null || price == null || amount == null) return;
    const isPence = Number(quantity) * Number(price) > Number(amount) * 20;
    const pounds = isPence ? penceToPounds(price) : price;
    const trade = pounds === null ? null : { isPurchase, quantity, price: pounds, amount };
    const parts = trade === null ? null : differenceOf(trade);
    if (trade === null || parts === null) return;
    // Charges are added to each purchase and taken off each sale.
    if (parts.difference < 0n) this.isOpen = false;
    const printed = printedRounding(quantity, price) / (isPence ? 100 : 1) + (amount.includes('.') ? 0 : HALF_POUND);
    if (Math.abs(Number(toText(parts.difference))) <= printed) return;
    this.parts.set(keyOf(trade), parts);
    for (const charge of chargesIn(parts, isPurchase)) this.counts.set(charge, (this.counts.get(charge) ?? 0) + 1);
  }

  /** The consideration and the charge of a trade whose charge other trades of the file have as well; else null. */
  of(trade: StatedTrade): DerivedCharge | null {
    const parts = this.isOpen ? this.parts.get(keyOf(trade)) : undefined;
    if (
      parts === undefined ||
      ![...chargesIn(parts, trade.isPurchase)].some((charge) => (this.counts.get(charge) ?? 0) >= FEWEST)
    )
      return null;
    return { consideration: toText(parts.consideration), charge: toText(parts.difference) };
  }
}

function keyOf({ isPurchase, quantity, price, amount }: StatedTrade): string {
  return [isPurchase, quantity, price, amount].join('|');
}

/** What the rounding of a price and of a fraction of a unit to the printed digits may change in an amount. */
function printedRounding(quantity: string, price: string): number {
  const ofQuantity = quantity.includes('.') ? Number(price) * halfDigit(quantity, 0) : 0;
  return Number(quantity) * halfDigit(price, 0) + ofQuantity;
}

interface Parts {
  readonly consideration: Money;
  readonly difference: Money;
}

/** Quantity x price to the penny, and what the amount has more, or less for a sale; null where that is no charge. */
function differenceOf({ isPurchase, quantity, price, amount }: StatedTrade): Parts | null {
  const [units, each, stated] = [
    parseExact<'quantity'>(quantity),
    parseExact<'pounds'>(price),
    parseExact<'pounds'>(amount),
  ];
  if (units === null || each === null || stated === null || units <= 0n || each <= 0n || stated <= 0n) return null;
  const consideration = round(multiply(each, units), 2);
  const difference = isPurchase ? subtract(stated, consideration) : subtract(consideration, stated);
  const [rounding, size] = [roundingOf(quantity, price, amount), Math.abs(Number(toText(difference)))];
  if (size <= rounding || !isPlausibleCharge(size, Number(toText(consideration)))) return null;
  return { consideration, difference };
}

/** The charge that a difference may be: all of it or, of a purchase, what is left, or nothing, beside stamp duty and levy. */
function chargesIn({ consideration, difference }: Parts, isPurchase: boolean): ReadonlySet<Money> {
  const duty = round(((consideration * DUTY) / 10_000n) as Money, 2);
  const found = [
    difference,
    ...(isPurchase ? WITH_LEVIES.map((levy) => subtract(subtract(difference, duty), levy)) : []),
  ];
  return new Set(found.filter((charge) => charge >= 0n));
}
