/** Adds a described route to the app: who may call it, its load on a user's share, parsing, one call, reply. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { finished } from 'node:stream';
import type { ErrorBody } from '../../contract/common.ts';
import type { ParsedBody, ParsedParams, ParsedQuery, ReplyOf, Route } from '../../contract/route.ts';
import { EPOCH_HEADER, IDEMPOTENCY_KEY_HEADER } from '../../contract/sync.ts';
import { canonicalJson } from '../../domain/values/canonical-json.ts';
import type { Caller } from '../auth/caller.ts';
import { authenticate } from '../access/sessions.ts';
import { networkOf } from '../auth/network-of.ts';
import { bodyOf, statusOf } from '../errors.ts';
import { isLargeBody, loadOf, routeKey } from '../heavy/load-of.ts';
import { done, fail, type Failure, type Outcome } from '../outcome.ts';
import type { Services } from '../services/services.ts';
import { ANY_REQUEST } from '../store/versions/applied-operations.ts';
import { deviceName } from './device-name.ts';
import { isLocalRequest } from './is-local-request.ts';
import { parse, parseParams } from './parse.ts';
import {
  EPOCH_CHANGED,
  isWrite,
  perform,
  type AnyHandler,
  type FileReply,
  type PublicCall,
  type ServedRoute,
  type Steps,
  type UserCall,
} from './perform.ts';
import type { Answer, Keyed, Task, UploadedFile } from '../heavy/task.ts';
import { readForm, readUpload } from './upload.ts';

const PUBLIC_BODY_LIMIT = 16 * 1024;
/** Room for any record: reading megabytes of JSON would make others wait. */
const RECORD_BODY_LIMIT = 256 * 1024;

export interface Input<R extends Route> {
  readonly params: ParsedParams<R>;
  readonly query: ParsedQuery<R>;
  readonly body: ParsedBody<R>;
  readonly file: R['multipart'] extends readonly string[] ? UploadedFile : never;
}

/** The JSON value of the reply, the text of a CSV file or a calendar, a file, or nothing. */
export type Result<R extends Route> = R['reply']['csv'] extends string
  ? string
  : R['reply']['calendar'] extends string
    ? string
    : R['reply']['file'] extends true
      ? FileReply
      : ReplyOf<R>;

export type CallOf<R extends Route> = R['access'] extends 'public' ? PublicCall : UserCall;

export type Handler<R extends Route> = (
  input: Input<R>,
  call: CallOf<R>,
) => Promise<Outcome<Result<R>>> | Outcome<Result<R>>;

/** The routes before they are added to an app, or answered by a thread. */
export interface Api {
  /** By method and path. */
  readonly routes: Map<string, ServedRoute>;
  /** The API base for clients, without a slash at the end. */
  readonly base: string;
}

interface ServeOptions<R extends Route> extends Pick<Steps, 'ownTransaction' | 'asksOutside'> {
  /**
   * Answers a request that has taken effect before, where no GET returns its record; `createdId`: the record that it
   * created.
   */
  readonly again?: Again<R>;
}

type Again<R extends Route> = (
  input: Input<R>,
  call: CallOf<R>,
  createdId: string | null,
) => Promise<Outcome<Result<R>>> | Outcome<Result<R>>;

export function serve<R extends Route>(api: Api, route: R, handler: Handler<R>, options: ServeOptions<R> = {}): void {
  const { again, ...others } = options;
  put(api, route, handler as unknown as AnyHandler, {
    ...others,
    ...(again !== undefined && { again: again as unknown as AnyHandler }),
  });
}

function put(api: Api, route: Route, run: AnyHandler, options: Steps): void {
  const { method, path, reply } = route;
  const shownAt = method === 'POST' ? `${reply.locatedAt ?? path}/:id` : path;
  const shown = () => api.routes.get(routeKey({ method: 'GET', path: shownAt }));
  api.routes.set(routeKey(route), { route, run, options, shown, base: api.base });
}

