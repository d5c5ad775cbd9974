/** Reading the record of a change as the server has it now. */
import { NO_COPY, type PresentCopy, type RecordEntry, type ServerCopy } from '../../data/database/outbox-entry.ts';
import type { AnyRecord, EntityName, EntityRecords } from '../../data/entities/entities.ts';
import type { SyncEnvironment } from '../api/environment.ts';
import { statusOf, successOf, type Api, type CallOutcome } from '../api/api.ts';
import { hasItem, itemPath, type Addressed } from '../wire/paths.ts';
import { asObject } from '../network/http.ts';
import { readId, readRecord, type Known } from '../wire/wire.ts';
import { readList } from './lists.ts';

/** As much of an entry's record as its address needs, under the id that the record has now. */
export function addressOf(entry: RecordEntry): Addressed {
  return { ...knownOf(entry), id: entry.localId };
}

/** The fields that replies about the entry's record may leave out. */
export function knownOf(entry: RecordEntry): Known {
  const record = entry.payload?.record ?? entry.base?.record ?? null;
  return record === null ? {} : knownFrom(record);
}

/** The fields that replies about a record may leave out, taken from our copy of it. */
export function knownFrom(record: AnyRecord): Known {
  if ('propertyId' in record) return { propertyId: record.propertyId, currency: record.currency };
  return 'originalFileName' in record ? { transactionId: record.transactionId } : {};
}

/** How long what a plain server was asked for counts as read just before a change, in milliseconds. */
const FRESH_MS = 5000;

/** Whether what was asked for then, in milliseconds since 1970, was read too long ago; a clock that was set back says so too. */
export function isOld(asked: number, { now }: Pick<SyncEnvironment, 'now'>): boolean {
  return Math.abs(now() - asked) > FRESH_MS;
}

/** One record, for which an earlier reply may be used; null where there is none that can be stored. */
export async function readItem<E extends EntityName>(
  api: Api,
  entity: E,
  id: string,
): Promise<{ readonly copy: PresentCopy<EntityRecords[E]> | null } | { readonly failed: CallOutcome }> {
  const outcome = await api.call('GET', itemPath(entity, { id }), { recent: true });
  if (successOf(outcome) === null && statusOf(outcome) !== 404) return { failed: outcome };
  return { copy: readRecord(entity, successOf(outcome)?.json) };
}

/** The server's copy, its record null when it was deleted there, or the call that failed. */
export async function readCurrent(
  api: Api,
  entry: RecordEntry,
): Promise<{ readonly copy: ServerCopy<AnyRecord> } | { readonly failed: CallOutcome }> {
  const { entity, localId } = entry;
  const gone = { copy: NO_COPY };
  if (hasItem(entity)) {
    const outcome = await api.call('GET', itemPath(entity, addressOf(entry)));
    if (statusOf(outcome) === 404) return gone;
    const read = readRecord(entity, successOf(outcome)?.json, knownOf(entry));
    return read === null ? { failed: outcome } : { copy: read };
  }
  const list = await readList(api, entity, knownOf(entry));
  // The record that it belongs to is gone, and so is it.
  if (list.kind === 'failed')
    return statusOf(list.outcome) === 404 && entity === 'propertyPrice' ? gone : { failed: list.outcome };
  const item = list.items.find((one) => readId(asObject(one)?.['id']) === localId);
  const read = item === undefined ? null : readRecord(entity, item, knownOf(entry));
  return read === null ? gone : { copy: read };
}
