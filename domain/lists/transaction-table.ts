/**
 * All transactions of a user as columns, so that a list of 100,000 rows is filtered, searched, sorted and paged in
 * milliseconds. Names repeat, so rows contain numbers of dictionary entries, and a search tests each distinct name
 * once.
 */
import { isCashTransaction } from '../records/cash-event.ts';
import { commodityName } from '../values/isin.ts';
import { labelOf, TRANSACTION_TYPES, type AssetCategory } from '../fields/enums.ts';
import type { Transaction } from '../records/records.ts';
import { JoinedTexts } from './joined-texts.ts';
import { pageBounds } from './page.ts';
import { descendingOrder, NO_VALUE, positions, radixOrder } from './radix-order.ts';
import { searchTerms } from './search-terms.ts';
import {
  TRANSACTIONS_PAGE_SIZE,
  type SortDirection,
  type TransactionFilter,
  type TransactionListItem,
  type TransactionPageOf,
  type TransactionQuery,
  type TransactionSortField,
} from './transaction-query.ts';

/** The names and categories that a list shows for identifiers; null where none is stored. */
export interface ListNames {
  readonly asset: (isin: string) => { readonly name: string; readonly category: AssetCategory } | null;
  readonly account: (accountId: string) => string | null;
  readonly broker: (brokerId: string) => string | null;
}

/** Distinct values of one kind, each with a number. */
class Dictionary<V> {
  readonly keys: string[] = [];
  readonly values: V[] = [];
  private readonly numbers = new Map<string, number>();
  private readonly make: (key: string) => V;

  constructor(make: (key: string) => V) {
    this.make = make;
  }

  numberOf(key: string): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.keys.push(key) - 1;
    this.values.push(this.make(key));
    this.numbers.set(key, number);
    return number;
  }
}

/** A name with its form for searching. */
interface Named {
  readonly name: string;
  readonly search: string;
  readonly category: AssetCategory | null;
}

const collator = new Intl.Collator('en-GB', { sensitivity: 'base', numeric: true });

function named(name: string, search = name, category: AssetCategory | null = null): Named {
  return { name, search: search.toLowerCase(), category };
}

/** The rank of each name in alphabetical order; equal names share one. */
function ranksOf(entries: readonly Named[]): readonly number[] {
  const ranks = Array.from(entries, () => 0);
  let rank = 0;
  let previous: string | null = null;
  for (const number of entries
    .map((_, index) => index)
    .toSorted((a, b) => collator.compare(entries[a]?.name ?? '', entries[b]?.name ?? ''))) {
    const name = entries[number]?.name ?? '';
    if (previous !== null && collator.compare(previous, name) !== 0) rank += 1;
    ranks[number] = rank;
    previous = name;
  }
  return ranks;
}

const COLUMNS = ['assets', 'accounts', 'brokers', 'types', 'wrappers'] as const;
type ColumnName = (typeof COLUMNS)[number];
type NamedOrNumber = Exclude<TransactionSortField, 'transactionDate'>;

export class TransactionTable {
  /** Newest first; rows of one day in reverse of the given order. */
  private readonly rows: readonly Transaction[];
  private readonly assets: Dictionary<Named>;
  private readonly accounts: Dictionary<Named>;
  private readonly brokers: Dictionary<Named>;
  private readonly types: Dictionary<Named>;
  private readonly wrappers: Dictionary<Named>;
  private readonly columns: Readonly<Record<ColumnName, Uint32Array>>;
  private readonly references: JoinedTexts;
  private readonly orders = new Map<string, Uint32Array>();
  private readonly sortKeys = new Map<TransactionSortField, Float64Array>();

