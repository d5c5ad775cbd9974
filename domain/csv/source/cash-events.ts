/**
 * The cash rows of a broker's file as cash events, by their words and signs. Rows that remain unclear are asked,
 * unusual rows get a warning unless the file's running balance proves them, and movements reversed on the same day
 * leave nothing.
 */
import { absolute, ONE, toText } from '../../values/decimal.ts';
import { labelOf, TRANSACTION_TYPES, type CashEventType } from '../../fields/enums.ts';
import { directionInWords, type CashKind, type CashRow } from '../profiles/cash.ts';
import { sizeOf, type Figure } from '../profiles/figures.ts';
import type { BrokerRow, ProfileCells, ProfileRow } from '../profiles/profile.ts';
import type { UnknownCash } from '../questions/cash-type-question.ts';

interface KindTypes {
  /** The type of a receipt; null where it reverses a payment. */
  readonly in: CashEventType | null;
  readonly out: CashEventType | null;
  /** The usual direction of rows of this kind; null for either. */
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

/** What is known about a cash row in addition to its cells. */
export interface CashRowContext {
  /** The file's running balance proves the row's amount and sign. */
  readonly isProved: boolean;
  /** What is odd about the digits of the amount; empty for nothing. */
  readonly digits: string;
  /** The row itself or its words mark it as a reversal. */
  readonly isReversal: boolean;
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

/** Decides which event a cash row is. */
export function cashAnswer(row: CashRow, { isProved, digits, isReversal, pair }: CashRowContext): CashAnswer {
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
      isReversal,
      ...(toCheck.length > 0 && { note: toCheck.join(' ') }),
    };
  const { usual, contributionKind = '', ...types } = TYPES[kind];
  // A reversal has the type of the event that it reverses, whose money moves in the other direction.
  const reverses = isReversal || types[direction] === null;
  const type = reverses ? types[usual ?? opposite(direction)] : types[direction];
  const isUnusual = !reverses && usual !== null && usual !== direction && row.isRefund !== true && !isProved;
  const unusual = isUnusual
    ? `'${words}' is ${NAMES[kind] ?? kind} but ${direction === 'in' ? 'brought money in' : 'took money out'}, so it was read as ${labelOf(TRANSACTION_TYPES, type ?? '')}. Check it.`
    : '';
  const isContradicted = usual === null && !reverses && !isProved && directionInWords(words) === opposite(direction);
  const contradicted = isContradicted
    ? `The sign of the amount says that money ${direction === 'in' ? 'came in' : 'went out'}, but '${words}' says otherwise. Check it.`
    : '';
  const notes = [...toCheck, unusual, contradicted].filter((text) => text !== '').join(' ');
  return {
    kind: 'transaction',
    cells: { ...cellsOf(row, type ?? ''), contributionKind, transferId: pair === '' ? '' : `pair:${pair}` },
    ...(pair !== '' && { pair }),
    isReversal: reverses,
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

/** The same for a cash row and its reversal on the same day. */
function sameKey({ kind, words, date, currency = '', place = '' }: CashRow, amount: Figure): string {
  return [kind, words, date, currency, place, toText(absolute(amount))].join('|');
}

/** The reversals among rows of the same day, words and amount but opposite directions. */
export function sameDayReversals(rows: readonly CashRow[]): ReadonlySet<CashRow> {
  const open = new Map<string, { readonly in: CashRow[]; readonly out: CashRow[] }>();
  const reversals = new Set<CashRow>();
  for (const row of rows) {
    if (row.amount === null || row.amount === 0n) continue;
    const direction = row.amount > 0n ? 'in' : 'out';
    const key = sameKey(row, row.amount);
    const known = open.get(key) ?? { in: [], out: [] };
    open.set(key, known);
    const other = known[direction === 'in' ? 'out' : 'in'].pop();
    // Of a fee and its refund, the refund is the reversal, whichever row comes first.
    if (other === undefined) known[direction].push(row);
    else reversals.add(row.kind !== 'unknown' && TYPES[row.kind].usual === direction ? other : row);
  }
  return reversals;
}

/**
 * The two sides of transfers between the accounts and wrappers of one file: the same day and amount, where only two
 * rows fit.
 */
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

/** The fewest rows that show how a column writes its amounts. */
const LEAST_ROWS = 2;

/** How a file's columns write their amounts: one written differently may lack its decimal point. */
export class AmountDigits {
  private readonly rows: readonly BrokerRow[];
  private readonly columns = new Map<number, { readonly withPence: number; readonly others: number }>();
  private padded: boolean | null = null;

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
    return withPence >= LEAST_ROWS && others === 1 && !this.isShortened(cell)
      ? `The amount of ${cell.trim()} is written without pence, unlike the others of its column. Check it.`
      : '';
  }

  /** A file that writes no zeros at the end of pence writes `1500` for 1500.00, and never for 15.00. */
  private isShortened(cell: string): boolean {
    this.padded ??= this.rows.some(({ cells }) =>
      cells.some((figure) => /[.,]\d0\D*$/u.test(figure.slice(-20)) && sizeOf(figure) !== null),
    );
    return !this.padded && /0\D*$/u.test(cell);
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

/** A figure without its decimal point has no comma, so `1,000` is a correct amount in whole pounds. */
function isGrouped(cell: string): boolean {
  return /\d,\d{3}\b/u.test(cell) && !hasPence(cell);
}

function hasPence(cell: string): boolean {
  return /[.,]\d{2}\D*$/u.test(cell);
}
