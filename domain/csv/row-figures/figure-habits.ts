/**
 * What all rows of a file together show about its figures: whether the amounts include the charges, and the usual sign
 * of each column.
 */
import { isCashEvent, type TransactionType } from '../../fields/enums.ts';
import {
  amountEvidence,
  amountReadingOf,
  conversionRounding,
  exactProof,
  exactReadingOf,
  tradeProof,
  type AmountEvidence,
  type AmountReading,
  type TradeFigures,
  type TradeProof,
} from '../cells/figure-proof.ts';
import { isNegative, penceToPounds, plainNumber, readNumber, type DecimalMark } from '../cells/numbers.ts';
import { remembered } from '../cells/remembered.ts';
import { isIncomeType, typeOfWord } from '../cells/words.ts';
import type { SourceRow, SourceRows } from '../profiles/source-row.ts';
import { CHARGE_FIELDS, type ChargeField, type TransactionField } from '../tables/columns.ts';
import { DerivedCharges } from './derived-charges.ts';

/** Columns of figures that every row may have. */
export const FIGURE_FIELDS = [
  'quantity',
  'price',
  'nativePrice',
  'localPrice',
  'consideration',
  'brokerCharge',
  'stampDuty',
  'fxCharge',
  'accruedInterest',
] as const satisfies readonly TransactionField[];

export type FigureField =
  | (typeof FIGURE_FIELDS)[number]
  | 'valueAfter'
  | 'costFraction'
  | 'ratioNew'
  | 'ratioOld'
  | 'cashAmount'
  | 'grossIncome'
  | 'taxWithheld';

/** How often a column has each sign. */
export interface Signs {
  readonly positive: number;
  readonly negative: number;
}

export interface FigureHabits {
  /** The meaning of the amount column that the rows prove; null where they do not settle it. */
  readonly amount: AmountReading | null;
  readonly evidence: AmountEvidence;
  readonly charges: Readonly<Record<ChargeField, Signs>>;
  /** The signs of sold quantities, and of the amounts paid and received. */
  readonly sold: Signs;
  readonly paid: Signs;
  readonly received: Signs;
  /** The signs of cash that moved, by its type; none for a broker's file. */
  readonly cash: ReadonlyMap<TransactionType, Signs>;
  /** In all files of this broker payments are negative. */
  readonly paysNegative: boolean;
  /** Whether any row names another currency than pounds, or pence. */
  readonly namesAbroad: boolean;
  /** How many trades state a price, and how many do not. */
  readonly prices: { readonly stated: number; readonly missing: number };
  /** How many trades state an amount, and how many do not. */
  readonly amounts: { readonly stated: number; readonly missing: number };
  /**
   * Letters of the type column that are no types beside its other letters: `S` beside `R` without `B` is a subscription,
   * not a sale; `P` is a purchase only beside `S` without `B`; `D` and `I` are a dividend and interest only beside those
   * of trades, and not beside `W` and `O`, with which they are a deposit and units in. `I` without `D` may be income.
   */
  readonly unclearLetters: ReadonlySet<string>;
  /** No amount of a trade has pence, although quantity x price does: amounts are in pence, or were rounded. */
  readonly hasWholeAmounts: boolean;
  /** The heading of prices says pence, and quantity x price of any trade is 100 times its amount. */
  readonly arePricesPence: boolean;
  /** Charges that only the amounts include; null for a broker's file, and for one with columns of charges. */
  readonly derived: DerivedCharges | null;
}

/** The number of proofs after which the meaning is settled; each row is still proved by itself. */
const MOST_PROOFS = 2000;

interface Count {
  positive: number;
  negative: number;
}
const count = (): Count => ({ positive: 0, negative: 0 });

function note(counts: Count, cell: string): void {
  if (!/[1-9]/u.test(cell.slice(0, 40))) return;
  if (isNegative(cell)) counts.negative += 1;
  else counts.positive += 1;
}

/**
 * How a figure's sign compares with its column's: `none` with the majority, `tie` with half, `fewer` with a minority,
 * `rare` with at most a fifth.
 */
export function signAgainst(signs: Signs, negative: boolean): 'none' | 'rare' | 'fewer' | 'tie' {
  const [own, other] = negative ? [signs.negative, signs.positive] : [signs.positive, signs.negative];
  if (other === 0 || own > other) return 'none';
  if (own === other) return 'tie';
  return own * 4 <= other ? 'rare' : 'fewer';
}

