/** The worker's results for lists, and the queries of searches. Types only, for the page too. */
import type { AssetListItem, AssetPageOf, AssetQuery } from '../../domain/lists/asset-list.ts';
import type { BrokerCashQuery } from '../../domain/lists/broker-cash-list.ts';
import type { SavingsQuery } from '../../domain/lists/savings-list.ts';
import type { TransactionListItem, TransactionPageOf, TransactionQuery } from '../../domain/lists/transaction-query.ts';
import type { DeviceSearchType } from '../../domain/lists/search.ts';

/** A row of the transactions list. `pending` rows have changes that the server does not have yet. */
export interface TransactionRow extends TransactionListItem {
  readonly pending: boolean;
}

export type TransactionPage = TransactionPageOf<TransactionRow>;

/** The named records, or everything that matches a filter in the given order. */
export type TransactionSelection = { readonly ids: readonly string[] } | { readonly query: TransactionQuery };

/** A search over everything; by default the kinds of GET /search. */
export interface SearchQuery {
  readonly query: string;
  readonly types?: readonly DeviceSearchType[];
  /** The most results; 20 by default. */
  readonly limit?: number;
}

/** Identifies a record of any kind. */
export interface RecordRef {
  readonly type: DeviceSearchType;
  readonly id: string;
}

/** A row of the asset list; `pending` as in `TransactionRow`. */
export interface AssetRow extends AssetListItem {
  readonly pending: boolean;
}

export type AssetPage = AssetPageOf<AssetRow>;

/** The named assets, or everything that matches a query. */
export type AssetSelection = { readonly ids: readonly string[] } | { readonly query: AssetQuery };

export type SavingsSelection = { readonly ids: readonly string[] } | { readonly query: SavingsQuery };

export type BrokerCashSelection = { readonly ids: readonly string[] } | { readonly query: BrokerCashQuery };
