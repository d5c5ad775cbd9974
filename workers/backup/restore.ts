/**
 * Restores an export into an empty account of any server: references to the server's own lists get that server's
 * entries.
 */
import { nameKey } from '../../domain/csv/cells/cell-text.ts';
import { unlistedAsset } from '../../domain/csv/stored/directory.ts';
import { withCurrentIds } from '../../domain/records/extra-references.ts';
import type { Asset, Transaction } from '../../domain/records/records.ts';
import {
  hasOtherRecords,
  OWN_ENTITIES,
  readAllRecords,
  restoreDeletedHere,
  restoreReceipt,
  restoreRecords,
  type AllRecords,
} from '../../src/data/device/backup-records.ts';
import { digestOf } from '../../src/data/database/digest.ts';
import { isinsIn } from '../../src/data/entities/entity-references.ts';
import { newId } from '../../src/data/database/ids.ts';
import { writeImport } from '../../src/data/imports/imports.ts';
import { currentIds } from '../../src/data/outbox/outbox.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import { getTransactions } from '../../src/data/records/transactions.ts';
import type { Written } from '../../src/data/database/write.ts';
import type { MissingNames } from '../api/export-types.ts';
import type { BackupContent } from './backup-file.ts';

/** The name under which the transactions of an export are imported. */
export const RESTORED_FILE = 'Restored export';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;

/** An export whose ids any server accepts, and whose references name entries of the device's server. */
export interface Prepared {
  readonly records: AllRecords;
  readonly files: BackupContent['files'];
  readonly unlistedAssets: readonly Asset[];
  /** Names in the export that the server's lists lack; an administrator's restoration adds them. */
  readonly missing: MissingNames;
}

