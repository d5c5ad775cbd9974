/**
 * The search over everything (000 §3.8): the texts by which each record is found, and the order of the results. Server
 * and device return the same. Results contain no amounts, because values may be hidden on the screen.
 */
import { ASSET_TYPES, labelOf, TRANSACTION_TYPES } from '../fields/enums.ts';
import type { IsoDate } from '../values/dates.ts';
import { pageBounds } from './page.ts';
import { searchTerms } from './search-terms.ts';
import type { PageInfo } from './transaction-query.ts';
import type {
  Account,
  Asset,
  BankName,
  BrokerCashBalance,
  Property,
  SavingsAccount,
  Transaction,
} from '../records/records.ts';

/** The entity types, in the order in which equally good results are listed: rare ones first. */
export const SEARCH_TYPES = [
  'accounts',
  'assets',
  'savings-accounts',
  'broker-cash-balances',
  'properties',
  'transactions',
] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

/** The types that a device searches, in their order, including those that the API's search lacks. */
export const DEVICE_SEARCH_TYPES = [
  'accounts',
  'assets',
  'savings-accounts',
  'broker-cash-balances',
  'properties',
  'bank-names',
  'transactions',
] as const satisfies readonly (SearchType | 'bank-names')[];
export type DeviceSearchType = (typeof DEVICE_SEARCH_TYPES)[number];

/** The default page size (000 §9). */
export const SEARCH_PAGE_SIZE = 20;

/** A record in the search results. */
export interface SearchHit<T extends DeviceSearchType = SearchType> {
  readonly type: T;
  readonly id: string;
  readonly title: string;
  /** Distinguishes it from others with the same title; may be empty. */
  readonly detail: string;
  /** The date of a transaction, a balance or a purchase. */
  readonly date: IsoDate | null;
}

/** A record with the texts by which it is found. */
export interface SearchEntry<T extends DeviceSearchType = SearchType> extends SearchHit<T> {
  /** Codes of the record: a query that equals one finds it first. */
  readonly codes: readonly string[];
  /** Further texts by which it is found. */
  readonly others: readonly string[];
}

const inOneLine = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

export function accountEntry({ id, name }: Account): SearchEntry {
  return { type: 'accounts', id, title: name, detail: '', date: null, codes: [], others: [] };
}

export function assetEntry({ id, name, isin, sedol, fetchCode, type }: Asset): SearchEntry {
  return {
    type: 'assets',
    id,
    title: name,
    detail: inOneLine([isin, labelOf(ASSET_TYPES, type)]),
    date: null,
    codes: [isin, sedol ?? '', fetchCode],
    others: [],
  };
}

type SearchedSavings = Pick<
  SavingsAccount,
  'id' | 'accountType' | 'accountReference' | 'sortCode' | 'accountNumber' | 'notes' | 'latestBalanceDate'
>;

export function savingsEntry(savings: SearchedSavings, bankName: string, accountName: string): SearchEntry {
  const { id, accountType, accountReference, sortCode, accountNumber, notes, latestBalanceDate } = savings;
  return {
    type: 'savings-accounts',
    id,
    title: bankName,
    detail: inOneLine([accountType, accountReference, accountName]),
    date: latestBalanceDate,
    codes: [accountNumber],
    others: [accountType, accountName, accountReference, sortCode, notes],
  };
}

export function brokerCashEntry(
  { id, taxWrapper, notes, lastUpdated }: Pick<BrokerCashBalance, 'id' | 'taxWrapper' | 'notes' | 'lastUpdated'>,
  brokerName: string,
  accountName: string,
): SearchEntry {
  return {
    type: 'broker-cash-balances',
    id,
    title: brokerName,
    detail: inOneLine([accountName, taxWrapper]),
    date: lastUpdated,
    codes: [],
    others: [accountName, taxWrapper, notes],
  };
}

/** The lines of an address in one line. */
function linesOf(address: string): string {
  return address
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ');
}

export function propertyEntry(
  { id, name, address, notes, datePurchased }: Pick<Property, 'id' | 'name' | 'address' | 'notes' | 'datePurchased'>,
  accountName: string,
): SearchEntry {
  return {
    type: 'properties',
    id,
    title: name,
    detail: inOneLine([linesOf(address), accountName]),
    date: datePurchased,
    codes: [],
    others: [address, accountName, notes],
  };
}