  /** `transactions` in the order in which they were made; of one day the latest is shown first. */
  constructor(transactions: readonly Transaction[], names: ListNames) {
    this.assets = new Dictionary((isin) => {
      const asset = names.asset(isin);
      const name = commodityName(isin) ?? asset?.name ?? isin;
      return named(name, `${name} ${asset?.name ?? ''} ${isin}`, asset?.category ?? null);
    });
    this.accounts = new Dictionary((id) => named(names.account(id) ?? ''));
    this.brokers = new Dictionary((id) => named(names.broker(id) ?? ''));
    this.types = new Dictionary((value) => named(labelOf(TRANSACTION_TYPES, value)));
    this.wrappers = new Dictionary((value) => named(value));
    this.rows = newestFirst(transactions);
    const column = (dictionary: Dictionary<Named>, key: (row: Transaction) => string): Uint32Array => {
      const numbers = new Uint32Array(this.rows.length);
      this.rows.forEach((row, index) => void (numbers[index] = dictionary.numberOf(key(row))));
      return numbers;
    };
    this.columns = {
      assets: column(this.assets, (row) => row.isin),
      accounts: column(this.accounts, (row) => row.accountId),
      brokers: column(this.brokers, (row) => row.brokerId),
      types: column(this.types, (row) => row.transactionType),
      wrappers: column(this.wrappers, (row) => row.taxWrapper),
    };
    this.references = new JoinedTexts(this.rows.map((row) => row.brokerDealReference.toLowerCase()));
  }

  /** One page of the rows that match a query. */
  page(query: TransactionQuery): TransactionPageOf<TransactionListItem> {
    const shown = this.select(query);
    const { from, to, ...info } = pageBounds(shown.length, query.page ?? 1, query.pageSize ?? TRANSACTIONS_PAGE_SIZE);
    return { transactions: Array.from(shown.subarray(from, to), (index) => this.itemAt(index)), ...info };
  }

  /** All transactions that match a query, in its order. */
  all(query: TransactionQuery): readonly Transaction[] {
    return Array.from(this.select(query), (index) => this.rowAt(index));
  }

  private rowAt(index: number): Transaction {
    const row = this.rows[index];
    if (row === undefined) throw new RangeError(`no row ${index}`);
    return row;
  }

  private itemAt(index: number): TransactionListItem {
    const row = this.rowAt(index);
    const nameOf = (entries: readonly Named[], column: Uint32Array): string => entries[column[index] ?? 0]?.name ?? '';
    return {
      id: row.id,
      accountId: row.accountId,
      isin: row.isin,
      assetName: nameOf(this.assets.values, this.columns.assets),
      accountName: nameOf(this.accounts.values, this.columns.accounts),
      transactionType: row.transactionType,
      transactionTypeLabel: nameOf(this.types.values, this.columns.types),
      taxWrapper: row.taxWrapper,
      taxWrapperLabel: row.taxWrapper,
      quantity: row.quantity,
      consideration: row.consideration,
      ...(isCashTransaction(row) && { cashAmount: row.cashAmount, cashCurrency: row.cashCurrency }),
      transactionDate: row.transactionDate,
    };
  }

  /** Indexes of the rows that match a query, in its order. */
  private select(query: TransactionQuery): Uint32Array {
    const marks = this.marksOf(query);
    const direction = query.sortDirection ?? (query.sortField === undefined ? 'desc' : 'asc');
    const order = this.orderOf(query.sortField ?? 'transactionDate', direction);
    return marks === null ? order : marked(order, marks);
  }

  /** A mark for each row that matches a filter, or null when all match. */
  private marksOf(filter: TransactionFilter): Uint8Array | null {
    const { accountId, taxWrapper, assetCategory } = filter;
    const conditions: Uint8Array[] = [];
    if (accountId !== undefined && accountId !== '')
      conditions.push(this.rowsWhere('accounts', (_, key) => key === accountId));
    if (taxWrapper !== undefined && taxWrapper !== '')
      conditions.push(this.rowsWhere('wrappers', (_, key) => key === taxWrapper));
    if (assetCategory !== undefined && assetCategory !== '')
      conditions.push(this.rowsWhere('assets', ({ category }) => category === assetCategory));
    for (const term of searchTerms(filter.search)) conditions.push(this.rowsWith(term));
    const [first, ...others] = conditions;
    if (first === undefined) return null;
    for (const other of others)
      first.forEach((mark, index) => {
        first[index] = mark & (other[index] ?? 0);
      });
    return first;
  }