/** One pass over the rows; our own files need none. */
export function figureHabitsOf(source: SourceRows, mark: DecimalMark): FigureHabits {
  const charges = { brokerCharge: count(), stampDuty: count(), fxCharge: count() };
  const [sold, paid, received] = [count(), count(), count()];
  const cash = new Map<TransactionType, Count>();
  const proofs: TradeProof[] = [];
  // The different amounts that are exact, by what they are.
  const exact = { gross: new Set<string>(), net: new Set<string>() };
  const prices = { stated: 0, missing: 0 };
  const stated = { stated: 0, missing: 0 };
  let namesAbroad = false;
  let arePricesPence = false;
  const isPenceHeading = !source.isBrokerFile && source.pence('price');
  const types = new Map<string, TransactionType | null>();
  const amounts = source.isBrokerFile ? null : new WholeAmounts(mark);
  const hasCharges = CHARGE_FIELDS.some((field) => source.has(field));
  const derived = source.isBrokerFile || source.guarded || hasCharges ? null : new DerivedCharges(mark);
  if (!source.guarded) {
    const fields = CHARGE_FIELDS.filter((field) => source.has(field));
    const hasAccrued = source.has('accruedInterest');
    for (const row of source.rows) {
      const type = remembered(types, row.get('transactionType'), typeOfWord);
      for (const field of fields) note(charges[field], row.get(field));
      if (type === 'SELL') note(sold, row.get('quantity'));
      if (type !== null && isCashEvent(type) && !source.isBrokerFile) {
        const signs = cash.get(type) ?? count();
        cash.set(type, signs);
        note(signs, row.get('consideration'));
      }
      const net = source.isBrokerFile ? (row.proof?.net ?? '') : row.get('consideration');
      if (net !== '' && (type === 'BUY' || type === 'SELL' || source.isBrokerFile))
        note(type === 'BUY' ? paid : received, net);
      if (type === 'BUY' || type === 'SELL') {
        amounts?.take(row);
        derived?.take(row, type === 'BUY');
        arePricesPence ||= isPenceHeading && isPriceInPence(row, mark);
        stated[/[1-9]/u.test(row.get('consideration')) ? 'stated' : 'missing'] += 1;
        prices[/\d/u.test(row.get('price') || row.get('localPrice')) ? 'stated' : 'missing'] += 1;
      }
      if (!namesAbroad && !/^(?:GBP|£|)$/u.test(row.get('currency').trim())) namesAbroad = true;
      if (
        (type === 'BUY' || type === 'SELL') &&
        !source.isBrokerFile &&
        (fields.length > 0 || hasAccrued) &&
        proofs.length < MOST_PROOFS
      ) {
        const figures = tradeFigures(row, type === 'BUY', fields, mark);
        const proof = figures === null ? 'none' : tradeProof(figures);
        if (proof !== 'either' && proof !== 'none') proofs.push(proof);
        else if (proof === 'either' && figures !== null && figures.conversion === undefined) {
          const reading = exactProof(figures);
          if (reading !== null) exact[reading].add(figures.amount ?? '');
        }
      }
    }
  }
  const evidence = amountEvidence(proofs);
  return {
    amount: amountReadingOf(evidence) ?? exactReadingOf(evidence, exact.gross.size, exact.net.size),
    evidence,
    charges,
    sold,
    paid,
    received,
    cash,
    paysNegative: source.paysNegative,
    namesAbroad,
    prices,
    amounts: stated,
    unclearLetters: unclearLettersOf(types.keys()),
    hasWholeAmounts: amounts?.isProved === true,
    arePricesPence,
    derived,
  };
}

/** Whether quantity x price is about 100 times the amount, which may include charges. */
function isPriceInPence(row: SourceRow, mark: DecimalMark): boolean {
  const [quantity, price, amount] = [row.get('quantity'), row.get('price'), row.get('consideration')].map((cell) =>
    Math.abs(Number(plainNumber(cell, mark))),
  );
  const share = ((quantity ?? 0) * (price ?? 0)) / (amount ?? 0);
  return share > 90 && share < 110;
}

