/** Asking a server to delete many records in one call: the user is asked about those that were changed there. */
import { readSyncState } from '../../data/database/meta.ts';
import type { RecordEntry } from '../../data/database/outbox-entry.ts';
import type { EntityName } from '../../data/entities/entities.ts';
import { sameContent } from '../../data/entities/entity-fields.ts';
import type { RecordClaim } from '../../data/outbox/claims.ts';
import type { RecordOutcome } from '../../data/outbox/outcome.ts';
import { isRetryable, refusalOf, successOf, type CallOutcome } from '../api/api.ts';
import { isOld, readCurrent } from '../read/read-current.ts';
import { bulkDeletePath } from '../wire/paths.ts';
import { idInWireForm } from '../wire/wire-forms.ts';
import { listIn } from '../network/http.ts';
import { readRecord } from '../wire/wire.ts';
import { done, unsuccessful, type Driven, type SenderContext } from './send-result.ts';

/** Records read at once. */
const AT_ONCE = 4;

/**
 * Sends the deletions of a claim to a plain server, after each record was read. Deletions that cannot go together are
 * sent one by one after it: the record was changed elsewhere, or could not be read, or the server refused the whole
 * call.
 */
export async function sendDeletionsPlain(context: SenderContext, claim: RecordClaim): Promise<Driven<RecordOutcome>> {
  const entries = [claim.entry, ...claim.others];
  const gone: RecordEntry[] = [];
  const unchanged: RecordEntry[] = [];
  let isLate = false;
  for (let start = 0; start < entries.length; start += AT_ONCE) {
    const batch = entries.slice(start, start + AT_ONCE);
    const asked = context.environment.now();
    const read = await Promise.all(batch.map(async (entry) => await readCurrent(context.api, entry)));
    // The browser froze the tab over it: what was read before is old too.
    isLate ||= isOld(asked, context.environment);
    for (const [index, entry] of batch.entries()) {
      const current = read[index];
      if (current === undefined || 'failed' in current) continue;
      const { record } = current.copy;
      if (record === null) gone.push(entry);
      else if (entry.base?.record != null && sameContent(entry.entity, entry.base.record, record))
        unchanged.push(entry);
    }
  }
  const outcome = unchanged.length === 0 || isLate ? null : await callFor(context, claim.entry.entity, unchanged);
  if (outcome !== null && successOf(outcome) !== null) gone.push(...unchanged);
  const singly = entries.filter((entry) => !gone.includes(entry));
  return {
    outcome: { kind: 'deletions', gone, changed: [], singly, error: null },
    result: { kind: outcome === null || outcome.kind === 'reply' ? 'done' : 'offline' },
  };
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

/** The name under which the ids are sent; the others take a bare list (002 §7). */
const FIELDS: { readonly [E in EntityName]?: string } = { transaction: 'transactionIds', asset: 'assetIds' };

/**
 * Sends the deletions of a claim to our server, which leaves records of another version. Sent again after a lost reply
 * it finds them gone, so it needs no key.
 */
export async function sendDeletionsAtVersions(
  context: SenderContext,
  claim: RecordClaim,
): Promise<Driven<RecordOutcome>> {
  const entries = [claim.entry, ...claim.others];
  const json = {
    transactionIds: entries.map(({ localId }) => localId),
    versions: entries.map(({ base }) => base?.version ?? 0),
  };
  const outcome = await context.api.call('POST', bulkDeletePath('transaction'), { json });
  const reply = successOf(outcome);
  if (reply === null && outcome.kind === 'reply' && !isRetryable(outcome.status)) {
    const error = { status: outcome.status, code: 'retrying', ...refusalOf(outcome) } as const;
    return done({ kind: 'deletions', gone: [], changed: [], singly: entries, error });
  }
  if (reply === null) return unsuccessful(context, claim.entry, outcome);
  const copies = listIn(reply.json, 'left').flatMap((item) => readRecord('transaction', item) ?? []);
  const theirs = new Map(copies.map((copy) => [copy.record?.id, copy]));
  return done({
    kind: 'deletions',
    gone: entries.filter(({ localId }) => !theirs.has(localId)),
    changed: entries.flatMap((entry) => {
      const copy = theirs.get(entry.localId);
      return copy === undefined ? [] : [{ entry, theirs: copy }];
    }),
    singly: [],
    error: null,
  });
}