/** Searched only on the device, for users who maintain the names. */
export function bankNameEntry({ id, name, isActive }: BankName): SearchEntry<'bank-names'> {
  return { type: 'bank-names', id, title: name, detail: isActive ? '' : 'Inactive', date: null, codes: [], others: [] };
}

type SearchedTransaction = Pick<
  Transaction,
  'id' | 'transactionType' | 'transactionDate' | 'taxWrapper' | 'isin' | 'brokerDealReference'
>;

export function transactionEntry(
  transaction: SearchedTransaction,
  assetName: string,
  accountName: string,
  brokerName: string,
): SearchEntry {
  const { id, transactionType, transactionDate, taxWrapper, isin, brokerDealReference } = transaction;
  const type = labelOf(TRANSACTION_TYPES, transactionType);
  return {
    type: 'transactions',
    id,
    // The title of a cash event is its type.
    title: isin === '' ? type : assetName,
    detail: inOneLine([isin === '' ? '' : type, accountName, brokerName, taxWrapper]),
    date: transactionDate,
    codes: isin === '' ? [] : [isin],
    others: [accountName, brokerName, brokerDealReference, type, taxWrapper],
  };
}

/**
 * How well a record matches words in lower case: from 0, the query is a code or the title, to 4, the words occur
 * somewhere.
 */
export function rankOf(terms: readonly string[], title: string, codes: readonly string[]): number {
  const phrase = terms.join(' ');
  const name = title.toLowerCase();
  if (name === phrase || codes.some((code) => code.toLowerCase() === phrase)) return 0;
  if (name.startsWith(phrase)) return 1;
  if (name.includes(` ${phrase}`)) return 2;
  return name.includes(phrase) ? 3 : 4;
}

/** True when every word, in lower case, occurs in the title, a code or one of the other texts. */
export function isFound(entry: SearchEntry<DeviceSearchType>, terms: readonly string[]): boolean {
  const texts = [entry.title, ...entry.codes, ...entry.others].map((text) => text.toLowerCase());
  return terms.every((term) => texts.some((text) => text.includes(term)));
}

/** A result, or several with the same title and rank. */
export interface RankedTitle {
  readonly rank: number;
  readonly type: DeviceSearchType;
  readonly title: string;
}

const titles = new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true });

/** The order of the results: by rank, by type, by title. */
export function compareFound(a: RankedTitle, b: RankedTitle): number {
  return (
    a.rank - b.rank ||
    DEVICE_SEARCH_TYPES.indexOf(a.type) - DEVICE_SEARCH_TYPES.indexOf(b.type) ||
    titles.compare(a.title, b.title)
  );
}

/** The order of results with equal rank, type and title: newest first. */
export function compareEqual(a: SearchHit<DeviceSearchType>, b: SearchHit<DeviceSearchType>): number {
  const [first, second] = [`${a.date ?? ''} ${a.id}`, `${b.date ?? ''} ${b.id}`];
  return first === second ? 0 : first < second ? 1 : -1;
}

export function hitOf<T extends DeviceSearchType>({ type, id, title, detail, date }: SearchEntry<T>): SearchHit<T> {
  return { type, id, title, detail, date };
}

export interface SearchPage<T extends DeviceSearchType = SearchType> extends PageInfo {
  readonly results: readonly SearchHit<T>[];
}

/** A page of the entries that match the query, best first; empty for fewer than two characters. */
export function searchEntries<T extends DeviceSearchType>(
  entries: Iterable<SearchEntry<T>>,
  query: string,
  page = 1,
  pageSize = SEARCH_PAGE_SIZE,
): SearchPage<T> {
  const terms = searchTerms(query);
  const found: (RankedTitle & { readonly entry: SearchEntry<T> })[] = [];
  if (terms.length > 0) {
    for (const entry of entries)
      if (isFound(entry, terms))
        found.push({ rank: rankOf(terms, entry.title, entry.codes), type: entry.type, title: entry.title, entry });
  }
  const { from, to, ...info } = pageBounds(found.length, page, pageSize);
  const ordered = found.toSorted((a, b) => compareFound(a, b) || compareEqual(a.entry, b.entry));
  return { results: ordered.slice(from, to).map(({ entry }) => hitOf(entry)), ...info };
}
