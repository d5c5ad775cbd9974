/** Calls that only a server can answer: logs, price fetches, rate services. A module that imports it also loads zod. */
import type { ParsedBody, ReplyOf, Route } from '../../../contract/route.ts';
import { isClosedForGood, ownerOf } from '../../data/database/database.ts';
import { readSyncState } from '../../data/database/meta.ts';
import { hasServer } from '../../data/database/places.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { createApi, refusalOf, type CallOutcome, type Reply } from '../api/api.ts';
import { browserEnvironment, type SyncEnvironment } from '../api/environment.ts';

/**
 * The result of a call.
 * - `refused`: the server refused it; `message` holds its words, or its status
 * - `unexpected`: the reply does not match the contract
 */
export type ServerAnswer<T> =
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'offline' }
  | { readonly kind: 'signedOut' }
  /** `isSilent`: the server gave no reason, and the message names the status. */
  | { readonly kind: 'refused'; readonly status: number; readonly message: string; readonly isSilent?: true }
  | { readonly kind: 'unexpected' };

/** An answer that is none: why the server did not give it. */
export type NoAnswer = Exclude<ServerAnswer<unknown>, { kind: 'answer' }>;

/** The answer with what `valueOf` makes of its value. */
export function mapAnswer<T, U>(answer: ServerAnswer<T>, valueOf: (value: T) => U): ServerAnswer<U> {
  return answer.kind === 'answer' ? { kind: 'answer', value: valueOf(answer.value) } : answer;
}

type QueryValue = string | number | boolean | undefined;

export interface Question<R extends Route> {
  readonly params?: Readonly<Record<string, string>>;
  /** Undefined and empty values are left out. */
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: ParsedBody<R>;
  /** Milliseconds; work that the server does at once may take long. */
  readonly timeoutMs?: number;
}

/** Calls the server of the open database, in its owner's name, and checks the reply against the contract. */
export async function askServer<R extends Route>(
  db: HoldfastDatabase,
  route: R,
  question: Question<R> = {},
  environment: SyncEnvironment = browserEnvironment,
): Promise<ServerAnswer<ReplyOf<R>>> {
  return await ask(db, route, question, environment).catch((error: unknown) => {
    // Its owner has signed out meanwhile, and needs no reply.
    if (isClosedForGood(db)) return { kind: 'signedOut' };
    throw error;
  });
}

/** The call of a route that asks the same each time. */
export function callOf<R extends Route>(
  route: R,
  question: Question<R> = {},
): (db: HoldfastDatabase) => Promise<ServerAnswer<ReplyOf<R>>> {
  return async (db) => await askServer(db, route, question);
}

async function ask<R extends Route>(
  db: HoldfastDatabase,
  route: R,
  { params = {}, query = {}, body, timeoutMs }: Question<R>,
  environment: SyncEnvironment,
): Promise<ServerAnswer<ReplyOf<R>>> {
  const owner = await ownerOf(db);
  // A call that the specification does not have is not made to a plain server.
  if (route.extension === true && (await readSyncState(db)).mode === 'plain')
    return { kind: 'refused', status: 404, message: 'Not supported by this server.' };
  const json = body ?? (route.sendsEmptyObject === true ? {} : undefined);
  const outcome: CallOutcome = hasServer(owner)
    ? await createApi(environment, owner).call(route.method, pathOf(route.path, params) + queryOf(query), {
        ...(json === undefined ? {} : { json }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      })
    : await (await import('./answer-here.ts')).answerHere(db, route, { params, body });
  if (outcome.kind !== 'reply') return outcome;
  if (outcome.status < 200 || outcome.status >= 300) return refusedBy(outcome);
  const reply = route.reply.json;
  if (reply === undefined) return { kind: 'answer', value: undefined as ReplyOf<R> };
  const parsed = reply.safeParse(outcome.json);
  return parsed.success ? { kind: 'answer', value: parsed.data as ReplyOf<R> } : { kind: 'unexpected' };
}

function refusedBy(outcome: Reply): Extract<ServerAnswer<never>, { kind: 'refused' }> {
  const { message, words } = refusalOf(outcome);
  return { kind: 'refused', status: outcome.status, message, ...(words === 'status' && { isSilent: true }) };
}

function pathOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:(\w+)/gu, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function queryOf(query: Readonly<Record<string, QueryValue>>): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string | number | boolean] => entry[1] !== undefined && entry[1] !== '',
  );
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** The text for a failed call: the server's own where it gave any. */
export function answerText(answer: NoAnswer): string {
  if (answer.kind === 'refused') return answer.message;
  return UNANSWERED[answer.kind];
}

const UNANSWERED = {
  offline: 'The server cannot be reached.',
  signedOut: 'Please sign in again.',
  unexpected: 'Unexpected response from server. Please try again.',
} as const;
