/** Sending chunks of an import: one call of rows in the canonical form for each to our server, single records to any other. */
import type { SYNC_FEATURES } from '../../../contract/sync.ts';
import type { transactionRoutes } from '../../../contract/transactions.ts';
import {
  canonicalRowsParts,
  MOST_BYTES,
  MOST_ROWS,
  type RowNames,
} from '../../../domain/csv/exports/canonical-rows.ts';
import type { Asset, Transaction } from '../../../domain/records/records.ts';
import { readSyncState } from '../../data/database/meta.ts';
import type { ImportEntry } from '../../data/database/outbox-entry.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { readChunkToSend } from '../../data/outbox/chunk-rows.ts';
import { ROWS_FEATURE, type ChunkClaim } from '../../data/outbox/claims.ts';
import type { ChunkOutcome, RowOutcome } from '../../data/outbox/outcome.ts';
import { assetsOfRows, isAnyUnsettled, parentsOfRows } from '../../data/outbox/parents.ts';
import { successOf, UPLOAD_TIMEOUT_MS, type Reply } from '../api/api.ts';
import { breathe } from '../network/breathe.ts';
import { asObject, listIn } from '../network/http.ts';
import { readId, readRecord } from '../wire/wire.ts';
import { isBeyond, formOf } from './bodies.ts';
import {
  deferred,
  done,
  KEPT_HERE,
  settleSent,
  unsuccessful,
  type Driven,
  type SenderContext,
  type SendResult,
} from './send-result.ts';

const IMPORT_PATH = '/transactions/import-selected' satisfies (typeof transactionRoutes.importSelected)['path'];

/** Sends a chunk that was made ready. */
type Send = () => Promise<Driven<ChunkOutcome>>;

/**
 * Sends the claimed chunks, each when the one before was answered. While the server works on one, the answer about the
 * one before is written, and the next is read.
 */
export async function sendChunks(context: SenderContext, claim: ChunkClaim): Promise<SendResult> {
  let left = claim;
  let sending = begin(await prepare(context, claim.entry));
  for (;;) {
    const [following, ...others] = left.others;
    const next = following === undefined ? null : await prepare(context, following);
    const { outcome, result } = await sending;
    // It leaves before the answer is written, because what it has to read first would wait for that.
    const after = outcome.kind === 'rows' && next !== null ? begin(next) : null;
    const settled = await settleSent(context, { what: 'chunk', claim: left, outcome }, result);
    if (following === undefined || after === null) return settled;
    left = { ...left, entry: following, others };
    sending = after;
  }
}

function begin(send: Send): ReturnType<Send> {
  const sending = send();
  // A fault is thrown where the answer is awaited, which is later.
  sending.catch(() => undefined);
  return sending;
}

async function prepare(context: SenderContext, entry: ImportEntry): Promise<Send> {
  const { db, mode } = context;
  const { features } = await readSyncState(db);
  const sent = await readChunkToSend(db, entry);
  const { rows: all } = sent;
  const assets = await assetsOfRows(db, all);
  if (mode === 'extended' && (await isAnyUnsettled(db, parentsOfRows(all, assets))))
    return async () => await deferred(context, entry);
  const kept = new Map(
    all
      .filter((row) => isBeyond(features, 'transaction', row))
      .map(({ id }): [string, RowOutcome] => [id, { kind: 'refused', error: KEPT_HERE }]),
  );
  const rows = all.filter(({ id }) => !kept.has(id));
  const file =
    mode === 'extended' && features.includes(ROWS_FEATURE satisfies (typeof SYNC_FEATURES)[number])
      ? await fileOf(rows)
      : null;
  if (file === null) return async () => done({ kind: 'singly' });
  if (rows.length === 0) return async () => done({ kind: 'rows', rows: kept, sent, recreated: [] });
  const form = formOf({
    selectedRowNumbers: 'all',
    // The user has already decided about duplicates on the device.
    skipDuplicateCheck: 'true',
    layout: 'canonical',
    names: JSON.stringify(await namesOf(db, entry.localId, rows, assets)),
  });
  form.append('file', file, 'rows.csv');
  return async () => {
    const outcome = await context.api.call('POST', IMPORT_PATH, {
      form,
      headers: { 'Idempotency-Key': entry.key },
      timeoutMs: UPLOAD_TIMEOUT_MS,
    });
    const reply = successOf(outcome);
    if (reply === null) return unsuccessful(context, entry, outcome);
    const outcomes = outcomesIn(reply, rows);
    // A reply that leaves out rows is not valid.
    if (outcomes.size < rows.length) return unsuccessful(context, entry, { kind: 'offline' });
    return done({ kind: 'rows', rows: new Map([...outcomes, ...kept]), sent, recreated: recreatedNames(reply) });
  };
}

