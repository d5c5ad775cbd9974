/** Pulling from a plain server: whole lists, and each record that a list shows as unknown or changed. */
import type { Transaction } from '../../domain/records.ts';
import { senderEpoch } from '../data/claims.ts';
import { readSyncState, updateSyncState } from '../data/meta.ts';
import { absentIds, applyPrices, applyServerRecords, removeAbsent, type PullBasis, type ServerRecord } from '../data/server-records.ts';
import { statusOf, successOf, type CallOutcome } from './api.ts';
import type { EntityName } from '../data/schema.ts';
import { listItemAgrees } from './find-on-server.ts';
import { readList } from './lists.ts';
import { pullFailure, type PullContext, type PullResult } from './pull-context.ts';
import { asObject, itemPath, readId, readPrice, readRecord } from './wire.ts';

/** Requests under way at once. */
const AT_ONCE = 4;
/** Records written in one transaction. */
const BATCH = 200;
const FULL_READ_EVERY_MS = 24 * 60 * 60_000;

/** Parents first, so that no transaction is shown in an account without a name. */
const ENTITIES = ['account', 'broker', 'asset', 'transaction'] as const satisfies readonly EntityName[];

/** Pulls every list. `full` reads every record again, which is also done daily: a list does not show all fields. */
export async function pullLists(context: PullContext, options: { readonly full: boolean }): Promise<PullResult> {
  const { db, environment } = context;
  const { fullReadAt } = await readSyncState(db);
  const age = fullReadAt === null ? Infinity : Math.abs(environment.now() - Date.parse(fullReadAt));
  const full = options.full || age > FULL_READ_EVERY_MS;
  for (const entity of ENTITIES) {
    const result = await pullEntity(context, entity, full);
    if (result !== 'done') return result;
    if (entity === 'account') await updateSyncState(db, { accountsPulled: true });
  }
  if (!full) return 'done';
  const prices = await pullLatestPrices(context);
  if (prices === 'done') await updateSyncState(db, { fullReadAt: new Date(environment.now()).toISOString() });
  return prices;
}

async function pullEntity(context: PullContext, entity: EntityName, full: boolean): Promise<PullResult> {
  const { db, api, environment } = context;
  const basis: PullBasis = { sinceEpoch: await senderEpoch(db), now: environment.now() };
  const list = await readList(api, entity);
  if (list.kind === 'failed') {
    // A list that this server does not have is no reason to give up the others.
    const status = statusOf(list.outcome);
    return entity !== 'transaction' && (status === 403 || status === 404) ? 'done' : pullFailure(list.outcome);
  }
  const shown = new Set(list.items.map((item) => readId(asObject(item)?.['id'])).filter((id) => id !== null));
  const taken = entity === 'transaction' ? await takeTransactions(context, list.items, basis, full) : await takeItems(context, entity, list.items, basis);
  if (taken !== 'done') return taken;
  await believeAbsence(context, entity, shown, basis);
  return 'done';
}

async function takeItems(context: PullContext, entity: EntityName, items: readonly unknown[], basis: PullBasis): Promise<PullResult> {
  const records = items.map((item) => readRecord(entity, item)).filter((read) => read !== null);
  const rows = records.map(({ record }): ServerRecord<EntityName> => ({ id: record.id, record, version: null }));
  return (await applyServerRecords(context.db, entity, rows, basis)).ok ? 'done' : 'failed';
}

async function takeTransactions(context: PullContext, items: readonly unknown[], basis: PullBasis, full: boolean): Promise<PullResult> {
  const { db } = context;
  const ids: string[] = [];
  for (let start = 0; start < items.length; start += BATCH) {
    const batch = items.slice(start, start + BATCH).map((item) => ({ item, id: readId(asObject(item)?.['id']) ?? '' })).filter(({ id }) => id !== '');
    const rows = await db.transactions.bulkGet(batch.map(({ id }) => id));
    for (const [index, { item, id }] of batch.entries()) {
      const row: Transaction | undefined = rows[index];
      if (full || row === undefined || !listItemAgrees(row, item)) ids.push(id);
    }
  }
  for (let start = 0; start < ids.length; start += BATCH) {
    const read = await readEach(context, ids.slice(start, start + BATCH));
    if (!Array.isArray(read)) return pullFailure(read);
    if (!(await applyServerRecords(db, 'transaction', read, basis)).ok) return 'failed';
    context.onProgress?.(Math.min(start + BATCH, ids.length));
  }
  return 'done';
}

/** Reads records one by one, a few at a time; the call that failed when one did. */
async function readEach(context: PullContext, ids: readonly string[]): Promise<ServerRecord<'transaction'>[] | CallOutcome> {
  const records: ServerRecord<'transaction'>[] = [];
  let failed: CallOutcome | null = null;
  let next = 0;
  const reader = async (): Promise<void> => {
    for (let id = ids[next]; id !== undefined && failed === null; id = ids[next]) {
      next += 1;
      const outcome = await context.api.call('GET', itemPath('transaction', id));
      const read = readRecord('transaction', successOf(outcome)?.json);
      if (read !== null) records.push({ id, record: read.record, version: null });
      // Deleted since the list was read: the next list will not show it.
      else if (successOf(outcome) === null && statusOf(outcome) !== 404) failed = outcome;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
  return failed ?? records;
}

/** Removes what two complete walks in a row did not show. */
async function believeAbsence(context: PullContext, entity: EntityName, shown: ReadonlySet<string>, basis: PullBasis): Promise<void> {
  const { db, environment } = context;
  const absent = await absentIds(db, entity, shown, basis.sinceEpoch);
  const before = new Set((await readSyncState(db)).absent[entity]);
  const gone = absent.filter((id) => before.has(id));
  if (gone.length > 0) await removeAbsent(db, entity, gone, { restored: false, now: environment.now() });
  await updateSyncState(db, { absent: { ...(await readSyncState(db)).absent, [entity]: absent } });
}

/** The latest price of each security of the user's. */
async function pullLatestPrices(context: PullContext): Promise<PullResult> {
  const { db, api } = context;
  const isins = new Set<string>();
  await db.transactions.each((transaction) => void isins.add(transaction.isin));
  const queue = [...isins];
  for (let start = 0; start < queue.length; start += AT_ONCE) {
    const batch = queue.slice(start, start + AT_ONCE);
    const outcomes = await Promise.all(batch.map(async (isin) => await api.call('GET', `/prices/latest/${encodeURIComponent(isin)}`)));
    const failed = outcomes.find((outcome) => outcome.kind !== 'reply');
    if (failed !== undefined) return pullFailure(failed);
    // The specification lets a missing currency mean US dollars (001 §3).
    const prices = outcomes.flatMap((outcome, index) => readPrice({ currency: 'USD', ...asObject(successOf(outcome)?.json), isin: batch[index] }));
    if (!(await applyPrices(db, prices)).ok) return 'failed';
  }
  return 'done';
}
