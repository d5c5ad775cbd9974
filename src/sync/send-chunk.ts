/** Sending a chunk of an import: one request to an extended server, single records to a plain one. */
import { transactionsCsvParts, type ExportNames } from '../../domain/csv/export-transactions.ts';
import type { Transaction } from '../../domain/records.ts';
import type { transactionRoutes } from '../../contract/transactions.ts';
import {
  keepSentCsv,
  readChunk,
  settleChunk,
  splitChunk,
  type ChunkClaim,
  type ChunkOutcome,
} from '../data/chunk-settlement.ts';
import { readSyncState } from '../data/meta.ts';
import { addNotice } from '../data/notices.ts';
import type { EntryError } from '../data/outbox-entry.ts';
import type { HoldfastDatabase } from '../data/schema.ts';
import { successOf, type Reply } from './api.ts';
import { needsCashEvents } from './bodies.ts';
import { breathe } from './breathe.ts';
import { CASH_FEATURE } from './capabilities.ts';
import { formOf } from './form-of.ts';
import { keepRenewing, UPLOAD_TIMEOUT_MS } from './renewing.ts';
import { settleUnsuccessful, type SenderContext, type SendResult } from './send-result.ts';
import { asObject, readId, readRecord } from './wire.ts';

const IMPORT_PATH = '/transactions/import-selected' satisfies (typeof transactionRoutes.importSelected)['path'];

/** Sends a claimed chunk and settles it. */
export async function sendChunk(context: SenderContext, claim: ChunkClaim): Promise<SendResult> {
  const { db, environment, mode } = context;
  if (mode === 'plain') {
    await splitChunk(db, claim, environment.now());
    return { kind: 'done' };
  }
  const { chunk, rows } = await readChunk(db, claim.entry);
  if (chunk === null || chunk.ids.length === 0) {
    await settleChunk(db, claim, { versions: new Map(), differing: new Map(), refused: new Map() }, environment.now());
    return { kind: 'done' };
  }
  if (chunk.sentCsv === null && rows.some(needsCashEvents)) {
    const { features } = await readSyncState(db);
    if (!features.includes(CASH_FEATURE)) {
      await splitChunk(db, claim, environment.now());
      return { kind: 'done' };
    }
  }
  const csv = chunk.sentCsv ?? (await csvOf(rows, await namesOf(db, chunk.importId)));
  if (chunk.sentCsv === null && !(await keepSentCsv(db, chunk, csv)).ok) return { kind: 'idle', nextAt: null };
  const stopRenewing = keepRenewing(context, claim);
  const outcome = await context.api.call('POST', IMPORT_PATH, {
    form: chunkForm(csv),
    headers: { 'Idempotency-Key': claim.entry.key },
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  stopRenewing();
  const reply = successOf(outcome);
  if (reply === null) return await settleUnsuccessful(context, claim, outcome);
  const { versions, differing } = recordsIn(reply);
  await settleChunk(
    db,
    claim,
    { versions, differing, refused: refusedRows(chunk.ids, versions, reply) },
    environment.now(),
  );
  for (const [entity, id] of madeAgain(reply))
    await addNotice(db, { kind: 'broughtBack', entity, id, fields: [], at: new Date(environment.now()).toISOString() });
  return { kind: 'done' };
}

/** Accounts and brokers that the server made for the rows. What is new here is sent before them, so these had been deleted. */
function madeAgain(reply: Reply): (readonly ['account' | 'broker', string])[] {
  const made = (list: string): string[] => {
    const ids = asObject(reply.json)?.[list];
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  };
  return [
    ...made('newAccounts').map((id) => ['account', id] as const),
    ...made('newBrokers').map((id) => ['broker', id] as const),
  ];
}

async function csvOf(rows: readonly Transaction[], names: ExportNames): Promise<string> {
  const parts: string[] = [];
  for (const part of transactionsCsvParts(rows, names)) {
    parts.push(part);
    await breathe();
  }
  return parts.join('');
}

/** An account or a broker that was deleted elsewhere meanwhile keeps the name that it had: the rows bring it back. */
async function namesOf(db: HoldfastDatabase, importId: string): Promise<ExportNames> {
  const record = await db.imports.get(importId);
  const named = (
    then: Readonly<Record<string, string>> | undefined,
    now: readonly { readonly id: string; readonly name: string }[],
  ): ReadonlyMap<string, string> =>
    new Map([...Object.entries(then ?? {}), ...now.map(({ id, name }) => [id, name] as const)]);
  const accounts = named(record?.accountNames, await db.accounts.toArray());
  const brokers = named(record?.brokerNames, await db.brokers.toArray());
  const assets = new Map((await db.assets.toArray()).map((asset) => [asset.isin, asset.name]));
  return {
    account: (id) => accounts.get(id) ?? '',
    broker: (id) => brokers.get(id) ?? '',
    asset: (isin) => assets.get(isin) ?? '',
  };
}

function chunkForm(csv: string): FormData {
  // The user has chosen among duplicates on the device.
  const form = formOf({ selectedRowNumbers: 'all', skipDuplicateCheck: 'true' });
  form.append('file', new Blob([csv], { type: 'text/csv; charset=utf-8' }), 'import.csv');
  return form;
}

function recordsIn(reply: Reply): Pick<ChunkOutcome, 'versions' | 'differing'> {
  const records = asObject(reply.json)?.['records'];
  const versions = new Map<string, number>();
  const differing = new Map<string, Transaction>();
  for (const told of Array.isArray(records) ? (records as unknown[]) : []) {
    const object = asObject(told);
    const id = readId(object?.['id']);
    if (id === null || typeof object?.['version'] !== 'number') continue;
    versions.set(id, object['version']);
    const record = readRecord('transaction', object['record']);
    if (record !== null) differing.set(id, record.record);
  }
  return { versions, differing };
}

/** Rows that the server names neither as written nor as there already: each becomes an entry of its own for the user. */
function refusedRows(
  ids: readonly string[],
  versions: ReadonlyMap<string, number>,
  reply: Reply,
): Map<string, EntryError> {
  if (!Array.isArray(asObject(reply.json)?.['records'])) return new Map();
  const errors = asObject(reply.json)?.['errors'];
  const message = Array.isArray(errors)
    ? errors
        .filter((error) => typeof error === 'string')
        .slice(0, 3)
        .join(' ')
    : '';
  const refused = ids.filter((id) => !versions.has(id));
  return new Map(refused.map((id) => [id, { status: reply.status, code: 'refused', message }]));
}
