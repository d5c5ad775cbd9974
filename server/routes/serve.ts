/** Registers a described route: who may call, parse, one call, reply; a write runs in one transaction with its key. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { ErrorBody } from '../../contract/common.ts';
import type { ParsedBody, ParsedParams, ParsedQuery, ReplyOf, Route } from '../../contract/route.ts';
import { EPOCH_HEADER, IDEMPOTENCY_KEY_HEADER, REPLAYED_HEADER } from '../../contract/sync.ts';
import { authenticate, type Caller } from '../auth/sign-in.ts';
import { bodyOf, statusOf } from '../errors.ts';
import { done, fail, type Failure, type Outcome } from '../outcome.ts';
import type { Services } from '../services/services.ts';
import { claimKey, peekKey, storeReply, type Claim, type StoredReply } from '../store/idempotency.ts';
import { readEpoch } from '../store/meta.ts';
import { isReferenceViolation, isUniqueViolation, type Db } from '../store/store.ts';
import { parse, parseParams } from './parse.ts';
import { readForm, readUpload, type UploadedFile } from './upload.ts';

const PUBLIC_BODY_LIMIT = 16 * 1024;
/** Room for 100,000 ids. */
const USER_BODY_LIMIT = 5 * 1024 * 1024;

/** What every handler may know of a call besides its input. */
export interface PublicCall {
  readonly services: Services;
  /** The transaction of a write, else the database. */
  readonly db: Db;
  /** ISO instant of the request. */
  readonly now: string;
  readonly address: string;
}

export interface UserCall extends PublicCall {
  readonly caller: Caller;
  /** The version that `If-Match` names; null without the header. */
  readonly ifVersion: number | null;
  /** `If-None-Match: *` of a PUT that may create: only where there is nothing yet. */
  readonly ifAbsent: boolean;
}

interface Input<R extends Route> {
  readonly params: ParsedParams<R>;
  readonly query: ParsedQuery<R>;
  readonly body: ParsedBody<R>;
  readonly file: R['multipart'] extends readonly string[] ? UploadedFile : never;
}

/** A stored file, as it is sent. */
interface FileReply {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The JSON value of the reply, the text of a CSV reply, a file, or nothing. */
type Result<R extends Route> = R['reply']['csv'] extends string
  ? string
  : R['reply']['file'] extends true
    ? FileReply
    : ReplyOf<R>;

/** What is sent: JSON or CSV text, or the bytes of a file, which are never kept under a key. */
interface Answer extends StoredReply {
  readonly bytes?: Uint8Array;
}

type CallOf<R extends Route> = R['access'] extends 'public' ? PublicCall : UserCall;

export type Handler<R extends Route> = (
  input: Input<R>,
  call: CallOf<R>,
) => Promise<Outcome<Result<R>>> | Outcome<Result<R>>;

export interface Api {
  /** Already below the API base. */
  readonly app: FastifyInstance;
  readonly services: Services;
  /** The API base as clients see it, without a slash at the end. */
  readonly base: string;
}

export interface ServeOptions {
  /** The handler opens its own transaction, and its answer is never stored under a key: tokens are not kept. */
  readonly ownTransaction?: boolean;
}

/** A handler whose types have served their purpose; `serve` gives it just what the route's schemas let through. */
type AnyHandler = (input: unknown, call: UserCall, staged: unknown) => Promise<Outcome<unknown>> | Outcome<unknown>;

interface Steps extends ServeOptions {
  /** Runs before the transaction of a write; its value is handed to the handler. */
  readonly stage?: AnyHandler;
}

export function serve<R extends Route>(api: Api, route: R, handler: Handler<R>, options: ServeOptions = {}): void {
  register(api, route, handler as unknown as AnyHandler, options);
}

/** A write with a slow first step outside its transaction, such as storing a file; a repeated request may run that step again. */
export function serveStaged<R extends Route, S>(
  api: Api,
  route: R,
  stage: (input: Input<R>, call: CallOf<R>) => Promise<Outcome<S>>,
  handler: (input: Input<R>, call: CallOf<R>, staged: S) => Promise<Outcome<Result<R>>>,
): void {
  register(api, route, handler as unknown as AnyHandler, { stage: stage as unknown as AnyHandler });
}

function register(api: Api, route: Route, run: AnyHandler, options: Steps): void {
  api.app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.access === 'public' ? PUBLIC_BODY_LIMIT : USER_BODY_LIMIT,
    handler: async (request, reply) => {
      const outcome = await answer(api, route, run, options, request);
      return outcome.ok ? succeed(reply, outcome.value) : refuse(reply, outcome);
    },
  });
}

