/** What the cash events in the records say was paid into ISAs and pensions (RULES 6). */
import type { Amount, Pounds, Unit } from '../amount.ts';
import { isCashTransaction } from '../cash-event.ts';
import type { TaxWrapper } from '../enums.ts';
import type { Transaction } from '../records.ts';
import type { RowSource } from './allowance.ts';
import type { Isa, IsaMovement, IsaType } from './isa-allowance.ts';
import type { PensionContribution } from './pension-allowance.ts';

export interface RecordedPayments {
  /** One for each account, broker and wrapper with a payment; the records do not say whether it is flexible. */
  readonly isas: readonly Isa[];
  readonly movements: readonly IsaMovement[];
  /** By account id, gross: what the holder, the employer and tax relief put in. */
  readonly contributions: ReadonlyMap<string, readonly PensionContribution[]>;
  /** Payments of which the records do not say what they are, or in another currency: they are in none of the above. */
  readonly unclear: readonly Transaction[];
}

/** RULES 6.1: what a payment into or out of an ISA is; null when the record does not say. */
function natureOf({ transactionType, contributionKind }: Transaction): IsaMovement['nature'] | null {
  if (transactionType === 'WITHDRAWAL') return 'withdrawn';
  if (transactionType !== 'CONTRIBUTION') return null;
  if (contributionKind === 'OWN') return 'paidIn';
  if (contributionKind === 'GOVERNMENT_BONUS') return 'bonus';
  return contributionKind === 'EARLIER_YEARS' ? 'transferIn' : null;
}

/** The kind of ISA that a wrapper is; null for one that is none. */
function isaTypeOf(wrapper: TaxWrapper): IsaType | null {
  if (wrapper === 'ISA') return 'stocksAndShares';
  if (wrapper === 'LISA') return 'lisa';
  return wrapper === 'JISA' ? 'juniorIsa' : null;
}

/** Types that move the holder's money into or out of a wrapper. */
const PAYMENTS: ReadonlySet<string> = new Set(['CONTRIBUTION', 'DEPOSIT', 'WITHDRAWAL']);

/** Reads the payments of all accounts. */
export function recordedPayments(transactions: readonly Transaction[]): RecordedPayments {
  const isas = new Map<string, Isa>();
  const movements: IsaMovement[] = [];
  const contributions = new Map<string, PensionContribution[]>();
  const unclear: Transaction[] = [];
  for (const row of transactions) {
    if (!PAYMENTS.has(row.transactionType) || !isCashTransaction(row)) continue;
    const { accountId, taxWrapper, brokerId, transactionDate: date } = row;
    const type = taxWrapper === 'SIPP' ? 'pension' : isaTypeOf(taxWrapper);
    if (type === null) continue;
    const amount = row.cashCurrency === 'GBP' ? (row.cashAmount as Amount<Unit> as Pounds) : null;
    const source: RowSource = { kind: 'transaction', id: row.id };
    if (type === 'pension') {
      const isCounted = countsForPension(row);
      if (isCounted === null || (isCounted && amount === null)) unclear.push(row);
      else if (isCounted && amount !== null)
        contributions.set(accountId, [...(contributions.get(accountId) ?? []), { date, gross: amount, source }]);
      continue;
    }
    const nature = natureOf(row);
    if (nature === null || amount === null) {
      unclear.push(row);
      continue;
    }
    const id = [accountId, brokerId, taxWrapper].join('|');
    isas.set(id, { id, accountId, type, isFlexible: null });
    movements.push({ isaId: id, date, amount, nature, source });
  }
  return { isas: [...isas.values()], movements, contributions, unclear };
}

/** RULES 6.2: transfers and what is drawn use no allowance; null when the record does not say what was paid in. */
function countsForPension({ transactionType, contributionKind }: Transaction): boolean | null {
  if (transactionType === 'WITHDRAWAL' || contributionKind === 'EARLIER_YEARS') return false;
  return contributionKind === undefined || contributionKind === 'GOVERNMENT_BONUS' ? null : true;
}