/** The rows of a call; null for more than one call takes, as chunks of older versions may have. */
async function fileOf(rows: readonly Transaction[]): Promise<Blob | null> {
  if (rows.length > MOST_ROWS) return null;
  const parts: string[] = [];
  for (const part of canonicalRowsParts(rows)) {
    parts.push(part);
    await breathe();
  }
  const file = new Blob(parts, { type: 'text/csv; charset=utf-8' });
  return file.size > MOST_BYTES ? null : file;
}

/**
 * Accounts and brokers that the server created for the rows. New ones are sent before the rows, so these had been
 * deleted.
 */
function recreatedNames({ json }: Reply): (readonly ['account' | 'broker', string])[] {
  const made = (list: string): string[] => listIn(json, list).filter((id) => typeof id === 'string');
  return [
    ...made('newAccounts').map((id) => ['account', id] as const),
    ...made('newBrokers').map((id) => ['broker', id] as const),
  ];
}

/**
 * The records that the rows refer to. An account or a broker that was deleted elsewhere in the meantime keeps its
 * name: the rows restore it.
 */
async function namesOf(
  db: HoldfastDatabase,
  importId: string,
  rows: readonly Transaction[],
  assets: readonly Asset[],
): Promise<RowNames> {
  const [accountIds, brokerIds] = [
    new Set(rows.map(({ accountId }) => accountId)),
    new Set(rows.map(({ brokerId }) => brokerId)),
  ];
  const [record, accounts, brokers] = await Promise.all([
    db.imports.get(importId),
    db.accounts.bulkGet([...accountIds]),
    db.brokers.bulkGet([...brokerIds]),
  ]);
  const named = (
    ids: ReadonlySet<string>,
    then: Readonly<Record<string, string>> = {},
    now: readonly ({ readonly id: string; readonly name: string } | undefined)[],
  ): Readonly<Record<string, string>> =>
    Object.fromEntries([
      ...Object.entries(then).filter(([id]) => ids.has(id)),
      ...now.flatMap((one) => (one === undefined ? [] : [[one.id, one.name] as const])),
    ]);
  return {
    accounts: named(accountIds, record?.accountNames, accounts),
    brokers: named(brokerIds, record?.brokerNames, brokers),
    securities: Object.fromEntries(assets.map(({ isin, name }) => [isin, name])),
  };
}

/** By id, the reply about each row that was sent. */
function outcomesIn(reply: Reply, rows: readonly Transaction[]): ReadonlyMap<string, RowOutcome> {
  const sentRows = new Map(rows.map((row) => [row.id, row]));
  const outcomes = new Map<string, RowOutcome>();
  for (const json of listIn(reply.json, 'rows')) {
    const object = asObject(json);
    const sent = sentRows.get(readId(object?.['id']) ?? '');
    const { version, refused, record } = object ?? {};
    if (sent === undefined) continue;
    if (typeof refused === 'string')
      outcomes.set(sent.id, { kind: 'refused', error: { status: reply.status, code: 'refused', message: refused } });
    else if (version === 0) outcomes.set(sent.id, { kind: 'deleted' });
    else if (typeof version === 'number')
      outcomes.set(sent.id, {
        kind: 'stored',
        sent,
        version,
        differing: readRecord('transaction', record)?.record ?? null,
      });
  }
  return outcomes;
}
