/** Gives a record the id that the server chose for it, everywhere on the device. Runs inside a write. */
import type { Transaction } from '../../domain/records.ts';
import { isEntryOf, type OutboxEntry, type RecordEntry } from './outbox-entry.ts';
import { entityTable, type EntityName, type HoldfastDatabase, type Stored } from './schema.ts';

/** Tables that a write must name when it re-keys. */
export const REKEY_TABLES = ['accounts', 'brokers', 'assets', 'transactions', 'outbox', 'aliases', 'touched'] as const;

/** Rows of a table read and rewritten at once. */
const BATCH = 5000;

/** Renames a record, what refers to it and what waits to be sent about it, and keeps the old id as an alias. */
export async function rekeyRecord(db: HoldfastDatabase, entity: EntityName, oldId: string, newId: string): Promise<void> {
  if (oldId === newId) return;
  const table = entityTable(db, entity);
  const row = await table.get(oldId);
  if (row !== undefined) {
    await table.delete(oldId);
    await table.put({ ...row, id: newId });
  }
  const before = await db.aliases.filter((alias) => alias.newId === oldId).toArray();
  await db.aliases.bulkPut([...before.map((alias) => ({ ...alias, newId })), { oldId, newId }]);
  const rename = (id: string): string => (id === oldId ? newId : id);
  if (entity === 'account' || entity === 'broker') await renameInTransactions(db, entity, oldId, rename);
  await renameInOutbox(db, entity, rename);
}

function withReferences(entity: EntityName, record: Transaction, rename: (id: string) => string): Transaction {
  if (entity === 'account') return { ...record, accountId: rename(record.accountId) };
  return { ...record, brokerId: rename(record.brokerId) };
}

async function renameInTransactions(db: HoldfastDatabase, entity: EntityName, oldId: string, rename: (id: string) => string): Promise<void> {
  let after = '';
  for (;;) {
    const rows = await db.transactions.where('id').above(after).limit(BATCH).toArray();
    const changed = rows.filter((row) => (entity === 'account' ? row.accountId : row.brokerId) === oldId);
    await db.transactions.bulkPut(changed.map((row): Stored<Transaction> => ({ ...row, ...withReferences(entity, row, rename) })));
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return;
    after = last.id;
  }
}

async function renameInOutbox(db: HoldfastDatabase, entity: EntityName, rename: (id: string) => string): Promise<void> {
  const entries = await db.outbox.toArray();
  const changed: OutboxEntry[] = [];
  for (const entry of entries) {
    if (entry.entity === 'import') continue;
    const renamed = renamedEntry(entry, entity, rename);
    if (renamed !== null) changed.push(renamed);
  }
  await db.outbox.bulkPut(changed);
}

/** The entry with the new id wherever it had the old one; null when it did not. */
function renamedEntry(entry: RecordEntry, entity: EntityName, rename: (id: string) => string): RecordEntry | null {
  if (entry.entity === entity) {
    if (rename(entry.localId) === entry.localId) return null;
    return mapRecords({ ...entry, localId: rename(entry.localId) }, (record) => ({ ...record, id: rename(record.id) }));
  }
  if (!isEntryOf(entry, 'transaction')) return null;
  const renamed = mapRecords(entry, (record) => withReferences(entity, record, rename));
  return JSON.stringify(renamed) === JSON.stringify(entry) ? null : renamed;
}

function mapRecords<E extends EntityName>(
  entry: RecordEntry<E>, change: (record: NonNullable<RecordEntry<E>['payload']>['record']) => NonNullable<RecordEntry<E>['payload']>['record'],
): RecordEntry<E> {
  const { payload, base, theirs } = entry;
  return {
    ...entry,
    payload: payload === null ? null : { ...payload, record: change(payload.record) },
    base: base?.record ? { ...base, record: change(base.record) } : base,
    theirs: theirs?.record ? { ...theirs, record: change(theirs.record) } : theirs,
  };
}
