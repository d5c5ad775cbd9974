/** Version 10: renames what earlier versions stored to the names of today's code. Nothing else changes. */
import type { Transaction } from 'dexie';

/** Each name that versions up to 9 stored, with today's name. */
const SYNC_FIELDS = {
  epoch: 'serverEpoch',
  restoring: 'isRestoredFromBackup',
  pulledEpoch: 'lastPullClaimNumber',
} as const;
const SENDER_FIELDS = { epoch: 'claimNumber' } as const;
const CREATION_FIELDS = { epoch: 'claimNumber', created: 'isUnversioned' } as const;
const IMPORT_FIELDS = { touchedAt: 'lastWrittenAt' } as const;
const NOTICE_FIELDS = { twin: 'duplicateId' } as const;
const META_KEYS = { cashDoubles: 'cashDuplicates', importDoubles: 'importDuplicates' } as const;

type Row = Readonly<Record<string, unknown>>;
type RemovalRow = Row & { readonly replaced: readonly Row[] };
type TakenBack = Row & {
  readonly removed: { readonly removals: readonly RemovalRow[]; readonly children: readonly RemovalRow[] };
};

/** The row with its fields renamed. */
function renameFields(row: Row, names: Readonly<Record<string, string>>): Row {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [names[name] ?? name, value]));
}

/** Renames what is stored under names of version 9 and before, in the upgrade's own transaction. */
export async function upgradeNames(transaction: Transaction): Promise<void> {
  await upgradeMeta(transaction);
  const outbox = transaction.table<Row>('outbox');
  await outbox.bulkPut((await outbox.toArray()).map(upgradeEntry));
  const imports = transaction.table<Row>('imports');
  await imports.bulkPut((await imports.toArray()).map(upgradeImport));
  const creations = await transaction.table<Row>('touched').toArray();
  await transaction
    .table<Row>('acknowledgedCreations')
    .bulkPut(creations.map((row) => renameFields(row, CREATION_FIELDS)));
  const quarantine = transaction.table<Row>('quarantine');
  await quarantine.bulkPut(
    (await quarantine.toArray()).map((row) =>
      row['reason'] === 'restored' ? { ...row, reason: 'restoredFromBackup' } : row,
    ),
  );
}

async function upgradeMeta(transaction: Transaction): Promise<void> {
  const meta = transaction.table<{ readonly key: string; readonly value: unknown }, string>('meta');
  for (const [key, names] of [
    ['sync', SYNC_FIELDS],
    ['sender', SENDER_FIELDS],
  ] as const) {
    const row = await meta.get(key);
    if (row !== undefined) await meta.put({ key, value: renameFields(row.value as Row, names) });
  }
  const notices = await meta.get('notices');
  if (notices !== undefined)
    await meta.put({ key: 'notices', value: (notices.value as readonly Row[]).map(upgradeNotice) });
  for (const [before, key] of Object.entries(META_KEYS)) {
    const row = await meta.get(before);
    if (row === undefined) continue;
    await meta.put({ key, value: row.value });
    await meta.delete(before);
  }
}

function upgradeNotice(notice: Row): Row {
  const renamed = renameFields(notice, NOTICE_FIELDS);
  return renamed['kind'] === 'maybeTwice' ? { ...renamed, kind: 'duplicate' } : renamed;
}

/** Nothing reads an entry's claim number: the sender's own is compared. */
function upgradeEntry({ epoch: _epoch, ...entry }: Row): Row {
  const error = entry['error'] as Row | null | undefined;
  return error == null ? entry : { ...entry, error: upgradeError(error) };
}

/** Earlier versions did not store the kind of a message: readers looked at how it begins. */
function upgradeError(error: Row): Row {
  const { code, status, message, words } = error;
  const kind =
    message === `HTTP ${String(status)}` ? 'status' : String(message).startsWith('Server error: ') ? 'text' : undefined;
  return {
    ...error,
    ...(code === 'restored' && { code: 'restoredFromBackup' }),
    ...(words === undefined && kind !== undefined && { words: kind }),
  };
}

/** An import keeps the outbox entries of the transactions that it removed. */
function upgradeImport(record: Row): Row {
  const renamed = renameFields(record, IMPORT_FIELDS);
  const takenBack = renamed['takenBack'] as TakenBack | undefined;
  if (takenBack === undefined) return renamed;
  const { removed } = takenBack;
  const removals = removed.removals.map(upgradeRemoval);
  const children = removed.children.map(upgradeRemoval);
  return { ...renamed, takenBack: { ...takenBack, removed: { ...removed, removals, children } } };
}

function upgradeRemoval(removal: RemovalRow): RemovalRow {
  return { ...removal, replaced: removal.replaced.map(upgradeEntry) };
}
