/** What the device keeps a record of, by name. */
import type { Extra } from '../../../domain/records/extra.ts';
import type {
  Account,
  Asset,
  BankName,
  Broker,
  BrokerCashBalance,
  Property,
  PropertyPrice,
  SavingsAccount,
  TargetAllocation,
  Transaction,
} from '../../../domain/records/records.ts';
import type { Receipt } from './receipt-record.ts';

/** What the device keeps beside a record. Plain readers may ignore it. */
export interface RowMeta {
  /**
   * The server's counter when the record was last written there; null when never seen there or the server has none, and
   * in rows whose version stands in the chunk that sent them (`withVersions`).
   */
  readonly version: number | null;
  /** The import that wrote the row, for rows of imports: they are invisible until it has committed. */
  readonly importId?: string;
  /** Chunk of that import. */
  readonly importIndex?: number;
  /** An asset that an import made here for a security that the catalogue lacks; the server's own entry replaces it. */
  readonly unlisted?: true;
}

export type Stored<T> = T & RowMeta;

/** An extra as the device keeps it: what has no call in the specification and syncs with our server alone. */
export interface ExtraRecord extends Extra {
  /** `extraId(kind, key)`. */
  readonly id: string;
}

/** A bank name with the instants that the server keeps of it; absent until the server has told them. */
export interface DatedBankName extends BankName {
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/** The entities that are written on the device and sent as single records. */
export interface EntityRecords {
  readonly account: Account;
  readonly broker: Broker;
  readonly asset: Asset;
  readonly bankName: DatedBankName;
  readonly targetAllocation: TargetAllocation;
  readonly savingsAccount: SavingsAccount;
  readonly brokerCashBalance: BrokerCashBalance;
  readonly property: Property;
  readonly propertyPrice: PropertyPrice;
  readonly transaction: Transaction;
  readonly receipt: Receipt;
  readonly extra: ExtraRecord;
}

export type EntityName = keyof EntityRecords;

export type AnyRecord = EntityRecords[EntityName];
