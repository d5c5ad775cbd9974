/** What the records say was paid into ISAs and pensions (RULES 6). */
import type { Amount, Pounds, Unit } from '../values/amount.ts';
import { isCashTransaction } from '../records/cash-event.ts';
import { isTaxableWrapper, type TaxWrapper } from '../fields/enums.ts';
import { groupBy } from '../values/group-by.ts';
import type { Transaction } from '../records/records.ts';
import type { RowSource } from './allowance.ts';
import type { Isa, IsaMovement, IsaType } from './isa-allowance.ts';
import type { PensionContribution } from './pension-allowance.ts';

export interface RecordedPayments {
  /** One for each account, broker and wrapper with a record; the records do not say whether it is flexible. */
  readonly isas: readonly Isa[];
  readonly movements: readonly IsaMovement[];
  /** By account id, gross: what the holder, the employer and tax relief put in. */
  readonly contributions: ReadonlyMap<string, readonly PensionContribution[]>;
  /** Payments of which the records do not say what they are, or in another currency: they are in none of the above. */
  readonly unclear: readonly Transaction[];
}

type Nature = IsaMovement['nature'];

/** RULES 6.1: what a payment into or out of an ISA is; null when the record does not say. */
function natureOf({ transactionType, contributionKind }: Transaction): Nature | null {
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
/** Types of the two sides of a transfer of cash. */
const CASH_TRANSFERS: ReadonlySet<string> = new Set(['CASH_TRANSFER_IN', 'CASH_TRANSFER_OUT']);

/** Where money comes from or goes to, seen from one side of a transfer. */
type OtherSide = 'samePlace' | 'taxable' | 'sameKind' | 'pension' | 'otherIsa' | 'unknown';

/** What joins the two sides of a transfer: the link, or the place and day of a conversion that nobody linked. */
function linkOf({ transferId, accountId, brokerId, taxWrapper, transactionDate }: Transaction): string {
  return transferId ?? [accountId, brokerId, taxWrapper, transactionDate].join('|');
}

/** RULES 6.6: the other side of each transfer of cash with two sides. */
class CashTransfers {
  private readonly sides: ReadonlyMap<string, readonly Transaction[]>;

  constructor(transactions: readonly Transaction[]) {
    this.sides = groupBy(
      transactions.filter(({ transactionType }) => CASH_TRANSFERS.has(transactionType)),
      linkOf,
    );
  }

  otherSideOf(row: Transaction): OtherSide {
    const sides = this.sides.get(linkOf(row)) ?? [];
    const other = sides.find((side) => side !== row);
    if (
      other === undefined ||
      sides.length !== 2 ||
      other.transactionType === row.transactionType ||
      other.accountId !== row.accountId
    )
      return 'unknown';
    if (row.transferId === undefined) return other.cashCurrency === row.cashCurrency ? 'unknown' : 'samePlace';
    if (other.taxWrapper === row.taxWrapper) return other.brokerId === row.brokerId ? 'samePlace' : 'sameKind';
    if (isTaxableWrapper(other.taxWrapper)) return 'taxable';
    return other.taxWrapper === 'SIPP' ? 'pension' : 'otherIsa';
  }
}

/** RULES 6.6: what a transfer of cash into or out of an ISA is; `none` for one that moves nothing; null when the records do not say. */
function transferNature({ transactionType }: Transaction, otherSide: OtherSide): Nature | 'none' | null {
  const isIn = transactionType === 'CASH_TRANSFER_IN';
  // Money that left for an unknown place frees nothing.
  if (otherSide === 'unknown') return isIn ? null : 'none';
  switch (otherSide) {
    case 'samePlace':
      return 'none';
    case 'sameKind':
      return isIn ? 'transferIn' : 'transferOut';
    case 'taxable':
    case 'pension':
      return isIn ? 'paidIn' : 'withdrawn';
    // Money of earlier years that goes from one kind of ISA into another counts in one limit and not in the other.
    case 'otherIsa':
      return null;
  }
}

/** Reads the payments of all accounts. */
export function recordedPayments(transactions: readonly Transaction[]): RecordedPayments {
  const isas = new Map<string, Isa>();
  const movements: IsaMovement[] = [];
  const contributions = new Map<string, PensionContribution[]>();
  const unclear: Transaction[] = [];
  const transfers = new CashTransfers(transactions);
  for (const row of transactions) {
    const { accountId, taxWrapper, brokerId, transactionDate: date } = row;
    const type = taxWrapper === 'SIPP' ? 'pension' : isaTypeOf(taxWrapper);
    if (type === null) continue;
    const id = [accountId, brokerId, taxWrapper].join('|');
    if (type !== 'pension' && !isas.has(id)) isas.set(id, { id, accountId, type, isFlexible: null });
    const isTransfer = CASH_TRANSFERS.has(row.transactionType);
    if ((!isTransfer && !PAYMENTS.has(row.transactionType)) || !isCashTransaction(row)) continue;
    const amount = row.cashCurrency === 'GBP' ? (row.cashAmount as Amount<Unit> as Pounds) : null;
    const source: RowSource = { kind: 'transaction', id: row.id };
    const otherSide = isTransfer ? transfers.otherSideOf(row) : null;
    if (type === 'pension') {
      const isCounted = otherSide === null ? countsForPension(row) : transferCountsForPension(row, otherSide);
      if (isCounted === null || (isCounted && amount === null)) unclear.push(row);
      else if (isCounted && amount !== null)
        contributions.set(accountId, [...(contributions.get(accountId) ?? []), { date, gross: amount, source }]);
      continue;
    }
    const nature = otherSide === null ? natureOf(row) : transferNature(row, otherSide);
    if (nature === 'none') continue;
    // Between two ISAs of a kind the amount does not count, whatever its currency.
    if (nature === null || (amount === null && otherSide !== 'sameKind')) {
      unclear.push(row);
      continue;
    }
    movements.push({ isaId: id, date, amount: amount ?? (0 as Pounds), nature, source });
  }
  return { isas: [...isas.values()], movements, contributions, unclear };
}

/** RULES 6.2: transfers and what is drawn use no allowance; null when the record does not say what was paid in. */
function countsForPension({ transactionType, contributionKind }: Transaction): boolean | null {
  if (transactionType === 'WITHDRAWAL' || contributionKind === 'EARLIER_YEARS') return false;
  return contributionKind === undefined || contributionKind === 'GOVERNMENT_BONUS' ? null : true;
}

/** RULES 6.6: cash from outside pensions is a contribution; between pensions it is none. */
function transferCountsForPension({ transactionType }: Transaction, otherSide: OtherSide): boolean | null {
  if (transactionType === 'CASH_TRANSFER_OUT' || otherSide === 'samePlace' || otherSide === 'sameKind') return false;
  return otherSide === 'unknown' ? null : true;
}