interface Undoing<R extends Route, S> extends Pick<ServeOptions<R>, 'again'> {
  /** Whether the key alone identifies a repeated request, whatever else it contains now. */
  readonly isKeyEnough?: (input: Input<R>) => boolean;
  readonly discard?: (staged: S, call: UserCall) => Promise<void>;
}

/**
 * A write with a slow first step outside its transaction, such as storing a file; a repeated request may run that step
 * again. `discard` undoes it when the write fails.
 */
export function serveStaged<R extends Route, S>(
  api: Api,
  route: R,
  stage: (input: Input<R>, call: CallOf<R>) => Promise<Outcome<S>>,
  handler: (input: Input<R>, call: CallOf<R>, staged: S) => Promise<Outcome<Result<R>>>,
  { discard, again, isKeyEnough }: Undoing<R, S> = {},
): void {
  put(api, route, handler as unknown as AnyHandler, {
    stage: stage as unknown as AnyHandler,
    ...(discard !== undefined && {
      discard: async (staged: unknown, call: UserCall) => {
        await discard(staged as S, call);
      },
    }),
    ...(again !== undefined && { again: again as unknown as AnyHandler }),
    ...(isKeyEnough !== undefined && { isKeyEnough: isKeyEnough as unknown as (input: unknown) => boolean }),
  });
}

/** The result of the checks before a request's body is read. */
interface Admitted {
  readonly caller: Caller;
  /** Its place in the caller's share. */
  readonly place: Place;
}

/** A place that is released once the work is done and the reply is sent, or its reader has disconnected. */
class Place {
  private readonly leave: () => void;
  private isWorking = false;
  private isAnswered = false;

  constructor(leave: () => void, reply: FastifyReply) {
    this.leave = leave;
    finished(reply.raw, () => {
      this.isAnswered = true;
      if (!this.isWorking) this.leave();
    });
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.isWorking = true;
    try {
      return await work();
    } finally {
      this.isWorking = false;
      if (this.isAnswered) this.leave();
    }
  }
}

const NOBODY: Caller = { userId: '', displayName: '', isAdmin: false, jti: '', family: '', serverEpoch: '' };

/** Adds a route to the app, which is already below the API base. */
export function mount(app: FastifyInstance, services: Services, served: ServedRoute): void {
  const { route } = served;
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.access === 'public' ? PUBLIC_BODY_LIMIT : (route.maxBodyBytes ?? RECORD_BODY_LIMIT),
    onRequest: async (request, reply) => {
      // Before the body is read: a caller without access must cost nothing more.
      const outcome = await admit(services, route, request, reply);
      if (outcome.ok) admitted.set(request, outcome.value);
      else await reply.send(refuse(reply, outcome));
    },
    handler: async (request, reply) => {
      const found = admitted.get(request);
      if (found === undefined) throw new Error('a request was not admitted');
      const { caller, place } = found;
      const outcome = await place.during(async () => await answer(services, served, request, caller));
      return outcome.ok ? succeed(reply, outcome.value) : refuse(reply, outcome);
    },
  });
}

