/** A waiting change as a file: the user has it whatever happens. */
import { transactionsCsv } from '../../../domain/csv/exports/export-transactions.ts';
import { listAssets } from '../../data/records/assets.ts';
import { readChunk } from '../../data/outbox/chunk-rows.ts';
import type { ImportEntry, OutboxEntry, RecordEntry } from '../../data/database/outbox-entry.ts';
import { readReceiptFile } from '../../data/receipts/receipts.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { entryTitle } from './entry-words.ts';
import type { EntryContext } from './record-words.ts';

export interface EntryFile {
  readonly fileName: string;
  readonly blob: Blob;
}

/** The rows of an import's part as CSV, a new receipt's own file, and anything else as JSON with both versions and the server's words. */
export async function entryFile(db: HoldfastDatabase, entry: OutboxEntry, context: EntryContext): Promise<EntryFile> {
  if (entry.entity === 'import') return await chunkFile(db, entry, context);
  if (entry.entity === 'receipt' && entry.kind === 'create') {
    const file = await readReceiptFile(db, entry.localId);
    if (file.kind === 'file') return { fileName: file.name, blob: new Blob([file.bytes], { type: file.type }) };
  }
  return jsonFile(entry, context);
}

async function chunkFile(
  db: HoldfastDatabase,
  entry: ImportEntry,
  { accounts, brokers }: EntryContext,
): Promise<EntryFile> {
  const { rows } = await readChunk(db, entry);
  const assets = new Map((await listAssets(db)).map((asset) => [asset.isin, asset.name]));
  const csv = transactionsCsv(rows, {
    account: (id) => accounts.get(id)?.name ?? '',
    broker: (id) => brokers.get(id)?.name ?? '',
    asset: (isin) => assets.get(isin) ?? '',
  });
  return {
    fileName: `unsent-transactions-${entry.queuedAt.slice(0, 10)}-${entry.index + 1}.csv`,
    blob: new Blob([csv], { type: 'text/csv;charset=utf-8' }),
  };
}

function jsonFile(entry: RecordEntry, context: EntryContext): EntryFile {
  const { entity, kind, queuedAt, payload, base, theirs, error } = entry;
  const content = {
    change: entryTitle(entry, context),
    entity,
    kind,
    queuedAt,
    mine: payload?.record ?? null,
    before: base?.record ?? null,
    theirs: theirs?.record ?? null,
    error,
  };
  return {
    fileName: `unsent-${entity}-${queuedAt.slice(0, 10)}.json`,
    blob: new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
  };
}
