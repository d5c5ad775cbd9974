/**
 * Answers a request that was admitted and read: one call, or one transaction with its key. The same in the event loop
 * and in a worker.
 */
import type { Route } from '../../contract/route.ts';
import { REPLAYED_HEADER } from '../../contract/sync.ts';
import { CARRIED_OUT, done, fail, type Outcome } from '../outcome.ts';
import { REFUSED } from '../access/sessions.ts';
import type { Services } from '../services/services.ts';
import { findOperation, noteOperation, noteRecord, type Operation } from '../store/versions/applied-operations.ts';
import { readServerEpoch } from '../store/database/meta.ts';
import { isReferenceViolation, isUniqueViolation, type Db } from '../store/database/store.ts';
import { findUser } from '../store/users/users.ts';
import { TooManyRecords } from '../store/versions/counters.ts';
import { noteWrite } from '../store/versions/writes.ts';
import type { Answer, RequestFacts, Task, UserRequestFacts } from '../heavy/task.ts';

/** What every handler knows about a call besides its input. */
export interface PublicCall extends RequestFacts {
  readonly services: Services;
  /** The transaction of a write, else the database. */
  readonly db: Db;
}

export interface UserCall extends PublicCall, UserRequestFacts {}

/** A stored file as a reply. */
export interface FileReply {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

interface Unrepeated {
  /** The handler opens its own transaction, and does not use keys. */
  readonly ownTransaction?: boolean;
  /** The handler waits for outside sources, so it takes no turn among the user's writes. */
  readonly asksOutside?: boolean;
}

/** A handler without its specific types; `serve` passes it exactly the input that the route's schemas accept. */
export type AnyHandler = (
  input: unknown,
  call: UserCall,
  staged: unknown,
) => Promise<Outcome<unknown>> | Outcome<unknown>;

export interface Steps extends Unrepeated {
  /** Answers a request that has taken effect before, where no GET returns its record. */
  readonly again?: AnyHandler;
  /** Whether the key alone identifies a repeated request. */
  readonly isKeyEnough?: (input: unknown) => boolean;
  /** Runs before the transaction of a write; its value is passed to the handler. */
  readonly stage?: AnyHandler;
  /** Undoes `stage` where the write failed. */
  readonly discard?: (staged: unknown, call: UserCall) => Promise<void>;
}

/** A route with its handler. */
export interface ServedRoute {
  readonly route: Route;
  readonly run: AnyHandler;
  readonly options: Steps;
  /** The route that returns the record which this one writes; undefined where there is none. */
  readonly shown: () => ServedRoute | undefined;
  /** The API base for clients, without a slash at the end. */
  readonly base: string;
}

export function isWrite(route: Route): boolean {
  return route.method !== 'GET' && route.access !== 'public' && route.readOnly !== true;
}

export const EPOCH_CHANGED = fail('epochChanged', 'This server was restored from a backup. Read all records again.');

/**
 * False for a change based on data that a backup has replaced since, so that its versions and keys are meaningless
 * here.
 */
async function isCurrentServerEpoch(db: Db, { newId }: Services, serverEpoch: string | undefined): Promise<boolean> {
  return serverEpoch === undefined || serverEpoch === (await readServerEpoch(db, newId));
}

/** The message for a write that would exceed a user's records. */
function tooManyRecords({ most }: TooManyRecords): string {
  const limit = most.toLocaleString('en-GB');
  return `This was not saved: your records have reached ${limit}, the most that this server stores for one user. Delete some that you no longer need, or ask an administrator of the server for a higher limit.`;
}

/** Runs the handler of a route on a task. */
export async function perform(services: Services, served: ServedRoute, task: Task): Promise<Outcome<Answer>> {
  try {
    return await performNow(services, served, task);
  } catch (error) {
    if (isReferenceViolation(error)) return fail('inUse', 'A related record has just changed. Please try again.');
    if (error instanceof TooManyRecords) return fail('tooLarge', tooManyRecords(error));
    if (isUniqueViolation(error)) return fail('already-exists', 'Another request has just created this record.');
    const { userId } = task.call.caller;
    // The user was deleted during this request.
    if (served.route.access !== 'public' && (await findUser(services.store, userId)) === null) return REFUSED;
    throw error;
  }
}

async function performNow(services: Services, served: ServedRoute, task: Task): Promise<Outcome<Answer>> {
  const { route, run, options } = served;
  const call = { ...task.call, services };
  if (!isWrite(route) || options.ownTransaction === true) {
    const outcome = await run(task.given, { ...call, db: services.store }, undefined);
    return outcome.ok ? done(toReply(served, task, outcome.value)) : outcome;
  }
  const { key } = task;
  let staged: unknown;
  if (options.stage !== undefined) {
    const known = key === null ? NEW : await findOperation(services.store, key.userId, key.key, key.hash);
    if (known.kind !== 'new') return await answerRepeated(served, task, known, { ...call, db: services.store });
    // A stage may write.
    if (!(await isCurrentServerEpoch(services.store, services, task.serverEpoch))) return EPOCH_CHANGED;
    const outcome = await options.stage(task.given, { ...call, db: services.store }, undefined);
    if (!outcome.ok) return outcome;
    staged = outcome.value;
  }
  let isUsed = false;
  try {
    const outcome = await write(services, served, task, async (db) => {
      const result = await run(task.given, { ...call, db }, staged);
      isUsed = result.ok;
      return result;
    });
    isUsed &&= outcome.ok;
    return outcome;
  } catch (error) {
    isUsed = false;
    throw error;
  } finally {
    if (staged !== undefined && !isUsed) await options.discard?.(staged, { ...call, db: services.store });
  }
}

const NEW: Operation = { kind: 'new' };

/** The reply to a request whose key was used before: the present record. */
async function answerRepeated(
  served: ServedRoute,
  task: Task,
  known: Exclude<Operation, { readonly kind: 'new' }>,
  call: UserCall,
): Promise<Outcome<Answer>> {
  if (known.kind === 'mismatch')
    return fail('idempotencyMismatch', 'This idempotency key was used for a different request.');
  const now = await shownNow(served, task, known.recordId, call);
  if (!now.ok)
    return now.code === 'notFound'
      ? fail('deleted', 'This request was already carried out, and the record has been deleted since.')
      : now;
  const answer = toReply(served, task, now.value);
  return done({ ...answer, headers: { ...answer.headers, [REPLAYED_HEADER]: 'true' } });
}

async function shownNow(
  { route, options, shown }: ServedRoute,
  { given }: Task,
  createdId: string | null,
  call: UserCall,
): Promise<Outcome<unknown>> {
  if (route.reply.status === 204) return done(undefined);
  if (options.again !== undefined) return await options.again(given, call, createdId);
  const id = createdId ?? (given.body as { readonly id?: unknown } | undefined)?.id;
  const get = shown();
  if (get === undefined || (route.method === 'POST' && typeof id !== 'string')) return CARRIED_OUT;
  return await get.run({ ...given, params: { id, ...(given.params as object) } }, call, undefined);
}

/** One transaction with both the key and the effect. */
async function write(
  services: Services,
  served: ServedRoute,
  task: Task,
  run: (db: Db) => Promise<Outcome<unknown>>,
): Promise<Outcome<Answer>> {
  const { key, serverEpoch, call } = task;
  return await services.store.transact<Answer>(async (tx) => {
    if (!(await isCurrentServerEpoch(tx, services, serverEpoch))) return EPOCH_CHANGED;
    const known = key === null ? NEW : await noteOperation(tx, key.userId, key.key, key.hash, call.now);
    if (known.kind !== 'new') return await answerRepeated(served, task, known, { ...call, services, db: tx });
    const outcome = await run(tx);
    if (!outcome.ok) return outcome;
    await noteWrite(tx, call.caller.userId, { at: call.now, device: call.device });
    const createdId = key === null ? null : createdIdOf(served, task, outcome.value);
    if (key !== null && createdId !== null) await noteRecord(tx, key.userId, key.key, createdId);
    return done(toReply(served, task, outcome.value));
  });
}

/** The id of a new record, where its request did not name one. */
function createdIdOf({ route }: ServedRoute, { given }: Task, value: unknown): string | null {
  if (route.reply.status !== 201) return null;
  const { id } = value as { readonly id?: unknown };
  const named = (given.body as { readonly id?: unknown } | undefined)?.id;
  return typeof id === 'string' && id !== named ? id : null;
}

/** A file is always a download, never a page of ours, whatever it contains. */
function fileAnswer(status: number, { name, contentType, bytes }: FileReply): Answer {
  const plain = name.replace(/[^\w .()-]/gu, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/gu,
    (character) => `%${character.codePointAt(0)?.toString(16).toUpperCase() ?? ''}`,
  );
  return {
    status,
    body: null,
    bytes,
    headers: {
      'content-type': contentType,
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    },
  };
}

/** A text that is saved under this name. */
function textFile(status: number, value: unknown, name: string, headers: Readonly<Record<string, string>>): Answer {
  return {
    status,
    body: String(value),
    headers: { ...headers, 'content-disposition': `attachment; filename="${name}"` },
  };
}

function toReply({ route, base }: ServedRoute, { path }: Task, value: unknown): Answer {
  const { status, csv, calendar, file, locatedAt } = route.reply;
  if (file === true) return fileAnswer(status, value as FileReply);
  if (csv !== undefined) return textFile(status, value, csv, { 'content-type': 'text/csv; charset=utf-8' });
  if (calendar !== undefined)
    return textFile(status, value, calendar, {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private',
    });
  if (value === undefined) return { status, body: null, headers: {} };
  const record = value as { readonly id?: unknown; readonly version?: unknown };
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
  if (typeof record.version === 'number') headers['etag'] = `"${record.version}"`;
  if (status === 201 && typeof record.id === 'string') {
    const home = locatedAt === undefined ? path : `${base}${locatedAt}`;
    headers['location'] = `${home}/${record.id}`;
  }
  return { status, body: JSON.stringify(value), headers };
}
