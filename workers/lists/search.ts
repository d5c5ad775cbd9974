/** The search over everything on the device, with the ranking of GET /search (000 §7.4). */
import {
  accountEntry,
  assetEntry,
  bankNameEntry,
  brokerCashEntry,
  compareFound,
  type DeviceSearchType,
  hitOf,
  propertyEntry,
  rankOf,
  savingsEntry,
  SEARCH_PAGE_SIZE,
  SEARCH_TYPES,
  type SearchEntry,
  searchEntries,
  type SearchHit,
  transactionEntry,
} from '../../domain/lists/search.ts';
import { searchTerms } from '../../domain/lists/search-terms.ts';
import { labelOf, TRANSACTION_TYPES } from '../../domain/fields/enums.ts';
import { commodityName } from '../../domain/values/isin.ts';
import type { Transaction } from '../../domain/records/records.ts';
import type { ById, LiveData } from '../live/live-data.ts';
import type { Lists } from './lists.ts';
import { Memo } from '../live/memo.ts';
import type { RecordRef, SearchQuery } from '../api/list-types.ts';

type Hit = SearchHit<DeviceSearchType>;
type Entry = SearchEntry<DeviceSearchType>;

/** A record's name by its id, or empty for a missing one. */
function nameIn(records: ById<{ readonly name: string }>): (id: string) => string {
  return (id) => records.get(id)?.name ?? '';
}

export class Search {
  private readonly data: LiveData;
  private readonly lists: Lists;
  private readonly entries = new Memo<readonly Entry[]>();

  constructor(data: LiveData, lists: Lists) {
    this.data = data;
    this.lists = lists;
  }

  /** The best results of the wanted kinds; empty for fewer than 2 characters. */
  async find({ query, types = SEARCH_TYPES, limit = SEARCH_PAGE_SIZE }: SearchQuery): Promise<readonly Hit[]> {
    const terms = searchTerms(query);
    if (terms.length === 0) return [];
    const wanted = (type: DeviceSearchType): boolean => types.includes(type);
    const records = searchEntries(
      (await this.records()).filter(({ type }) => wanted(type)),
      query,
      1,
      limit,
    ).results;
    const transactions = wanted('transactions') ? await this.transactions(terms, query, limit) : [];
    const codesOf = new Map((await this.records()).map((entry) => [entry.id, entry.codes]));
    const ranked = [
      ...records.map((hit) => ({
        hit,
        rank: rankOf(terms, hit.title, codesOf.get(hit.id) ?? []),
        type: hit.type,
        title: hit.title,
      })),
      ...transactions,
    ];
    // Both lists are already sorted, and sorting keeps the order of equal results.
    return ranked
      .toSorted(compareFound)
      .slice(0, limit)
      .map(({ hit }) => hit);
  }

  /** The search results for these records; deleted ones are left out. */
  async describe(items: readonly RecordRef[]): Promise<readonly Hit[]> {
    const byId = new Map<string, Entry>((await this.records()).map((entry) => [`${entry.type} ${entry.id}`, entry]));
    const [assets, accounts, brokers, transactions] = await Promise.all([
      this.data.assets.get(),
      this.data.accounts.get(),
      this.data.brokers.get(),
      this.data.transactions.get(),
    ]);
    const wanted = new Set(items.filter(({ type }) => type === 'transactions').map(({ id }) => id));
    for (const row of transactions) {
      if (!wanted.has(row.id)) continue;
      const title = commodityName(row.isin) ?? assets.get(row.isin)?.name ?? row.isin;
      byId.set(
        `transactions ${row.id}`,
        transactionEntry(row, title, accounts.get(row.accountId)?.name ?? '', brokers.get(row.brokerId)?.name ?? ''),
      );
    }
    return items.flatMap(({ type, id }) => {
      const entry = byId.get(`${type} ${id}`);
      return entry === undefined ? [] : [hitOf(entry)];
    });
  }

  /** All records except transactions: few enough to test one by one. */
  private async records(): Promise<readonly Entry[]> {
    const { data } = this;
    const parts = await Promise.all([
      data.accounts.get(),
      data.assets.get(),
      data.savingsAccounts.get(),
      data.brokerCash.get(),
      data.properties.get(),
      data.bankNames.get(),
      data.brokers.get(),
    ]);
    return this.entries.get(parts, () => {
      const [accounts, assets, savings, cash, properties, banks, brokers] = parts;
      const [accountName, bankName, brokerName] = [nameIn(accounts), nameIn(banks), nameIn(brokers)];
      return [
        ...[...accounts.values()].map(accountEntry),
        ...[...assets.values()].map(assetEntry),
        ...savings.map((account) =>
          savingsEntry(account, bankName(account.bankNameId), accountName(account.accountId)),
        ),
        ...cash.map((balance) =>
          brokerCashEntry(balance, brokerName(balance.brokerId), accountName(balance.accountId)),
        ),
        ...properties.map((property) => propertyEntry(property, accountName(property.accountId))),
        ...[...banks.values()].map(bankNameEntry),
      ];
    });
  }

  /** The list finds them by column, newest first; their rank depends only on the security. */
  private async transactions(
    terms: readonly string[],
    query: string,
    limit: number,
  ): Promise<{ hit: Hit; rank: number; type: DeviceSearchType; title: string }[]> {
    const [assets, accounts, brokers, found] = await Promise.all([
      this.data.assets.get(),
      this.data.accounts.get(),
      this.data.brokers.get(),
      this.lists.found({ search: query }),
    ]);
    const bySecurity = new Map<
      string,
      { readonly title: string; readonly rank: number; readonly rows: Transaction[] }
    >();
    for (const row of found) {
      // A cash event has no security, so it is listed under its type.
      const key = row.isin === '' ? row.transactionType : row.isin;
      let group = bySecurity.get(key);
      if (group === undefined) {
        const title =
          row.isin === ''
            ? labelOf(TRANSACTION_TYPES, key)
            : (commodityName(row.isin) ?? assets.get(row.isin)?.name ?? row.isin);
        const codes = row.isin === '' ? [] : [row.isin];
        bySecurity.set(key, (group = { title, rank: rankOf(terms, title, codes), rows: [] }));
      }
      if (group.rows.length < limit) group.rows.push(row);
    }
    return [...bySecurity.values()].flatMap(({ title, rank, rows }) =>
      rows.map((row) => ({
        hit: hitOf(
          transactionEntry(row, title, accounts.get(row.accountId)?.name ?? '', brokers.get(row.brokerId)?.name ?? ''),
        ),
        rank,
        type: 'transactions' as const,
        title,
      })),
    );
  }
}