async function admit(
  services: Services,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Outcome<Admitted>> {
  const caller = route.access === 'public' ? done(NOBODY) : await authenticate(services, request.headers.authorization);
  if (!caller.ok) return caller;
  // Before any look-up: a backup may have replaced the records, and the caller's role too.
  const serverEpoch = serverEpochOf(request);
  if (serverEpoch !== undefined && route.access !== 'public' && serverEpoch !== caller.value.serverEpoch)
    return EPOCH_CHANGED;
  if (route.access === 'admin' && !caller.value.isAdmin) return fail('forbidden', 'Only administrators can do this.');
  const isPublic = route.access === 'public';
  const leave = await services.shares[shareOf(route, request)].take(
    isPublic ? networkOf(request.ip) : caller.value.userId,
  );
  return leave === null ? TOO_MANY_AT_ONCE : done({ caller: caller.value, place: new Place(leave, reply) });
}

/** The share in which a request takes its place. */
function shareOf(route: Route, { query, headers }: FastifyRequest): 'heavy' | 'light' | 'files' {
  if (route.access === 'public') return route.reply.file === true ? 'files' : 'light';
  const isLight = loadOf(route, query as Record<string, unknown>) === 'light' && !isLargeBody(headers);
  return isLight ? 'light' : 'heavy';
}

const TOO_MANY_AT_ONCE = fail('tooManyRequests', 'Too many of your requests are running. Please wait and try again.', {
  retryAfter: 10,
});

function serverEpochOf(request: FastifyRequest): string | undefined {
  const serverEpoch = request.headers[EPOCH_HEADER.toLowerCase()];
  return typeof serverEpoch === 'string' ? serverEpoch : undefined;
}

async function answer(
  services: Services,
  served: ServedRoute,
  request: FastifyRequest,
  caller: Caller,
): Promise<Outcome<Answer>> {
  const { route, options } = served;
  const input = await inputOf(route, request);
  if (!input.ok) return input;
  const version = ifMatchOf(request);
  if (!version.ok) return version;
  const { content, ...given } = input.value;
  const isKeyed = isWrite(route) && options.ownTransaction !== true;
  const key = isKeyed
    ? keyOf(request, caller.userId, options.isKeyEnough?.(given) === true ? null : content)
    : done(null);
  if (!key.ok) return key;
  const task: Task = {
    given,
    call: {
      caller,
      ifVersion: version.value,
      ifAbsent: route.creates === true && request.headers['if-none-match'] === '*',
      now: new Date(services.clock()).toISOString(),
      address: networkOf(request.ip),
      device: deviceName(request.headers['user-agent']),
      isLocal: isLocalRequest(request, services.config),
    },
    path: request.url.split('?')[0] ?? '',
    serverEpoch: serverEpochOf(request),
    key: key.value,
  };
  const run = async () => await dispatch(services, served, task, request);
  if (!isWrite(route) || options.asksOutside === true) return await run();
  // A user's writes run one after the other anyway; waiting ones use no connection to the database.
  return (await services.shares.writes.within(caller.userId, run)) ?? TOO_MANY_AT_ONCE;
}

/** Runs the request here, or in a thread where it would block all others. */
async function dispatch(
  services: Services,
  served: ServedRoute,
  task: Task,
  request: FastifyRequest,
): Promise<Outcome<Answer>> {
  const { heavy } = services;
  const isHeavy = heavy !== null && loadOf(served.route, request.query as Record<string, unknown>) === 'heavy';
  return isHeavy
    ? await heavy.run(task.call.caller.userId, { route: routeKey(served.route), task })
    : await perform(services, served, task);
}

interface ReadInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly file: UploadedFile | undefined;
  /** Equal for equal content, whatever its encoding. */
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
  const content = () => (upload === undefined ? canonicalJson(form.value) : upload.value.digest);
  return done({ params: params.value, query: query.value, body: body.value, file: upload?.value.file, content });
}

/** `If-Match: "7"` as 7; `*` and a missing header as null; other values name no version that we assigned. */
function ifMatchOf(request: FastifyRequest): Outcome<number | null> {
  const header = request.headers['if-match'];
  if (header === undefined || header === '*') return done(null);
  const version = /^"(\d{1,15})"$/u.exec(header)?.[1];
  return version === undefined
    ? fail('invalid', 'If-Match is not valid: expected one ETag of this server.')
    : done(Number(version));
}

/** `content` is null where the key is enough. */
function keyOf(request: FastifyRequest, userId: string, content: (() => string) | null): Outcome<Keyed | null> {
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
    hash:
      content === null
        ? ANY_REQUEST
        : createHash('sha256').update(`${request.method} ${request.url}\0${content()}`).digest('base64'),
  });
}

// Both return the body for Fastify to send: awaiting a reply would add listeners to it.

function succeed(reply: FastifyReply, { status, body, bytes, headers }: Answer): string | Uint8Array | undefined {
  reply.code(status).headers(headers);
  // A Buffer of the same memory; Fastify would copy other arrays.
  return bytes === undefined ? (body ?? undefined) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function refuse(reply: FastifyReply, failure: Failure): ErrorBody {
  if (failure.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter));
  reply.code(statusOf(failure.code));
  return bodyOf(failure);
}
