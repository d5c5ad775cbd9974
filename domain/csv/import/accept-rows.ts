/** The selected rows of a prepared import as records to write. */
import { groupBy } from '../../values/group-by.ts';
import type { Account, Asset, Transaction } from '../../records/records.ts';
import { isUuid } from '../../values/uuid.ts';
import { nameKey } from '../cells/cell-text.ts';
import { unlistedAsset } from '../stored/directory.ts';
import type { PreparedRow } from './import-content.ts';
import type { PreparedImport } from './prepare-import.ts';

export interface AcceptChoice {
  /** Row numbers; rows with errors and cancelled rows among them are ignored. */
  readonly selected: ReadonlySet<number>;
  /** Names of the new accounts to create; rows of other new accounts are ignored. */
  readonly createAccounts: readonly string[];
  /** Broker id by the name of an unknown broker; without an entry the proposed one is used. */
  readonly brokerChoices?: Readonly<Record<string, string>>;
  /**
   * A new account gets the Id that a row of our own export states, so that it is the same account as on the device that
   * wrote the file.
   */
  readonly keepsAccountIds?: boolean;
  /**
   * Ids of unknown brokers that rows may keep; rows with another unknown broker's Id are left out. When it is absent,
   * such Ids are ignored.
   */
  readonly keptBrokerIds?: ReadonlySet<string>;
  /** Creates an identifier for each new record. */
  readonly newId: () => string;
}

export interface AcceptedRows {
  readonly newAccounts: readonly Account[];
  readonly unlistedAssets: readonly Asset[];
  /** In file order. */
  readonly transactions: readonly Transaction[];
  /** Stored transactions that selected rows reverse. */
  readonly reversed: readonly Transaction[];
  /** The rows of `transactions`, in the same order. */
  readonly rows: readonly PreparedRow[];
  /**
   * Unknown broker names (or Ids where there is no name) for which no broker is proposed or chosen; their rows are not
   * in `transactions`.
   */
  readonly brokersToChoose: readonly string[];
}

/**
 * Makes records of the selected rows: new accounts and unlisted assets get identifiers, and placeholders are replaced.
 * A row of our own export keeps its Id unless a stored record has it.
 */
export function acceptRows(prepared: PreparedImport, choice: AcceptChoice): AcceptedRows {
  const wanted = new Set(choice.createAccounts.map(nameKey));
  const accounts = new Map<string, Account>();
  const brokerIds = new Map(
    prepared.content.unknownBrokers.map((broker) => [
      nameKey(broker.name),
      choice.brokerChoices?.[broker.name] ?? broker.brokerId,
    ]),
  );
  const assets = new Map<string, Asset>();
  const names = new Map(prepared.content.unlistedAssets.map((asset) => [asset.isin, asset.name]));
  const list = (isin: string): void => {
    const name = names.get(isin);
    if (name !== undefined && !assets.has(isin)) assets.set(isin, unlistedAsset(choice.newId(), isin, name));
  };
  const unresolved = new Set<string>();
  const usedIds = new Set<string>();
  const transactions: Transaction[] = [];
  const reversed: Transaction[] = [];
  const rows: PreparedRow[] = [];
  for (const row of prepared.rows) {
    if (row.reverses !== null && choice.selected.has(row.rowNumber)) reversed.push(row.reverses);
    if (row.fields === null || row.status === 'cancelled' || !choice.selected.has(row.rowNumber)) continue;
    if (row.newAccount !== null && !wanted.has(nameKey(row.newAccount))) continue;
    const brokerId = brokerOf(row, row.fields.brokerId, brokerIds, choice);
    if (brokerId === null) {
      unresolved.add(nameOrId(row));
      continue;
    }
    const account =
      row.newAccount === null
        ? null
        : (accounts.get(nameKey(row.newAccount)) ?? {
            id: accountIdIn(row, accounts, choice) ?? choice.newId(),
            name: row.newAccount,
          });
    if (account !== null) accounts.set(nameKey(account.name), account);
    list(row.fields.isin);
    if (row.fields.relatedIsin !== undefined) list(row.fields.relatedIsin);
    const keepsId = row.fileId !== null && row.duplicate === null && !usedIds.has(row.fileId);
    const id = keepsId && row.fileId !== null ? row.fileId : choice.newId();
    usedIds.add(id);
    transactions.push({ ...row.fields, id, accountId: account?.id ?? row.fields.accountId, brokerId });
    rows.push(row);
  }
  const pairs = rows.map(({ reading }) => reading.source.pair);
  const linked = withLinks(transactions, pairs, choice.newId);
  return {
    newAccounts: [...accounts.values()],
    unlistedAssets: [...assets.values()],
    transactions: linked,
    reversed,
    rows,
    brokersToChoose: [...unresolved],
  };
}

/**
 * Gives the two rows of each transfer within the file the same id; a row whose other side is not imported gets none.
 * `pairs` has the pair of each row.
 */
function withLinks(
  transactions: readonly Transaction[],
  pairs: readonly (string | undefined)[],
  newId: () => string,
): readonly Transaction[] {
  const sides = groupBy(
    pairs.filter((pair) => pair !== undefined),
    (pair) => pair,
  );
  if (sides.size === 0) return transactions;
  const ids = new Map([...sides].map(([pair, rows]) => [pair, rows.length === 2 ? newId() : null]));
  return transactions.map((row, index) => {
    const id = ids.get(pairs[index] ?? '');
    if (id === undefined) return row;
    const { transferId: _pair, ...unlinked } = row;
    return id === null ? unlinked : { ...unlinked, transferId: id };
  });
}

/** The broker Id that a row of our own export states, or an empty text. */
export function brokerIdIn({ reading }: PreparedRow): string {
  return reading.source.get('brokerId').trim();
}

function nameOrId(row: PreparedRow): string {
  return (row.unknownBroker ?? '') === '' ? brokerIdIn(row) : (row.unknownBroker ?? '');
}

function brokerOf(
  row: PreparedRow,
  known: string,
  chosen: ReadonlyMap<string, string | null>,
  { keptBrokerIds }: AcceptChoice,
): string | null {
  if (row.unknownBroker === null) return known;
  const id = brokerIdIn(row);
  if (keptBrokerIds === undefined || id === '') return chosen.get(nameKey(row.unknownBroker)) ?? null;
  return keptBrokerIds.has(id) ? id : null;
}

function accountIdIn(
  { reading }: PreparedRow,
  others: ReadonlyMap<string, Account>,
  { keepsAccountIds = false }: AcceptChoice,
): string | null {
  const id = keepsAccountIds ? reading.source.get('accountId').trim() : '';
  const isTaken = [...others.values()].some((account) => account.id === id);
  return isUuid(id) && !isTaken ? id : null;
}