  /** Marks the rows whose entry in a column is wanted; each distinct entry is tested once. */
  private rowsWhere(
    name: ColumnName,
    isWanted: (entry: Named, key: string) => boolean,
    marks = new Uint8Array(this.rows.length),
  ): Uint8Array {
    const { values, keys } = this[name];
    const wanted = Uint8Array.from(values, (entry, number) => Number(isWanted(entry, keys[number] ?? '')));
    if (!wanted.includes(1)) return marks;
    const column = this.columns[name];
    for (let index = 0; index < column.length; index += 1) if (wanted[column[index] ?? 0] === 1) marks[index] = 1;
    return marks;
  }

  private rowsWith(term: string): Uint8Array {
    const marks = new Uint8Array(this.rows.length);
    for (const name of COLUMNS) this.rowsWhere(name, ({ search }) => search.includes(term), marks);
    this.references.mark(term, marks);
    return marks;
  }

  /** All rows in the order of a field; equal ones newest first. Calculated once for each field and direction. */
  private orderOf(field: TransactionSortField, direction: SortDirection): Uint32Array {
    const name = `${field} ${direction}`;
    const known = this.orders.get(name);
    if (known !== undefined) return known;
    const order = field === 'transactionDate' ? this.dateOrder(direction) : this.sortBy(field, direction);
    this.orders.set(name, order);
    return order;
  }

  private dateOrder(direction: SortDirection): Uint32Array {
    const order = positions(this.rows.length);
    return direction === 'asc' ? order.reverse() : order;
  }

  private sortBy(field: NamedOrNumber, direction: SortDirection): Uint32Array {
    const keys = this.sortKeys.get(field) ?? this.keysOf(field);
    this.sortKeys.set(field, keys);
    return direction === 'asc' ? radixOrder(keys) : descendingOrder(this.orderOf(field, 'asc'), keys);
  }

  /** Numbers that sort as the field does. */
  private keysOf(field: NamedOrNumber): Float64Array {
    const byName = (dictionary: Dictionary<Named>, column: Uint32Array): Float64Array => {
      const ranks = ranksOf(dictionary.values);
      return keysFrom(column.length, (index) => ranks[column[index] ?? 0] ?? 0);
    };
    switch (field) {
      case 'assetName':
        return byName(this.assets, this.columns.assets);
      case 'accountName':
        return byName(this.accounts, this.columns.accounts);
      case 'transactionTypeLabel':
        return byName(this.types, this.columns.types);
      case 'taxWrapperLabel':
        return byName(this.wrappers, this.columns.wrappers);
      case 'quantity':
        return keysFrom(this.rows.length, (index) => this.rows[index]?.quantity ?? NO_VALUE);
      case 'consideration':
        return keysFrom(this.rows.length, (index) => shownAmount(this.rows[index]));
    }
  }
}

/** The amount in the list's consideration column: for a cash event its amount. */
function shownAmount(row: Transaction | undefined): number {
  return row === undefined ? 0 : isCashTransaction(row) ? row.cashAmount : row.consideration;
}

/** The marked rows, in the given order. */
function marked(order: Uint32Array, marks: Uint8Array): Uint32Array {
  const shown = new Uint32Array(order.length);
  let count = 0;
  for (const index of order) if (marks[index] === 1) shown[count++] = index;
  return shown.subarray(0, count);
}

/** Newest day first; rows of one day in reverse of the given order. */
function newestFirst(transactions: readonly Transaction[]): readonly Transaction[] {
  const days = new Dictionary((day) => Number(day.replaceAll('-', '')));
  const keys = keysFrom(
    transactions.length,
    (index) => days.values[days.numberOf(transactions[index]?.transactionDate ?? '')] ?? 0,
  );
  const rows: Transaction[] = [];
  for (const position of radixOrder(keys).reverse()) {
    const row = transactions[position];
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

function keysFrom(length: number, key: (index: number) => number): Float64Array {
  const keys = new Float64Array(length);
  for (let index = 0; index < length; index += 1) keys[index] = key(index);
  return keys;
}
