/**
 * The tables as Kysely sees them, the same on SQLite and PostgreSQL: figures are decimal text (SQLite) or
 * numeric (PostgreSQL), days and instants ISO text, booleans 0 or 1, identifiers text.
 */
import type { Generated } from 'kysely';
import type { EXTRA } from '../../../domain/records/extra.ts';
import type { RECEIPT } from '../../../domain/records/receipt-record.ts';
import type {
  ASSET,
  BANK_NAME,
  BROKER_CASH_BALANCE,
  EXCHANGE_RATE,
  PRICE,
  PROPERTY,
  PROPERTY_PRICE,
  SAVINGS_ACCOUNT,
  TARGET_ALLOCATION,
  TRANSACTION,
} from '../../../domain/records/records.ts';
import type { ColumnsOf } from './record-rows.ts';

interface MetaTable {
  key: string;
  value: string;
}

interface UserTable {
  id: string;
  email: string;
  first_name: string;
  surname: string;
  password_hash: string;
  is_admin: number;
  /** The last version assigned to a record of this user. */
  change_counter: number;
  /** Deletions up to this version are forgotten; a lower cursor is too old. */
  purged_to: number;
  created_at: string;
  /** ISO instant at which a token was last issued; null if that was before it was recorded. */
  last_visit_at: string | null;
  /** ISO instant since which the user may not sign in; null for a user who may. */
  disabled_at: string | null;
  /** ISO instant since which the user no longer exists for anybody, while their records are being removed. */
  deleted_at: string | null;
  /** How many records the user has, in all tables of records. */
  record_count: Generated<number>;
}

/** One row per issued token; a refresh adds a row of the same family. */
export interface SessionTable {
  jti: string;
  family: string;
  user_id: string;
  issued_at: string;
  expires_at: string;
  first_used_at: string | null;
  /** The token that replaced this one, and when that one was first used. */
  replaced_by: string | null;
  /** Browser and system at the sign-in; null where they are unknown. */
  device: string | null;
  /** ISO instant of the sign-in from which the family came. */
  signed_in_at: string;
  /** ISO instant of a recent use, up to some minutes before the last. */
  last_seen_at: string;
}

interface InviteTable {
  code_hash: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}
interface PasswordResetTable {
  token_hash: string;
  user_id: string;
  expires_at: string;
  used_at: string | null;
}

/** Anyone who knows the secret with this hash can read the calendar of the user's tax dates. */
interface TaxDateFeedTable {
  user_id: string;
  secret_hash: string;
  with_names: number;
  created_at: string;
}

/** The counter of the shared scope. */
interface CounterTable {
  scope: string;
  value: number;
  purged_to: number;
}

interface AccountTable {
  id: string;
  user_id: string;
  name: string;
  version: number;
}
export interface BrokerTable {
  id: string;
  name: string;
  version: number;
  /** 0 or 1. */ is_active: Generated<number>;
}

export interface AssetTable extends ColumnsOf<typeof ASSET> {
  id: string;
  /** The user whose import created it; null for an administrator or the seed. */
  made_by: string | null;
  version: number;
}

export interface TransactionTable extends ColumnsOf<typeof TRANSACTION> {
  id: string;
  user_id: string;
  version: number;
}

export interface PriceTable extends ColumnsOf<typeof PRICE> {
  source: string;
  version: number;
}
export interface ExchangeRateTable extends ColumnsOf<typeof EXCHANGE_RATE> {
  fetched_at: string;
  version: number;
}
export interface TargetAllocationTable extends ColumnsOf<typeof TARGET_ALLOCATION> {
  id: string;
  version: number;
}

/** The result of the last fetch of an asset's price; without a message it succeeded. */
interface PriceFetchTable {
  asset_id: string;
  fetched_at: string;
  message: string | null;
}
interface FetchRunTable {
  id: string;
  job: string;
  started_at: string;
  created_at: string;
  status: string;
  updated_count: number;
  error_message: string | null;
}

export interface BankNameTable extends ColumnsOf<typeof BANK_NAME> {
  id: string;
  created_at: string;
  updated_at: string;
  version: number;
}

export interface SavingsAccountTable extends ColumnsOf<typeof SAVINGS_ACCOUNT> {
  id: string;
  user_id: string;
  version: number;
}

export interface BrokerCashTable extends ColumnsOf<typeof BROKER_CASH_BALANCE> {
  id: string;
  user_id: string;
  version: number;
}

export interface PropertyTable extends ColumnsOf<typeof PROPERTY> {
  id: string;
  user_id: string;
  version: number;
}

export interface PropertyPriceTable extends ColumnsOf<typeof PROPERTY_PRICE> {
  id: string;
  user_id: string;
  version: number;
}

/** JSON objects of a user for which the specification has no call; `size` is that of the value in bytes. */
export interface ExtraTable extends ColumnsOf<typeof EXTRA> {
  user_id: string;
  version: number;
  size: number;
}
export interface ReceiptTable extends ColumnsOf<typeof RECEIPT> {
  id: string;
  user_id: string;
  /** The random name with which the bytes are stored. */
  storage_name: string;
  version: number;
}

/** Stored bytes that no receipt names: written before the upload's transaction, or left by deletions. */
interface ReceiptLeftoverTable {
  name: string;
  since: string;
}
/** The bytes themselves, where the database stores them. */
interface ReceiptBlobTable {
  name: string;
  bytes: Uint8Array;
}

/** Deleted records, so that devices learn of them. `scope` is `shared` or a user's id. */
interface TombstoneTable {
  scope: string;
  entity: string;
  id: string;
  version: number;
  deleted_at: string;
}

/** A request with a key that took effect, stored in the transaction of its effect. */
interface AppliedOperationTable {
  user_id: string;
  key: string;
  request_hash: string;
  /** The id of the record that it created, where its request did not name one. */
  record_id: string | null;
  applied_at: string;
  /** Its number among the user's keys, in the order in which they came. */
  place: number;
}

/** One row per write that assigned versions of a user. */
interface WriteTable {
  user_id: string;
  /** The last version that it assigned. */
  version: number;
  written_at: string;
  device: string | null;
}

/** The server's log, as the admin portal shows it. */
interface LogTable {
  id: Generated<number>;
  at: string;
  level: string;
  source: string;
  message: string;
  exception: string | null;
}

/** Tries in a period that ends at `until` (milliseconds since 1970); the key contains no address in clear. */
interface ThrottleTable {
  key: string;
  count: number;
  until: number;
}

export interface Tables {
  meta: MetaTable;
  users: UserTable;
  sessions: SessionTable;
  invites: InviteTable;
  password_resets: PasswordResetTable;
  tax_date_feeds: TaxDateFeedTable;
  counters: CounterTable;
  accounts: AccountTable;
  brokers: BrokerTable;
  assets: AssetTable;
  transactions: TransactionTable;
  prices: PriceTable;
  exchange_rates: ExchangeRateTable;
  price_fetches: PriceFetchTable;
  fetch_runs: FetchRunTable;
  target_allocations: TargetAllocationTable;
  bank_names: BankNameTable;
  savings_accounts: SavingsAccountTable;
  broker_cash_balances: BrokerCashTable;
  properties: PropertyTable;
  property_prices: PropertyPriceTable;
  extras: ExtraTable;
  receipts: ReceiptTable;
  receipt_leftovers: ReceiptLeftoverTable;
  receipt_blobs: ReceiptBlobTable;
  tombstones: TombstoneTable;
  applied_operations: AppliedOperationTable;
  writes: WriteTable;
  logs: LogTable;
  throttles: ThrottleTable;
}
