/** The effect of a transaction on the positions of a book (RULES 2, 5). */
import type { Transaction } from '../../records/records.ts';
import { NO_PENCE, penceOf, type Pence } from '../figures/pence.ts';

/** The effect of a transaction on the balance of a ledger. */
export interface CashSettlement {
  readonly cell: number;
  /** The part of the change that no event of the transaction has taken yet. */
  left: bigint;
}

/**
 * - `trade`: bought or sold for money
 * - `income`: money received or paid without a change of units
 * - `repay`: a repayment of capital, which lowers the position's cost
 * - `transfer`: from or to outside the book, at the day's market value
 * - `move`: from one position of the book to another, at the day's market value
 * - `units`: a split whose own row gives a position other units than the ratio, at no cost (RULES 2.1)
 */
export type EventKind = 'trade' | 'income' | 'repay' | 'transfer' | 'move' | 'units';

/** In whole pence: `paid + income - charges - tax = trade` always holds. */
export interface EventAmounts {
  /** Added to the position's cost (positive), or the proceeds of a sale (negative). */
  readonly trade: Pence;
  readonly income: Pence;
  readonly charges: Pence;
  readonly tax: Pence;
  /** Into the position (positive) or out of it. */
  readonly paid: Pence;
}

export interface ReturnsEvent extends EventAmounts {
  readonly kind: EventKind;
  readonly day: number;
  /** The order within a day: reorganisations, acquisitions, moves, income, disposals. */
  readonly phase: number;
  /** Orders the events of one day and phase, in whatever order the rows are. */
  readonly order: string;
  /** Null for an entry of a cash ledger that is not a transaction. */
  readonly row: Transaction | null;
  readonly cell: number;
  /** The position that pays or is paid, or receives the units of a move; null means outside the book. */
  readonly other: number | null;
  /** The change in units of the position, and of the other one; each in its own basis units. */
  readonly units: bigint;
  readonly otherUnits: bigint;
  /** For a move: the share of the position's cost that moves; null when it follows the units. */
  readonly costShare: { readonly part: bigint; readonly whole: bigint } | null;
  /** Why its market value is unknown: then `trade` is zero and no figure may depend on it. */
  readonly missing: MissingFigure | null;
  /** True when the position's figures need the market value even if it stays within a scope. */
  readonly blocking: boolean;
}

/** A price or rate that is missing on a day. */
export interface MissingFigure {
  /** Null when it is a cash currency without a rate. */
  readonly isin: string | null;
  /** Null when the security has no price; else the currency without a rate. */
  readonly currency: string | null;
  readonly day: number;
}

export const PHASES = { reorganisation: 0, acquisition: 1, move: 2, income: 3, disposal: 4 } as const;

/** Income before tax, and the withheld tax; for a row without both, the amount received and no tax. */
export function incomeOf({ consideration, grossIncome, taxWithheld }: Transaction): {
  readonly income: Pence;
  readonly tax: Pence;
} {
  return grossIncome === undefined || taxWithheld === undefined
    ? { income: penceOf(consideration), tax: NO_PENCE }
    : { income: penceOf(grossIncome), tax: penceOf(taxWithheld) };
}

/** Broker charge, stamp duty and FX charge of a row, each to the penny. */
export function chargesOf({ brokerCharge, stampDuty, fxCharge }: Transaction): Pence {
  return (penceOf(brokerCharge) + penceOf(stampDuty) + penceOf(fxCharge)) as Pence;
}

/** The amounts, with `paid` calculated from the others. */
export function amountsOf(trade: Pence, charges: Pence, income: Pence = NO_PENCE, tax: Pence = NO_PENCE): EventAmounts {
  return { trade, income, charges, tax, paid: (trade - income + charges + tax) as Pence };
}
