/** The write requests of each entity: their address and body, on a server of either kind. */
import { readSyncState, type WireForms } from '../../data/database/meta.ts';
import type { EntryError, RecordEntry } from '../../data/database/outbox-entry.ts';
import type { AnyRecord, EntityName } from '../../data/entities/entities.ts';
import type { Receipt } from '../../data/entities/receipt-record.ts';
import { readAttachedFile } from '../../data/receipts/receipts.ts';
import { UPLOAD_TIMEOUT_MS, type CallOutcome } from '../api/api.ts';
import { addressOf } from '../read/read-current.ts';
import { collectionPath, itemPath } from '../wire/paths.ts';
import { bodyOf, formOf } from './bodies.ts';
import type { SenderContext } from './send-result.ts';

type Headers = Readonly<Record<string, string>>;

/** The result of sending a creation: a call, or why nothing was sent. */
export type Posted = { readonly call: CallOutcome } | { readonly refused: EntryError };

/** Sends the creation of a record. */
export async function postRecord(
  context: SenderContext,
  entry: RecordEntry,
  record: AnyRecord,
  headers: Headers,
): Promise<Posted> {
  const path = collectionPath(entry.entity, addressOf(entry));
  if (entry.entity === 'receipt') return await upload(context, entry, record as Receipt, path, headers);
  const json = bodyOf<EntityName>(entry.entity, record, { ...(await wireOf(context)), create: true });
  // An extra is named by its user, so its address is known on creation.
  const call =
    entry.entity === 'extra'
      ? await context.api.call('PUT', itemPath(entry.entity, addressOf(entry)), {
          json,
          headers: { ...headers, 'If-None-Match': '*' },
        })
      : await context.api.call('POST', path, { json, headers });
  return { call };
}

/** Sends an edit that gives a record this content. */
export async function putRecord(
  context: SenderContext,
  entry: RecordEntry,
  record: AnyRecord,
  headers: Headers,
): Promise<CallOutcome> {
  const path = itemPath(entry.entity, addressOf(entry));
  if (entry.entity !== 'receipt')
    return await context.api.call('PUT', path, {
      json: bodyOf<EntityName>(entry.entity, record, { ...(await wireOf(context)), create: false }),
      headers,
    });
  return await context.api.call('PUT', path, { form: formOf(detailsOf(record as Receipt)), headers });
}

async function wireOf({ db, mode }: SenderContext): Promise<{ readonly extended: boolean; readonly forms: WireForms }> {
  return { extended: mode === 'extended', forms: (await readSyncState(db)).wireForms };
}

function detailsOf({ receiptType, description }: Receipt): Record<string, string> {
  return { receiptType: receiptType ?? '', description };
}

/** A file that is not the one the user attached is never sent: they are asked to attach it again. */
async function upload(
  context: SenderContext,
  entry: RecordEntry,
  receipt: Receipt,
  path: string,
  headers: Headers,
): Promise<Posted> {
  const file = await readAttachedFile(context.db, entry.localId);
  if (file.kind !== 'file') return { refused: { status: 0, code: 'fileDamaged', message: '' } };
  const { receiptType, description } = detailsOf(receipt);
  const fields: Record<string, string> = { transactionId: receipt.transactionId };
  if (context.mode === 'extended') fields['id'] = entry.localId;
  if (receiptType) fields['receiptType'] = receiptType;
  if (description) fields['description'] = description;
  const form = formOf(fields);
  form.append('file', new Blob([file.bytes], { type: receipt.contentType }), receipt.originalFileName);
  return { call: await context.api.call('POST', path, { form, headers, timeoutMs: UPLOAD_TIMEOUT_MS }) };
}
