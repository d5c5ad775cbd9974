/** Sorts transactions into classes: one for each account and present ISIN (RULES 1.1, 1.4). */
import type { IsoDate } from '../../values/dates.ts';
import { isCashEvent } from '../../fields/enums.ts';
import { partitionPoint } from '../../values/partition-point.ts';
import type { Transaction } from '../../records/records.ts';
import { linkTransfers, NO_LINKS, type TransferLink } from './transfer-links.ts';

/** The rows of one class, in date order. */
export interface ClassRows {
  readonly accountId: string;
  /** The present one. */
  readonly isin: string;
  /** Every code under which the class was known: the present one, then the others in alphabetical order (RULES 1.4, 1.6). */
  codes: readonly string[];
  rows: readonly Transaction[];
  /** True when a row is a split, a merger or the like; most classes have none and are spared the search. */
  hasEvents: boolean;
  /** True when its costs flow to or from another class. */
  linked: boolean;
}

/** The classes of a portfolio as of a day. */
export interface ClassBook {
  readonly asOf: IsoDate;
  /** By account, then by present ISIN. */
  readonly accounts: Map<string, Map<string, ClassRows>>;
  /** All of them, by account and ISIN; null until asked for. */
  sorted: readonly ClassRows[] | null;
  /** The rows that concern more than their own class. */
  readonly special: readonly Transaction[];
  readonly links: ReadonlyMap<string, TransferLink>;
  /** The present ISIN of the class that an ISIN names in an account. */
  readonly presentIsin: PresentIsin;
}

type PresentIsin = (accountId: string, isin: string) => string;

/** True when a row concerns its own class alone, so that changing it can change no other. */
export function isPlain(row: Transaction): boolean {
  return row.transferId === undefined && row.relatedIsin === undefined;
}

/** True for a plain purchase or sale. */
function isTrade(row: Transaction): boolean {
  return row.transactionType === 'BUY' || row.transactionType === 'SELL';
}

/** Builds the book from the rows dated `asOf` or earlier; cash events are of no class. */
export function bookOf(transactions: readonly Transaction[], asOf: IsoDate): ClassBook {
  const special: Transaction[] = [];
  const byIsin = new Map<string, Map<string, Transaction[]>>();
  for (const row of transactions) {
    if (row.transactionDate > asOf || isCashEvent(row.transactionType)) continue;
    let ofIsin = byIsin.get(row.isin);
    if (ofIsin === undefined) byIsin.set(row.isin, (ofIsin = new Map<string, Transaction[]>()));
    const rows = ofIsin.get(row.accountId);
    if (rows === undefined) ofIsin.set(row.accountId, [row]);
    else rows.push(row);
    if (!isPlain(row)) special.push(row);
  }
  const presentIsin = followIsinChanges(special);
  const links = special.length === 0 ? NO_LINKS : linkTransfers(special, (row) => presentIsin(row.accountId, row.isin));
  const book: ClassBook = { asOf, accounts: new Map(), sorted: null, special, links, presentIsin };
  for (const [isin, ofIsin] of byIsin) {
    for (const [accountId, rows] of ofIsin) {
      const entry = classRowsFor(book, accountId, presentIsin(accountId, isin));
      if (isin !== entry.isin) entry.codes = [entry.isin, ...[...entry.codes.slice(1), isin].toSorted()];
      addRows(entry, rows);
    }
  }
  for (const row of special) tieClasses(book, row);
  return book;
}

/** The book as of the same or an earlier day, of the same transactions. */
export function bookAsOf(book: ClassBook, transactions: readonly Transaction[], asOf: IsoDate): ClassBook {
  if (asOf === book.asOf) return book;
  // Links, ties and present ISINs rest on the special rows alone.
  if (book.special.some((row) => row.transactionDate > asOf)) return bookOf(transactions, asOf);
  const accounts = new Map(
    [...book.accounts].map(([accountId, classes]) => [
      accountId,
      new Map([...classes].map(([isin, entry]) => [isin, { ...entry, rows: rowsUpTo(entry.rows, asOf) }])),
    ]),
  );
  return { ...book, asOf, accounts, sorted: null };
}

/** The first of a class's rows, those of a day or before it; the same list when there are no others. */
function rowsUpTo(rows: readonly Transaction[], asOf: IsoDate): readonly Transaction[] {
  const count = partitionPoint(rows, (row) => row.transactionDate <= asOf);
  return count === rows.length ? rows : rows.slice(0, count);
}

/** Adds rows to a class. The list is a new one, so that results kept for the old one are seen to be old. */
export function addRows(entry: ClassRows, rows: readonly Transaction[]): void {
  entry.rows = inOrder(entry.rows.length === 0 ? rows : [...entry.rows, ...rows], entry.codes);
  entry.hasEvents ||= !rows.every(isTrade);
}

