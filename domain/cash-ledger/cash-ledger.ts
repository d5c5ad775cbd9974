/**
 * The running cash of an account at a broker, in a wrapper and a currency, from cash events and trades. A broker and wrapper
 * without a cash event have no ledger: trades alone say nothing about cash, and nothing is inferred.
 */
import { isCashTransaction } from '../records/cash-event.ts';
import type { IsoDate } from '../values/dates.ts';
import { add, zero, type Exact } from '../values/decimal.ts';
import type { Currency, TaxWrapper } from '../fields/enums.ts';
import { groupBy } from '../values/group-by.ts';
import type { Transaction } from '../records/records.ts';
import { cashEffectOf, type EffectFacts } from './cash-effect.ts';

/** Which cash it is. */
export interface CashPlace {
  readonly accountId: string;
  readonly brokerId: string;
  readonly taxWrapper: TaxWrapper;
  readonly currency: Currency;
}

/** A transaction with what it moved and the balance after it. */
export interface LedgerLine extends CashMovement {
  readonly balance: Exact<'money'>;
}

export interface CashLedger {
  readonly place: CashPlace;
  /** Oldest first; of one day in the order of their ids, money that came in first. */
  readonly lines: readonly LedgerLine[];
}

/** The same text for the same place only. */
export function placeKey({ accountId, brokerId, taxWrapper, currency }: CashPlace): string {
  return `${accountId}\u0001${brokerId}\u0001${taxWrapper}\u0001${currency}`;
}

/** A transaction with what it moved. */
export interface CashMovement {
  readonly transaction: Transaction;
  readonly day: IsoDate;
  readonly amount: Exact<'money'>;
}

/** What moved the cash of one place, in no order. */
export interface CashMovements {
  readonly place: CashPlace;
  readonly movements: readonly CashMovement[];
}

/** The ledgers of all places that have one, by `placeKey`; the order of the rows makes no difference. */
export function cashLedgers(transactions: Iterable<Transaction>, facts: EffectFacts): ReadonlyMap<string, CashLedger> {
  const ledgers = new Map<string, CashLedger>();
  for (const { place, movements } of cashMovements(transactions, facts))
    ledgers.set(placeKey(place), { place, lines: running(movements) });
  return ledgers;
}

/** The movements of cash of all places that have a ledger, for callers that need no running balance. */
export function cashMovements(transactions: Iterable<Transaction>, facts: EffectFacts): readonly CashMovements[] {
  const found: CashMovements[] = [];
  for (const rows of shelves(transactions)) {
    const [row] = rows;
    if (row === undefined || !rows.some(isCashTransaction)) continue;
    const { accountId, brokerId, taxWrapper } = row;
    for (const [currency, movements] of byCurrency(rows, facts))
      found.push({ place: { accountId, brokerId, taxWrapper, currency }, movements });
  }
  return found;
}

function byCurrency(rows: readonly Transaction[], facts: EffectFacts): ReadonlyMap<Currency, CashMovement[]> {
  const found = new Map<Currency, CashMovement[]>();
  for (const transaction of rows) {
    const effect = cashEffectOf(transaction, facts);
    if (effect === null) continue;
    const { currency, day, amount } = effect;
    const movement = { transaction, day, amount };
    const known = found.get(currency);
    if (known === undefined) found.set(currency, [movement]);
    else known.push(movement);
  }
  return found;
}

/** Rows of an account at a broker in a wrapper, whatever the currency. By one key at a time: a joined one costs more. */
function shelves(transactions: Iterable<Transaction>): readonly (readonly Transaction[])[] {
  const groups = <K>(rows: Iterable<Transaction>, keyOf: (row: Transaction) => K): Transaction[][] => [
    ...groupBy(rows, keyOf).values(),
  ];
  return groups(transactions, ({ accountId }) => accountId)
    .flatMap((rows) => groups(rows, ({ brokerId }) => brokerId))
    .flatMap((rows) => groups(rows, ({ taxWrapper }) => taxWrapper));
}

function running(movements: readonly CashMovement[]): readonly LedgerLine[] {
  let balance = zero<'money'>();
  // By their day first: few of a day have to be compared.
  const days = [...groupBy(movements, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return days.flatMap(([, ofDay]) =>
    ofDay.toSorted(withinDay).map(({ transaction, day, amount }) => {
      balance = add(balance, amount);
      return { transaction, day, amount, balance };
    }),
  );
}

function withinDay(a: CashMovement, b: CashMovement): number {
  const sides = Number(a.amount < 0n) - Number(b.amount < 0n);
  if (sides !== 0) return sides;
  return a.transaction.id < b.transaction.id ? -1 : a.transaction.id > b.transaction.id ? 1 : 0;
}

/** The balance at the end of a day; zero before the first line. */
export function balanceOn({ lines }: CashLedger, day: IsoDate): Exact<'money'> {
  return lines.findLast((line) => line.day <= day)?.balance ?? zero();
}
