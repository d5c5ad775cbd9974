/**
 * The cash rows of a broker's file as events: what its words and its sign say together. What they do not settle is asked, what is
 * unusual is held unless the file's running balance proves it, and what comes back on its own day leaves nothing.
 */
import { absolute, ONE, toText } from '../../decimal.ts';
import { labelOf, TRANSACTION_TYPES, type CashEventType } from '../../enums.ts';
import { directionInWords, type CashKind, type CashRow } from '../profiles/cash.ts';
import { sizeOf, type Figure } from '../profiles/figures.ts';
import type { BrokerRow, ProfileCells, ProfileRow } from '../profiles/profile.ts';
import type { UnknownCash } from '../questions/cash-type-question.ts';

interface KindTypes {
  /** What money that came in is; null where it takes back what went out. */
  readonly in: CashEventType | null;
  readonly out: CashEventType | null;
  /** The direction that rows of this kind have as a rule; null for either. */
  readonly usual: 'in' | 'out' | null;
  readonly contributionKind?: string;
}

const TYPES: Readonly<Record<Exclude<CashKind, 'unknown'>, KindTypes>> = {
  deposit: { in: 'DEPOSIT', out: null, usual: 'in' },
  withdrawal: { in: null, out: 'WITHDRAWAL', usual: 'out' },
  payment: { in: 'DEPOSIT', out: 'WITHDRAWAL', usual: null },
  ownContribution: { in: 'CONTRIBUTION', out: null, usual: 'in', contributionKind: 'OWN' },
  employerContribution: { in: 'CONTRIBUTION', out: null, usual: 'in', contributionKind: 'EMPLOYER' },
  governmentBonus: { in: 'CONTRIBUTION', out: null, usual: 'in', contributionKind: 'GOVERNMENT_BONUS' },
  taxRelief: { in: 'CONTRIBUTION', out: null, usual: 'in', contributionKind: 'TAX_RELIEF' },
  fee: { in: 'FEE_REFUND', out: 'FEE', usual: 'out' },
  tax: { in: 'TAX_REFUND', out: 'TAX', usual: 'out' },
  interest: { in: 'CASH_INTEREST', out: 'INTEREST_CHARGED', usual: 'in' },
  transfer: { in: 'CASH_TRANSFER_IN', out: 'CASH_TRANSFER_OUT', usual: null },
};

const NAMES: Readonly<Partial<Record<CashKind, string>>> = { fee: 'a fee', tax: 'a tax' };

/** What is known of a cash row beside itself. */
export interface CashRowContext {
  /** The file's running balance proves the row's amount and sign. */
  readonly isProved: boolean;
  /** What the amount's digits leave to be checked; empty for nothing. */
  readonly digits: string;
  /** The row, or its words, say that it takes back an earlier one. */
  readonly takesBack: boolean;
  /** The text that links both sides of a transfer; empty for none. */
  readonly pair: string;
}

/** A row of a broker's file as its event. */
export type CashAnswer =
  | (Extract<ProfileRow, { readonly kind: 'transaction' }> & {
      readonly unknownCash?: UnknownCash;
      /** The text that links both sides of a transfer; absent for none. */
      readonly pair?: string;
    })
  | Extract<ProfileRow, { readonly kind: 'ignored' | 'fault' }>;

/** Settles what event a cash row is. */
export function cashAnswer(row: CashRow, { isProved, digits, takesBack, pair }: CashRowContext): CashAnswer {
  const { kind, amount, words } = row;
  if (amount === null)
    return { kind: 'fault', message: `The amount of '${words}' is not a number.`, cells: cellsOf(row, '') };
  if (amount === 0n) return { kind: 'ignored', reason: 'It moves no money.' };
  const direction = amount > 0n ? 'in' : 'out';
  const toCheck = [row.note ?? '', isProved ? '' : digits].filter((text) => text !== '');
  if (kind === 'unknown' || row.isDirectionOpen === true)
    return {
      kind: 'transaction',
      cells: cellsOf(row, ''),
      unknownCash: { words, direction: row.isDirectionOpen === true ? null : direction },
      takesBack,
      ...(toCheck.length > 0 && { note: toCheck.join(' ') }),
    };
  const { usual, contributionKind = '', ...types } = TYPES[kind];
  // What takes back is of the type that it takes back, which money the other way has.
  const isBack = takesBack || types[direction] === null;
  const type = isBack ? types[usual ?? opposite(direction)] : types[direction];
  const isUnusual = !isBack && usual !== null && usual !== direction && row.isRefund !== true && !isProved;
  const unusual = isUnusual
    ? `'${words}' is ${NAMES[kind] ?? kind} but ${direction === 'in' ? 'brought money in' : 'took money out'}, so it was read as ${labelOf(TRANSACTION_TYPES, type ?? '')}. Check it.`
    : '';
  const isContradicted = usual === null && !isBack && !isProved && directionInWords(words) === opposite(direction);
  const contradicted = isContradicted
    ? `The sign of the amount says that money ${direction === 'in' ? 'came in' : 'went out'}, but '${words}' says otherwise. Check it.`
    : '';
  const notes = [...toCheck, unusual, contradicted].filter((text) => text !== '').join(' ');
  return {
    kind: 'transaction',
    cells: { ...cellsOf(row, type ?? ''), contributionKind, transferId: pair === '' ? '' : `pair:${pair}` },
    ...(pair !== '' && { pair }),
    takesBack: isBack,
    ...(notes !== '' && { note: notes }),
  };
}

