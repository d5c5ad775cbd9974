/** What a transaction does to the positions of a book (RULES 2, 5). */
import type { Transaction } from '../records.ts';
import { NO_PENCE, penceOf, type Pence } from './pence.ts';

/** What a transaction did to the balance of a ledger. */
export interface CashSettlement {
  readonly cell: number;
  readonly change: bigint;
  /** True once an event of the transaction has taken it. */
  isUsed: boolean;
}

/**
 * - `trade`: bought or sold for money
 * - `income`: money received or paid without a change of units
 * - `repay`: capital paid back: it lowers what the position cost
 * - `transfer`: came from outside the book, or left it, at the day's market value
 * - `move`: from one position of the book to another, at the day's market value
 */
export type EventKind = 'trade' | 'income' | 'repay' | 'transfer' | 'move';

/** In whole pence: `paid + income - charges - tax = trade`, always. */
export interface EventAmounts {
  /** What joins the position's cost (positive) or comes out of it at the price of sale. */
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
  /** Within a day: reorganisations, acquisitions, moves, income, disposals. */
  readonly phase: number;
  /** Orders what is of one day and phase, whatever the order of the rows. */
  readonly order: string;
  /** Null for an entry of a cash ledger that is no transaction itself. */
  readonly row: Transaction | null;
  readonly cell: number;
  /** The position that pays or is paid, or takes over the units of a move; null is outside the book. */
  readonly other: number | null;
  /** By which the units of the position, and of the other one, change; each in its own basis units. */
  readonly units: bigint;
  readonly otherUnits: bigint;
  /** Of a move: the part of the position's cost that goes with it; null when that is by units. */
  readonly costShare: { readonly part: bigint; readonly whole: bigint } | null;
  /** Why its market value is not known: then `trade` is nil and no figure may rest on it. */
  readonly missing: MissingFigure | null;
  /** True when nothing of the position can be said without the market value, though it stays within a scope. */
  readonly blocking: boolean;
}

/** A price, or a rate, that is not there on a day. */
export interface MissingFigure {
  /** Null when it is a currency of cash that has no rate. */
  readonly isin: string | null;
  /** Null when the security has no price; else the currency without a rate. */
  readonly currency: string | null;
  readonly day: number;
}

export const PHASES = { reorganisation: 0, acquisition: 1, move: 2, income: 3, disposal: 4 } as const;

/** Income before tax, and tax withheld; of a row that does not state both, what was received and none. */
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

/** Amounts of which `paid` follows from the others. */
export function amountsOf(trade: Pence, charges: Pence, income: Pence = NO_PENCE, tax: Pence = NO_PENCE): EventAmounts {
  return { trade, income, charges, tax, paid: (trade - income + charges + tax) as Pence };
}