async function answer(
  api: Api,
  route: Route,
  run: AnyHandler,
  options: Steps,
  request: FastifyRequest,
): Promise<Outcome<Answer>> {
  const { services } = api;
  const caller = route.access === 'public' ? done(NOBODY) : await authenticate(services, request.headers.authorization);
  if (!caller.ok) return caller;
  // Before anything is looked for: a backup may have lost it, the caller's role too.
  if (!(await isOfThisEpoch(services.store, services, request))) return EPOCH_CHANGED;
  if (route.access === 'admin' && !caller.value.isAdmin) return fail('forbidden', 'Only administrators can do this.');
  const input = await inputOf(route, request);
  if (!input.ok) return input;
  const version = ifMatchOf(request);
  if (!version.ok) return version;
  const call = {
    services,
    caller: caller.value,
    ifVersion: version.value,
    ifAbsent: route.creates === true && request.headers['if-none-match'] === '*',
    now: new Date(services.clock()).toISOString(),
    address: request.ip,
  };
  const { content, ...given } = input.value;
  if (!isWrite(route) || options.ownTransaction === true) {
    const outcome = await run(given, { ...call, db: services.store }, undefined);
    return outcome.ok ? done(toReply(api, route, request, outcome.value)) : outcome;
  }
  const key = keyOf(request, caller.value.userId, content);
  if (!key.ok) return key;
  if (options.stage === undefined)
    return await write(
      api,
      route,
      request,
      key.value,
      async (db) => await run(given, { ...call, db }, undefined),
      call.now,
    );
  const known =
    key.value === null
      ? null
      : repeatOf(await peekKey(services.store, key.value.userId, key.value.key, key.value.hash));
  if (known !== null) return known;
  const staged = await options.stage(given, { ...call, db: services.store }, undefined);
  return staged.ok
    ? await write(
        api,
        route,
        request,
        key.value,
        async (db) => await run(given, { ...call, db }, staged.value),
        call.now,
      )
    : staged;
}

function isWrite(route: Route): boolean {
  return route.method !== 'GET' && route.access !== 'public' && route.readOnly !== true;
}

const NOBODY: Caller = { userId: '', displayName: '', isAdmin: false, jti: '', family: '' };

interface ReadInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly file: UploadedFile | undefined;
  /** Text that is equal for equal content, in whatever envelope. */
  readonly content: () => string;
}

async function inputOf(route: Route, request: FastifyRequest): Promise<Outcome<ReadInput>> {
  const params = parseParams(route.params, request.params);
  if (!params.ok) return params;
  const query = parse(route.query, request.query, 'query');
  if (!query.ok) return query;
  const upload =
    route.multipart === undefined ? undefined : await readUpload(request, route.multipart, route.maxFileBytes);
  if (upload?.ok === false) return upload;
  const form = route.form === true ? await readForm(request) : done(request.body);
  if (!form.ok) return form;
  const body = parse(route.body, upload === undefined ? form.value : upload.value.fields, 'body');
  if (!body.ok) return body;
  const content = () => (upload === undefined ? canonical(form.value) : upload.value.digest);
  return done({ params: params.value, query: query.value, body: body.value, file: upload?.value.file, content });
}

/** `If-Match: "7"` as 7; `*` and no header as null; anything else names no version that we gave out. */
function ifMatchOf(request: FastifyRequest): Outcome<number | null> {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return done(null);
  const version = /^"(\d{1,15})"$/u.exec(header)?.[1];
  return version === undefined
    ? fail('invalid', 'If-Match is not valid: expected one ETag of this server.')
    : done(Number(version));
}

const EPOCH_CHANGED = fail(
  'epochChanged',
  'The data of this server was restored from a backup: read everything again.',
);

