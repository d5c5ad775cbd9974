/**
 * Cash ledgers as input of returns: with a ledger, trades and income are internal, and deposits and withdrawals are the
 * flows (RULES 2.8).
 */
import { toDayNumber, type IsoDate } from '../../values/dates.ts';
import { multiply, negate, round, type Exact } from '../../values/decimal.ts';
import type { TaxWrapper } from '../../fields/enums.ts';
import type { Transaction } from '../../records/records.ts';
import { PENNY_PLACES } from '../../values/round-parts.ts';
import type { BookBuild } from './book-build.ts';
import { NO_PENCE, opposite, toPence, type Pence } from '../figures/pence.ts';
import { amountsOf, PHASES, type EventAmounts } from './returns-event.ts';

/**
 * - `settlement`: payment for a transaction, or its proceeds
 * - `transfer`: to or from another ledger; both sides have the same `transferId`
 * - `external`: a deposit, withdrawal or contribution
 * - `interest`, `charge`, `tax`: of the cash itself
 */
export type CashEntryKind = 'external' | 'settlement' | 'transfer' | 'interest' | 'charge' | 'tax';

export interface CashEntry {
  readonly id: string;
  /** For a settlement the day of its transaction, whenever the money moved (RULES 2.8). */
  readonly date: IsoDate;
  readonly kind: CashEntryKind;
  /** In the ledger's currency; positive is received. */
  readonly change: Exact<'money'>;
  /** The transaction of a settlement. */
  readonly transactionId?: string;
  readonly transferId?: string;
  /** The transaction, where the entry is one itself; a settlement names its transaction by id. */
  readonly row?: Transaction;
}

/** All movements of the cash of one account, broker, wrapper and currency, from its first entry on. */
export interface ReturnsLedger {
  readonly accountId: string;
  readonly brokerId: string;
  readonly taxWrapper: TaxWrapper;
  readonly currency: string;
  readonly entries: readonly CashEntry[];
}

/** Adds the ledgers' positions and the settlements of transactions; must be called before the classes are walked. */
export function placeLedgers(build: BookBuild, ledgers: readonly ReturnsLedger[]): readonly number[] {
  return ledgers.map((ledger) => {
    const { accountId, brokerId, taxWrapper, currency } = ledger;
    const cell = build.place(`${accountId}|${brokerId}|${taxWrapper}|cash ${currency}`, () => ({
      accountId,
      brokerId,
      taxWrapper,
      isin: null,
      pricing: null,
      category: 'CASH',
      currency,
    }));
    for (const { kind, transactionId, change } of ledger.entries)
      if (kind === 'settlement' && transactionId !== undefined)
        build.settlements.set(transactionId, { cell, left: change });
    return cell;
  });
}

interface Side {
  readonly cell: number;
  readonly entry: CashEntry;
}

/** Adds the ledgers' own events and balances. */
export function walkLedgers(build: BookBuild, ledgers: readonly ReturnsLedger[], cells: readonly number[]): void {
  const transfers = new Map<string, Side>();
  const transferDays = daysOfTransfers(ledgers);
  for (const [index, { entries, currency }] of ledgers.entries()) {
    const cell = cells[index] ?? 0;
    const changes = new Map<number, bigint>();
    const note = (date: IsoDate, change: bigint): void => {
      const day = toDayNumber(date);
      changes.set(day, (changes.get(day) ?? 0n) + change);
    };
    for (const entry of entries) if (entry.kind === 'settlement') note(entry.date, entry.change);
    const events = entries.filter(({ kind }) => kind !== 'settlement').toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const given of events) {
      const date = transferDays.get(given.transferId ?? '') ?? given.date;
      const entry = { ...given, date };
      note(date, entry.change);
      const counterpart = entry.transferId === undefined ? undefined : transfers.get(entry.transferId);
      if (entry.kind === 'transfer' && entry.transferId !== undefined && counterpart === undefined)
        transfers.set(entry.transferId, { cell, entry });
      else if (entry.kind === 'transfer' && counterpart !== undefined) {
        addTransfer(build, counterpart, { cell, entry });
        transfers.delete(entry.transferId ?? '');
      } else addEntry(build, cell, entry, currency);
    }
    let balance = 0n;
    for (const [day, change] of [...changes].toSorted(([a], [b]) => a - b)) {
      balance += change;
      build.noteStep(cell, { day, quantity: balance as Exact<'quantity'>, units: balance });
    }
  }
  // A payment for no known transaction, and a transfer without its other side, count as money from or to outside.
  for (const [index, { entries, currency }] of ledgers.entries())
    for (const entry of entries) {
      const left = entry.kind === 'settlement' ? (build.settlements.get(entry.transactionId ?? '')?.left ?? 0n) : 0n;
      if (left !== 0n) addEntry(build, cells[index] ?? 0, { ...entry, change: left as Exact<'money'> }, currency);
    }
  for (const { cell, entry } of transfers.values()) addEntry(build, cell, entry, build.cells[cell]?.currency ?? 'GBP');
}

/** Money between two ledgers moves on the earlier of the days on which it left and arrived. */
function daysOfTransfers(ledgers: readonly ReturnsLedger[]): ReadonlyMap<string, IsoDate> {
  const days = new Map<string, IsoDate>();
  for (const { entries } of ledgers)
    for (const { transferId, date } of entries) {
      if (transferId === undefined) continue;
      const known = days.get(transferId);
      if (known === undefined || date < known) days.set(transferId, date);
    }
  return days;
}

function addTransfer(build: BookBuild, one: Side, other: Side): void {
  const [from, to] = one.entry.change < 0n ? [one, other] : [other, one];
  const day = toDayNumber(from.entry.date);
  const currency = build.cells[from.cell]?.currency ?? 'GBP';
  const pounds = inPounds(build, negate(from.entry.change), currency, day);
  build.add(
    {
      kind: 'move',
      day,
      phase: PHASES.move,
      order: from.entry.id,
      row: from.entry.row ?? null,
      cell: from.cell,
      other: to.cell,
      units: from.entry.change,
      otherUnits: to.entry.change,
      missing: pounds === null ? { isin: null, currency, day } : null,
    },
    amountsOf(opposite(pounds ?? NO_PENCE), NO_PENCE),
  );
}

function addEntry(build: BookBuild, cell: number, entry: CashEntry, currency: string): void {
  const day = toDayNumber(entry.date);
  const pounds = inPounds(build, entry.change, currency, day);
  build.add(
    {
      kind: 'trade',
      day,
      phase: PHASES.income,
      order: entry.id,
      row: entry.row ?? null,
      cell,
      units: entry.change,
      missing: pounds === null ? { isin: null, currency, day } : null,
    },
    amountsOfEntry(entry.kind, pounds ?? NO_PENCE),
  );
}

function amountsOfEntry(kind: CashEntryKind, pounds: Pence): EventAmounts {
  switch (kind) {
    case 'interest':
      return amountsOf(pounds, NO_PENCE, pounds);
    case 'charge':
      return amountsOf(pounds, opposite(pounds));
    case 'tax':
      return amountsOf(pounds, NO_PENCE, NO_PENCE, opposite(pounds));
    case 'external':
    case 'transfer':
    case 'settlement':
      return amountsOf(pounds, NO_PENCE);
  }
}

function inPounds(build: BookBuild, amount: Exact<'money'>, currency: string, day: number): Pence | null {
  const rate = build.rateOn(currency, day);
  return rate === null ? null : toPence(round(multiply(amount, rate), PENNY_PLACES));
}