/** The same text gives the same id, so that an interrupted restoration continues where it stopped. */
async function uuidOf(textOfId: string): Promise<string> {
  const digest = await digestOf(new TextEncoder().encode(textOfId).buffer as ArrayBuffer);
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

/** The replaced ids of the export: those that are not UUIDs, and those of shared entries by name. */
async function renamings(
  content: BackupContent,
  here: AllRecords,
  mayAdd: boolean,
): Promise<{ readonly ids: Map<string, string>; readonly missing: MissingNames }> {
  const { records, createdAt } = content;
  const ids = new Map<string, string>();
  for (const entity of OWN_ENTITIES) {
    if (entity === 'extra') continue;
    for (const { id } of records[entity])
      if (!UUID.test(id)) ids.set(`${entity} ${id}`, await uuidOf(`${createdAt} ${entity} ${id}`));
  }
  // An account with the same name, such as the wizard's, is used for the export's account: it is empty, or from an
  // interrupted try.
  const accounts = new Map(here.account.map((row) => [nameKey(row.name), row.id]));
  for (const { id, name } of records.account) {
    const found = accounts.get(nameKey(name));
    if (found === undefined) continue;
    ids.set(`account ${id}`, found);
    // Two accounts with the same name stay separate.
    accounts.delete(nameKey(name));
  }
  const shared = (entity: 'broker' | 'bankName', used: ReadonlySet<string>): string[] => {
    const byName = new Map(here[entity].map((row) => [row.name.toLowerCase(), row.id]));
    const missing: string[] = [];
    for (const { id, name } of records[entity]) {
      if (!used.has(id)) continue;
      // A user who may not add a broker gets the broker that all servers have for this.
      const found =
        byName.get(name.toLowerCase()) ?? (mayAdd || entity === 'bankName' ? undefined : byName.get('other'));
      if (found === undefined) missing.push(name);
      ids.set(`${entity} ${id}`, found ?? (UUID.test(id) ? id : newId()));
    }
    return missing;
  };
  const brokers = shared(
    'broker',
    new Set([...records.transaction, ...records.brokerCashBalance].map((row) => row.brokerId)),
  );
  return {
    ids,
    missing: { brokers, banks: shared('bankName', new Set(records.savingsAccount.map((row) => row.bankNameId))) },
  };
}

/** Prepares an export for the server of this database. `mayAdd`: the user may add to the shared lists. */
export async function prepareRestore(db: HoldfastDatabase, content: BackupContent, mayAdd: boolean): Promise<Prepared> {
  const here = await readAllRecords(db);
  const { ids, missing } = await renamings(content, here, mayAdd);
  const { records } = content;
  const of = (entity: string, id: string): string => ids.get(`${entity} ${id}`) ?? id;
  const isins = new Set(here.asset.map((asset) => asset.isin));
  const names = new Map(records.asset.map((asset) => [asset.isin, asset.name]));
  const needed = new Set(records.transaction.flatMap(isinsIn));
  return {
    missing,
    files: new Map([...content.files].map(([id, bytes]) => [of('receipt', id), bytes])),
    unlistedAssets: [...needed]
      .filter((isin) => !isins.has(isin))
      .map((isin) => unlistedAsset(newId(), isin, names.get(isin) ?? isin)),
    records: {
      ...records,
      broker: records.broker.map((row) => ({ ...row, id: of('broker', row.id) })),
      bankName: records.bankName.map((row) => ({ ...row, id: of('bankName', row.id) })),
      account: records.account.map((row) => ({ ...row, id: of('account', row.id) })),
      savingsAccount: records.savingsAccount.map((row) => ({
        ...row,
        id: of('savingsAccount', row.id),
        accountId: of('account', row.accountId),
        bankNameId: of('bankName', row.bankNameId),
      })),
      brokerCashBalance: records.brokerCashBalance.map((row) => ({
        ...row,
        id: of('brokerCashBalance', row.id),
        accountId: of('account', row.accountId),
        brokerId: of('broker', row.brokerId),
      })),
      property: records.property.map((row) => ({
        ...row,
        id: of('property', row.id),
        accountId: of('account', row.accountId),
      })),
      propertyPrice: records.propertyPrice.map((row) => ({
        ...row,
        id: of('propertyPrice', row.id),
        propertyId: of('property', row.propertyId),
      })),
      transaction: records.transaction.map((row): Transaction => ({
        ...row,
        id: of('transaction', row.id),
        accountId: of('account', row.accountId),
        brokerId: of('broker', row.brokerId),
      })),
      receipt: records.receipt.map((row) => ({
        ...row,
        id: of('receipt', row.id),
        transactionId: of('transaction', row.transactionId),
      })),
      extra: records.extra.map((row) => withCurrentIds(row, of)),
    },
  };
}

/** False when the user has records that are not in the export. */
export async function isEmptyBut(db: HoldfastDatabase, { records }: Prepared): Promise<boolean> {
  return !(await hasOtherRecords(db, records));
}

/** Queues everything: names for the shared lists where the user may add them, parents, transactions as an import, receipts. */
export async function runRestore(
  db: HoldfastDatabase,
  { records, files, unlistedAssets, missing }: Prepared,
  now: number,
): Promise<Written<null>> {
  const { account, savingsAccount, brokerCashBalance, property, propertyPrice, extra } = records;
  const broker = records.broker.filter((row) => missing.brokers.includes(row.name));
  const bankName = records.bankName.filter((row) => missing.banks.includes(row.name));
  const first = await restoreRecords(
    db,
    { broker, bankName, account, savingsAccount, brokerCashBalance, property, propertyPrice, extra },
    now,
  );
  if (!first.ok) return first;
  const undeleted = await restoreDeletedHere(db, records.transaction, now);
  if (!undeleted.ok) return undeleted;
  const ids = await currentIds(
    db,
    records.transaction.map(({ id }) => id),
  );
  const present = new Set((await getTransactions(db, ids)).map((row) => row.id));
  const transactions = records.transaction.filter((_row, index) => !present.has(ids[index] ?? ''));
  const imported = await writeImport(
    db,
    { fileName: RESTORED_FILE, newAccounts: [], unlistedAssets, transactions },
    { now: () => now },
  );
  if (!imported.ok) return imported;
  for (const receipt of records.receipt) {
    const bytes = files.get(receipt.id);
    // Without its file, a receipt cannot be sent.
    if (bytes === undefined) continue;
    const buffer = bytes.slice().buffer;
    const done = await restoreReceipt(
      db,
      receipt,
      { id: receipt.id, bytes: buffer, type: receipt.contentType, sha256: await digestOf(buffer), keep: false },
      now,
    );
    if (!done.ok) return done;
  }
  return { ok: true, value: null };
}
