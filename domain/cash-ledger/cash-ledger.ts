/**
 * The running cash of an account at a broker, in a wrapper and a currency, from cash events and trades. A broker and wrapper
 * without a cash event have no ledger: trades alone say nothing about cash, and nothing is inferred.
 */
import { isCashTransaction } from '../cash-event.ts';
import type { IsoDate } from '../dates.ts';
import { add, zero, type Exact } from '../decimal.ts';
import type { Currency, TaxWrapper } from '../enums.ts';
import type { Transaction } from '../records.ts';
import { cashEffectOf, type EffectFacts } from './cash-effect.ts';

/** Which cash it is. */
export interface CashPlace {
  readonly accountId: string;
  readonly brokerId: string;
  readonly taxWrapper: TaxWrapper;
  readonly currency: Currency;
}

/** A transaction with what it moved and the balance after it. */
export interface LedgerLine {
  readonly transaction: Transaction;
  readonly day: IsoDate;
  readonly amount: Exact<'money'>;
  readonly balance: Exact<'money'>;
}

export interface CashLedger {
  readonly place: CashPlace;
  /** Oldest first; of one day in the order of their ids, money that came in first. */
  readonly lines: readonly LedgerLine[];
}

/** A text that two places share only when they are the same. */
export function placeKey({ accountId, brokerId, taxWrapper, currency }: CashPlace): string {
  return `${accountId}\u0001${brokerId}\u0001${taxWrapper}\u0001${currency}`;
}

interface Movement {
  readonly transaction: Transaction;
  readonly day: IsoDate;
  readonly amount: Exact<'money'>;
}

/** The ledgers of all places that have one, by `placeKey`; the order of the rows makes no difference. */
export function cashLedgers(transactions: Iterable<Transaction>, facts: EffectFacts): ReadonlyMap<string, CashLedger> {
  const rows = [...transactions];
  const kept = new Set<string>();
  for (const row of rows) if (isCashTransaction(row)) kept.add(shelfKey(row));
  const movements = new Map<string, { place: CashPlace; rows: Movement[] }>();
  for (const row of rows) {
    if (!kept.has(shelfKey(row))) continue;
    const effect = cashEffectOf(row, facts);
    if (effect === null) continue;
    const { accountId, brokerId, taxWrapper } = row;
    const place = { accountId, brokerId, taxWrapper, currency: effect.currency };
    const key = placeKey(place);
    const known = movements.get(key) ?? { place, rows: [] };
    known.rows.push({ transaction: row, day: effect.day, amount: effect.amount });
    movements.set(key, known);
  }
  return new Map([...movements].map(([key, { place, rows: moved }]) => [key, { place, lines: running(moved) }]));
}

/** Where a ledger is kept: at a broker in a wrapper, whatever the currency. */
function shelfKey({ accountId, brokerId, taxWrapper }: Transaction): string {
  return `${accountId}\u0001${brokerId}\u0001${taxWrapper}`;
}

function running(movements: readonly Movement[]): readonly LedgerLine[] {
  let balance = zero<'money'>();
  return movements.toSorted(inLedgerOrder).map(({ transaction, day, amount }) => {
    balance = add(balance, amount);
    return { transaction, day, amount, balance };
  });
}

function inLedgerOrder(a: Movement, b: Movement): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  const sides = Number(a.amount < 0n) - Number(b.amount < 0n);
  if (sides !== 0) return sides;
  return a.transaction.id < b.transaction.id ? -1 : a.transaction.id > b.transaction.id ? 1 : 0;
}

/** The balance at the end of a day; zero before the first line. */
export function balanceOn({ lines }: CashLedger, day: IsoDate): Exact<'money'> {
  return lines.findLast((line) => line.day <= day)?.balance ?? zero();
}
