/** The write requests of each entity: where they go and what they carry, on a server of either kind. */
import { readSyncState, type WireForms } from '../data/meta.ts';
import type { RecordEntry } from '../data/outbox-entry.ts';
import type { Receipt } from '../data/receipt-record.ts';
import { readAttachedFile } from '../data/receipts.ts';
import { settleFailed, type RecordClaim } from '../data/settlement.ts';
import type { EntityName } from '../data/schema.ts';
import { UPLOAD_TIMEOUT_MS, type CallOutcome } from './api.ts';
import { bodyOf } from './bodies.ts';
import { formOf } from './form-of.ts';
import { collectionPath, itemPath } from './paths.ts';
import { addressOf } from './read-current.ts';
import type { SenderContext } from './send-result.ts';

type Headers = Readonly<Record<string, string>>;

/** Sends a creation. Null when there is nothing that could be sent, which is then settled. */
export async function postRecord(
  context: SenderContext,
  claim: RecordClaim,
  headers: Headers,
): Promise<CallOutcome | null> {
  const { entry } = claim;
  const record = entry.payload?.record;
  if (record === undefined) return null;
  const path = collectionPath(entry.entity, addressOf(entry));
  if (entry.entity === 'receipt') return await upload(context, claim, record as Receipt, path, headers);
  const json = bodyOf<EntityName>(entry.entity, record, { ...(await wireOf(context)), create: true });
  // An extra is named by its user, so its creation says its address.
  if (entry.entity === 'extra')
    return await context.api.call('PUT', itemPath(entry.entity, addressOf(entry)), {
      json,
      headers: { ...headers, 'If-None-Match': '*' },
    });
  return await context.api.call('POST', path, { json, headers });
}

/** Sends an edit. */
export async function putRecord(
  context: SenderContext,
  entry: RecordEntry,
  headers: Headers,
): Promise<CallOutcome | null> {
  const record = entry.payload?.record;
  if (record === undefined) return null;
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

/** A file that is not what the user attached is never sent: they are asked to attach it again. */
async function upload(
  context: SenderContext,
  claim: RecordClaim,
  receipt: Receipt,
  path: string,
  headers: Headers,
): Promise<CallOutcome | null> {
  const file = await readAttachedFile(context.db, claim.entry.localId);
  if (file.kind !== 'file') {
    await settleFailed(context.db, claim, { status: 0, code: 'fileDamaged', message: '' });
    return null;
  }
  const { receiptType, description } = detailsOf(receipt);
  const fields: Record<string, string> = { transactionId: receipt.transactionId };
  if (context.mode === 'extended') fields['id'] = claim.entry.localId;
  if (receiptType) fields['receiptType'] = receiptType;
  if (description) fields['description'] = description;
  const form = formOf(fields);
  form.append('file', new Blob([file.bytes], { type: receipt.contentType }), receipt.originalFileName);
  return await context.api.call('POST', path, { form, headers, timeoutMs: UPLOAD_TIMEOUT_MS });
}
