/** The cash of cash events and trades (`cash-ledger`) as input of returns (RULES 2.8). */
import type { CashMovement, CashMovements, CashPlace } from '../../cash-ledger/cash-ledger.ts';
import type { IsoDate } from '../../values/dates.ts';
import { isCashEvent, type CashEventType, type TaxWrapper } from '../../fields/enums.ts';
import type { CashEntry, CashEntryKind, ReturnsLedger } from './cash-ledger.ts';

const KINDS: Readonly<Record<CashEventType, CashEntryKind>> = {
  DEPOSIT: 'external',
  WITHDRAWAL: 'external',
  CONTRIBUTION: 'external',
  FEE: 'charge',
  FEE_REFUND: 'charge',
  TAX: 'tax',
  TAX_REFUND: 'tax',
  CASH_INTEREST: 'interest',
  INTEREST_CHARGED: 'charge',
  CASH_TRANSFER_OUT: 'transfer',
  CASH_TRANSFER_IN: 'transfer',
};

/** The day from which cash counts at a broker in a wrapper. */
export interface CashSince {
  readonly accountId: string;
  readonly brokerId: string;
  readonly taxWrapper: TaxWrapper;
  readonly day: IsoDate;
}

export interface LedgersFromEvents {
  readonly ledgers: readonly ReturnsLedger[];
  readonly since: readonly CashSince[];
}

/**
 * Each ledger begins on the day of the first cash event at its broker in its wrapper: earlier trades count as paid for
 * from outside, because the cash of that time is unknown.
 */
export function ledgersFromEvents(all: readonly CashMovements[]): LedgersFromEvents {
  const since = new Map<string, CashSince>();
  for (const { place, movements } of all) {
    const { accountId, brokerId, taxWrapper } = place;
    const key = shelfKey(place);
    for (const { transaction } of movements) {
      const { transactionDate: day, transactionType } = transaction;
      if (!isCashEvent(transactionType)) continue;
      const known = since.get(key);
      if (known === undefined || day < known.day) since.set(key, { accountId, brokerId, taxWrapper, day });
    }
  }
  const begun = all.flatMap(({ place, movements }): ReturnsLedger[] => {
    const begins = since.get(shelfKey(place))?.day;
    if (begins === undefined) return [];
    const entries = movements.filter(({ transaction }) => transaction.transactionDate >= begins).map(entryOf);
    return entries.length === 0 ? [] : [{ ...place, entries }];
  });
  return { ledgers: begun, since: [...since.values()] };
}

function shelfKey({ accountId, brokerId, taxWrapper }: CashPlace): string {
  return [accountId, brokerId, taxWrapper].join('|');
}

function entryOf({ transaction, day, amount }: CashMovement): CashEntry {
  const { id, transactionDate, transactionType, transferId } = transaction;
  if (!isCashEvent(transactionType))
    return { id, date: transactionDate, kind: 'settlement', change: amount, transactionId: id };
  const entry = { id, date: day, kind: KINDS[transactionType], change: amount, row: transaction };
  return entry.kind === 'transfer' && transferId !== undefined ? { ...entry, transferId } : entry;
}