/** False for what a device has made of data that a backup has replaced since: its versions and keys say nothing here. */
async function isOfThisEpoch(db: Db, { newId }: Services, request: FastifyRequest): Promise<boolean> {
  const epoch = request.headers[EPOCH_HEADER.toLowerCase()];
  return epoch === undefined || epoch === (await readEpoch(db, newId));
}

/** A request that must not take effect twice. */
interface Keyed {
  readonly userId: string;
  readonly key: string;
  /** Of method, address and content. */
  readonly hash: string;
}

function keyOf(request: FastifyRequest, userId: string, content: () => string): Outcome<Keyed | null> {
  const key = request.headers[IDEMPOTENCY_KEY_HEADER.toLowerCase()];
  if (key === undefined) return done(null);
  if (typeof key !== 'string' || !/^[\w.:-]{1,128}$/u.test(key)) {
    return fail(
      'invalid',
      `${IDEMPOTENCY_KEY_HEADER} is not valid: expected at most 128 letters, digits, dots, colons and dashes.`,
    );
  }
  return done({
    userId,
    key,
    hash: createHash('sha256').update(`${request.method} ${request.url}\0${content()}`).digest('base64'),
  });
}

/** The answer to a key that was used before; null for a new one. */
function repeatOf(claim: Claim): Outcome<StoredReply> | null {
  if (claim.kind === 'new') return null;
  if (claim.kind === 'mismatch') return fail('idempotencyMismatch', 'This key was used for another request.');
  return done({ ...claim.reply, headers: { ...claim.reply.headers, [REPLAYED_HEADER]: 'true' } });
}

/** One transaction: the key, the effect and the stored answer, or none of them. */
async function write(
  api: Api,
  route: Route,
  request: FastifyRequest,
  key: Keyed | null,
  run: (db: Db) => Promise<Outcome<unknown>>,
  now: string,
): Promise<Outcome<Answer>> {
  try {
    return await api.services.store.transact<Answer>(async (tx) => {
      if (!(await isOfThisEpoch(tx, api.services, request))) return EPOCH_CHANGED;
      const known = key === null ? null : repeatOf(await claimKey(tx, key.userId, key.key, key.hash, now));
      if (known !== null) return known;
      const outcome = await run(tx);
      if (!outcome.ok) return outcome;
      const reply = toReply(api, route, request, outcome.value);
      if (key !== null) await storeReply(tx, key.userId, key.key, reply);
      return done(reply);
    });
  } catch (error) {
    if (isReferenceViolation(error))
      return fail(
        'inUse',
        'Something that this refers to, or that refers to this, has just changed. Please try again.',
      );
    if (isUniqueViolation(error)) return fail('already-exists', 'This has just been created by another request.');
    throw error;
  }
}

/** Text in which equal values are equal, whatever the order of their keys. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ''
  );
}

/** A file opens nowhere but as a download: not as a page of ours, whatever it contains. */
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

function toReply(api: Api, route: Route, request: FastifyRequest, value: unknown): Answer {
  const { status, csv, file, locatedAt } = route.reply;
  if (file === true) return fileAnswer(status, value as FileReply);
  if (csv !== undefined) {
    return {
      status,
      body: String(value),
      headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${csv}"` },
    };
  }
  if (value === undefined) return { status, body: null, headers: {} };
  const record = value as { readonly id?: unknown; readonly version?: unknown };
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' };
  if (typeof record.version === 'number') headers['etag'] = `"${record.version}"`;
  if (status === 201 && typeof record.id === 'string') {
    const home = locatedAt === undefined ? (request.url.split('?')[0] ?? '') : `${api.base}${locatedAt}`;
    headers['location'] = `${home}/${record.id}`;
  }
  return { status, body: JSON.stringify(value), headers };
}

// Both answer the body for Fastify to send: awaiting a reply would add listeners to it.

function succeed(reply: FastifyReply, { status, body, bytes, headers }: Answer): string | Uint8Array | undefined {
  reply.code(status).headers(headers);
  return bytes ?? body ?? undefined;
}

function refuse(reply: FastifyReply, failure: Failure): ErrorBody {
  if (failure.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter));
  reply.code(statusOf(failure.code));
  return bodyOf(failure);
}
