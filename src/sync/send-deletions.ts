/** Asking a plain server to delete many records in one call, after each was read: what was changed there is asked about. */
import { sameContent } from '../data/entity-fields.ts';
import { readSyncState } from '../data/meta.ts';
import type { RecordEntry } from '../data/outbox-entry.ts';
import type { EntityName } from '../data/schema.ts';
import { settleDeletions, type RecordClaim } from '../data/settlement.ts';
import { successOf, type CallOutcome } from './api.ts';
import { bulkDeletePath } from './paths.ts';
import { readCurrent } from './read-current.ts';
import type { SenderContext, SendResult } from './send-result.ts';
import { idInWireForm } from './wire-forms.ts';

/** Records read at once. */
const AT_ONCE = 4;

/**
 * Sends the deletions of a claim. Those that cannot go together are sent one by one after it: the record was changed
 * elsewhere, or could not be read, or the server refused the whole call.
 */
export async function sendDeletions(context: SenderContext, claim: RecordClaim): Promise<SendResult> {
  const entries = [claim.entry, ...claim.others];
  const gone: RecordEntry[] = [];
  const unchanged: RecordEntry[] = [];
  for (let start = 0; start < entries.length; start += AT_ONCE) {
    const batch = entries.slice(start, start + AT_ONCE);
    const read = await Promise.all(batch.map(async (entry) => await readCurrent(context.api, entry)));
    for (const [index, entry] of batch.entries()) {
      const current = read[index];
      if (current === undefined || 'failed' in current) continue;
      const { record } = current.copy;
      if (record === null) gone.push(entry);
      else if (entry.base?.record != null && sameContent(entry.entity, entry.base.record, record))
        unchanged.push(entry);
    }
  }
  const outcome = unchanged.length === 0 ? null : await callFor(context, claim.entry.entity, unchanged);
  if (outcome !== null && successOf(outcome) !== null) gone.push(...unchanged);
  const singly = entries.filter((entry) => !gone.includes(entry));
  await settleDeletions(context.db, claim, { gone, singly });
  return outcome?.kind === 'offline' || outcome?.kind === 'signedOut' ? { kind: outcome.kind } : { kind: 'done' };
}

async function callFor(
  { db, api }: SenderContext,
  entity: EntityName,
  entries: readonly RecordEntry[],
): Promise<CallOutcome> {
  const { wireForms } = await readSyncState(db);
  const ids = entries.map(({ localId }) => idInWireForm(entity, localId, wireForms));
  const field = FIELDS[entity];
  return await api.call('POST', bulkDeletePath(entity), { json: field === undefined ? ids : { [field]: ids } });
}

/** Under which name the ids are sent; the others take a bare list (002 §7). */
const FIELDS: { readonly [E in EntityName]?: string } = { transaction: 'transactionIds', asset: 'assetIds' };