function unclearLettersOf(words: Iterable<string>): ReadonlySet<string> {
  const letters = new Set([...words].map((word) => word.trim().toUpperCase()));
  const isSale = letters.has('S') && !letters.has('B');
  const unclear = new Set<string>();
  if (isSale && letters.has('R')) unclear.add('S');
  if (!isSale || unclear.has('S')) unclear.add('P');
  const isTraded = !unclear.has('S') && (letters.has('B') || isSale);
  if (!isTraded || letters.has('W')) unclear.add('D');
  if (!isTraded || letters.has('O') || !letters.has('D') || unclear.has('D')) unclear.add('I');
  return unclear;
}

/** The fewest trades that show it. */
const FEWEST_WHOLE = 3;

/** Whether all amounts of a file are whole numbers that quantity x price are not. */
class WholeAmounts {
  private readonly mark: DecimalMark;
  private isOpen = true;
  private found = 0;

  constructor(mark: DecimalMark) {
    this.mark = mark;
  }

  get isProved(): boolean {
    return this.isOpen && this.found >= FEWEST_WHOLE;
  }

  take(row: SourceRow): void {
    if (!this.isOpen) return;
    const [amount, quantity, price] = [
      row.get('consideration'),
      row.get('quantity'),
      row.get('localPrice') || row.get('price'),
    ].map((cell) => readNumber(cell, this.mark));
    if (amount?.kind !== 'number') return;
    if (!/^-?\d+$/u.test(amount.text) || amount.alternative !== null) this.isOpen = false;
    // People invest round amounts.
    else if (quantity?.kind === 'number' && price?.kind === 'number' && Number(amount.text) % 5 !== 0) {
      const product = Number(quantity.text) * Number(price.text);
      if (Math.abs(product - Math.round(product)) > 0.005) this.found += 1;
    }
  }
}

/** A trade's figures for its proof; null where it has no charges, or not all figures. */
function tradeFigures(
  row: SourceRow,
  isPurchase: boolean,
  fields: readonly ChargeField[],
  mark: DecimalMark,
): TradeFigures | null {
  const read = (field: TransactionField): string | null => {
    const cell = row.get(field);
    if (cell === '') return null;
    const number = readNumber(cell, mark);
    return number.kind === 'number' ? number.text.replace(/^-/u, '') : null;
  };
  // A sale's accrued interest is received.
  const accrued = (isPurchase ? 1 : -1) * Number(read('accruedInterest') ?? 0);
  const charges = fields.reduce((sum, field) => sum + Number(read(field) ?? 0), accrued);
  if (charges === 0) return null;
  const [quantity, amount] = [read('quantity'), read('consideration')];
  const price = read('localPrice') ?? read('price');
  if (quantity === null || amount === null || price === null) return null;
  const rate = plainNumber(row.get('exchangeRate'), mark);
  const rated = atStatedRate(Number(rate), Number(quantity) * Number(price), Number(amount));
  if (rated !== null)
    return {
      isPurchase,
      quantity,
      price: (Number(price) * rated).toFixed(8),
      amount,
      charges,
      conversion: conversionRounding(price, rate),
    };
  // A price in pence proves as much as one in pounds.
  const isPence = Number(quantity) * Number(price) > Number(amount) * 20;
  return { isPurchase, quantity, price: isPence ? penceToPounds(price) : price, amount, charges };
}

/**
 * The row's exchange rate, or its inverse, where that brings quantity x price near an amount in another currency; else
 * null.
 */
function atStatedRate(rate: number, product: number, amount: number): number | null {
  const isNear = (value: number): boolean => Math.abs(value - amount) <= amount * RATED;
  if (!(rate > 0) || isNear(product)) return null;
  return [rate, 1 / rate].find((factor) => isNear(product * factor)) ?? null;
}
/** The largest share of an amount that charges make up. */
const RATED = 0.1;

/** Figures whose sign is independent of their size. */
export const SIGNED_FIELDS = [
  'quantity',
  'price',
  'localPrice',
  'nativePrice',
  'consideration',
  'brokerCharge',
  'stampDuty',
  'fxCharge',
] as const;
export const CHARGES: ReadonlySet<FigureField> = new Set(CHARGE_FIELDS);

/** True for a field whose negative value marks a row of this type as a reversal. */
export function marksReversal(field: FigureField, type: TransactionType): boolean {
  return field === 'quantity'
    ? type === 'BUY' || type === 'DIVIDEND_REINVESTED' || type === 'TRANSFER_IN'
    : field === 'consideration' && isIncomeType(type);
}