/** A merger or demerger is a row of the class received, too; both it and a linked transfer tie classes together. */
function tieClasses(book: ClassBook, row: Transaction): void {
  const own = classRowsFor(book, row.accountId, book.presentIsin(row.accountId, row.isin));
  if (row.transferId !== undefined && book.links.get(row.transferId)?.kind === 'passing') own.linked = true;
  if (row.relatedIsin === undefined || (row.transactionType !== 'MERGER' && row.transactionType !== 'DEMERGER')) return;
  const other = classRowsFor(book, row.accountId, book.presentIsin(row.accountId, row.relatedIsin));
  if (other === own) return;
  own.linked = true;
  other.linked = true;
  addRows(other, [row]);
}

/** The class of an account and present ISIN, made when it is new. */
export function classRowsFor(book: ClassBook, accountId: string, isin: string): ClassRows {
  let classes = book.accounts.get(accountId);
  if (classes === undefined) book.accounts.set(accountId, (classes = new Map<string, ClassRows>()));
  let entry = classes.get(isin);
  if (entry === undefined) {
    classes.set(isin, (entry = { accountId, isin, codes: [isin], rows: [], hasEvents: false, linked: false }));
    book.sorted = null;
  }
  return entry;
}

/** The classes by account and ISIN. */
export function classesInOrder(book: ClassBook): readonly ClassRows[] {
  return (book.sorted ??= [...book.accounts.values()]
    .flatMap((classes) => [...classes.values()])
    .toSorted(byAccountAndIsin));
}

function byAccountAndIsin(a: ClassRows, b: ClassRows): number {
  if (a.accountId !== b.accountId) return a.accountId < b.accountId ? -1 : 1;
  return a.isin < b.isin ? -1 : a.isin > b.isin ? 1 : 0;
}

/** The rows of the classes that a class became by mergers, or was divided into. */
export function receiversOf(entry: ClassRows, book: ClassBook): (readonly Transaction[])[] {
  const isins = new Set<string>();
  for (const row of entry.rows) {
    if (row.transactionType !== 'MERGER' && row.transactionType !== 'DEMERGER') continue;
    const to = book.presentIsin(entry.accountId, row.relatedIsin ?? row.isin);
    if (to !== entry.isin) isins.add(to);
  }
  return [...isins].map((isin) => classRowsFor(book, entry.accountId, isin).rows);
}

/** RULES 1.4: an ISIN change carries the whole history to the new code, through any number of changes. */
export function followIsinChanges(special: readonly Transaction[]): PresentIsin {
  const next = new Map<string, Map<string, string>>();
  const changes = special.filter(({ transactionType }) => transactionType === 'ISIN_CHANGE');
  for (const row of changes.toSorted((a, b) => inRowOrder(a, b, []))) {
    const ofAccount = next.get(row.accountId) ?? new Map<string, string>();
    next.set(row.accountId, ofAccount);
    const to = row.relatedIsin ?? row.isin;
    // A code that is taken up again names the present class: it leads nowhere any more.
    ofAccount.delete(to);
    if (to !== row.isin) ofAccount.set(row.isin, to);
  }
  if (next.size === 0) return (_accountId, isin) => isin;
  return (accountId, isin) => {
    const ofAccount = next.get(accountId);
    let present = isin;
    for (let to = ofAccount?.get(present); to !== undefined; to = ofAccount?.get(present)) present = to;
    return present;
  };
}

/**
 * RULES 6.3: within a day shares received come first, then what leaves the class, which has the `codes`, by a merger or
 * demerger; then rows by identifier, so that the order of the input never matters.
 */
function inRowOrder(a: Transaction, b: Transaction, codes: readonly string[]): number {
  if (a.transactionDate !== b.transactionDate) return a.transactionDate < b.transactionDate ? -1 : 1;
  const stages = stageOf(a, codes) - stageOf(b, codes);
  if (stages !== 0) return stages;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function stageOf({ transactionType, isin }: Transaction, codes: readonly string[]): number {
  if (transactionType !== 'MERGER' && transactionType !== 'DEMERGER') return 2;
  return codes.includes(isin) ? 1 : 0;
}

/** Sorts only what is not in order yet. */
function inOrder(rows: readonly Transaction[], codes: readonly string[]): readonly Transaction[] {
  let before: Transaction | undefined;
  for (const row of rows) {
    if (before !== undefined && inRowOrder(before, row, codes) > 0)
      return rows.toSorted((a, b) => inRowOrder(a, b, codes));
    before = row;
  }
  return rows;
}