function opposite(direction: 'in' | 'out'): 'in' | 'out' {
  return direction === 'in' ? 'out' : 'in';
}

function cellsOf(row: CashRow, transactionType: string): ProfileCells {
  return {
    transactionDate: row.date,
    transactionType,
    assetName: row.words,
    consideration: row.amount === null ? '' : toText(absolute(row.amount)),
    currency: row.currency ?? '',
    brokerDealReference: row.reference ?? '',
    settlementDate: row.settlementDate ?? '',
    taxWrapper: row.taxWrapper ?? '',
  };
}

/** What two cash rows have in common of which one takes the other back on its day. */
function sameKey({ kind, words, date, currency = '', place = '' }: CashRow, amount: Figure): string {
  return [kind, words, date, currency, place, toText(absolute(amount))].join('|');
}

/** The rows that take back one of the other direction of their own day, words and amount. */
export function takenBackOnTheDay(rows: readonly CashRow[]): ReadonlySet<CashRow> {
  const open = new Map<string, { readonly in: CashRow[]; readonly out: CashRow[] }>();
  const takers = new Set<CashRow>();
  for (const row of rows) {
    if (row.amount === null || row.amount === 0n) continue;
    const direction = row.amount > 0n ? 'in' : 'out';
    const key = sameKey(row, row.amount);
    const known = open.get(key) ?? { in: [], out: [] };
    open.set(key, known);
    const other = known[direction === 'in' ? 'out' : 'in'].pop();
    // Of a fee and its return the return takes back, wherever it stands.
    if (other === undefined) known[direction].push(row);
    else takers.add(row.kind !== 'unknown' && TYPES[row.kind].usual === direction ? other : row);
  }
  return takers;
}

/** Both sides of transfers between the accounts and wrappers of one file: of one day and amount, where no other row could be meant. */
export function linkedTransfers(rows: readonly CashRow[]): ReadonlyMap<CashRow, string> {
  const groups = new Map<string, CashRow[]>();
  for (const row of rows) {
    if (row.kind !== 'transfer' || row.amount === null || row.pair !== undefined || row.place === undefined) continue;
    const key = [row.date, row.currency ?? '', toText(absolute(row.amount))].join('|');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  const links = new Map<CashRow, string>();
  for (const [key, [first, second, third]] of groups) {
    if (first === undefined || second === undefined || third !== undefined) continue;
    if ((first.amount ?? 0n) > 0n === (second.amount ?? 0n) > 0n || first.place === second.place) continue;
    links.set(first, key).set(second, key);
  }
  return links;
}

/** Rows that show how a column writes its amounts. */
const LEAST_ROWS = 2;

/** How the columns of a file write their amounts: one that is written otherwise has lost its point. */
export class AmountDigits {
  private readonly rows: readonly BrokerRow[];
  private readonly columns = new Map<number, { readonly withPence: number; readonly others: number }>();

  constructor(rows: readonly BrokerRow[]) {
    this.rows = rows;
  }

  /** What is odd about the digits of a row's amount, as a sentence; empty for nothing. */
  oddityOf(row: BrokerRow, { amount, isExact = false }: CashRow): string {
    if (amount === null || isExact) return '';
    const size = absolute(amount);
    if ((size * 100n) % ONE !== 0n) return `The amount of ${toText(size)} is not in whole pence. Check it.`;
    const position = row.cells.findIndex((cell) => sizeOf(cell) === size);
    const cell = row.cells[position] ?? '';
    if (position === -1 || hasPence(cell) || isGrouped(cell)) return '';
    const { withPence, others } = this.habitOf(position);
    return withPence >= LEAST_ROWS && others === 1
      ? `The amount of ${cell.trim()} is written without pence, unlike the others of its column. Check it.`
      : '';
  }

  private habitOf(position: number): { readonly withPence: number; readonly others: number } {
    const known = this.columns.get(position);
    if (known !== undefined) return known;
    const counts = { withPence: 0, others: 0 };
    for (const { cells } of this.rows) {
      const cell = cells[position] ?? '';
      if (!/[1-9]/u.test(cell.slice(0, 40)) || sizeOf(cell) === null || isGrouped(cell)) continue;
      if (hasPence(cell)) counts.withPence += 1;
      else counts.others += 1;
    }
    this.columns.set(position, counts);
    return counts;
  }
}

/** `1,000` is written by who counts in whole pounds; a figure that has lost its point has no comma. */
function isGrouped(cell: string): boolean {
  return /\d,\d{3}\b/u.test(cell) && !hasPence(cell);
}

function hasPence(cell: string): boolean {
  return /[.,]\d{2}\D*$/u.test(cell);
}
