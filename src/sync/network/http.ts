/** One request to the API. Light: the sign-in page loads it, so it knows neither zod nor the database. */

import { learnServerTime } from './server-clock.ts';

/** What the network code takes from its surroundings, so that tests can put their own in its place. */
export interface NetworkEnvironment {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
  /** Runs `action` after so many milliseconds; answers how to prevent it. */
  readonly schedule: (action: () => void, ms: number) => () => void;
  /** The page's cookies as `name=value; ...`; a worker sees none. */
  readonly cookies?: () => string;
  /** Called when a request begins; what it answers is told of the headers of the API's answer. */
  readonly onRequest?: () => (headers: Headers) => void;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute or below the origin, with its query. */
  readonly url: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as multipart/form-data; a repeat has another boundary, and the same parts. */
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string | null;
  readonly timeoutMs: number;
}

/**
 * What came of a request.
 * - `reply`: an answer of the API; `json` is undefined for an empty body. With `isPage` a failure (5xx) whose body is none
 *   of the API's: who answers is a proxy before a server that is down, or one that cannot say more. `text` is the body of a
 *   refusal in plain text
 * - `offline`: no answer, or one that is not the API's (a captive portal's page, a reply cut short)
 */
export type HttpOutcome =
  | {
      readonly kind: 'reply';
      readonly status: number;
      readonly headers: Headers;
      readonly json: unknown;
      readonly isPage?: true;
      readonly text?: string;
    }
  | { readonly kind: 'offline'; readonly reason: 'network' | 'timeout' | 'notJson' };

/** Makes a request and never rejects. */
export async function send(environment: NetworkEnvironment, request: HttpRequest): Promise<HttpOutcome> {
  const abort = new AbortController();
  let timedOut = false;
  const cancelTimer = environment.schedule(() => {
    timedOut = true;
    abort.abort();
  }, request.timeoutMs);
  const onHeaders = environment.onRequest?.();
  try {
    const response = await environment.fetch(request.url, {
      ...initOf(request, environment.cookies?.() ?? ''),
      signal: abort.signal,
    });
    const text = await response.text();
    const body = bodyOf(response, text);
    if (body === null) return { kind: 'offline', reason: 'notJson' };
    onHeaders?.(response.headers);
    return { kind: 'reply', status: response.status, headers: response.headers, ...body };
  } catch {
    // `fetch` rejects where no answer comes; the reason says which way.
    return { kind: 'offline', reason: timedOut ? 'timeout' : 'network' };
  } finally {
    cancelTimer();
  }
}

/** The value of the cookie with which a plain server may ask for a header against forged requests (002 §6); null without one. */
function xsrfToken(cookies: string): string | null {
  const value = /(?:^|;\s*)XSRF-TOKEN=([^;]+)/u.exec(cookies)?.[1];
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    // Not encoded: it is sent as it stands.
    return value;
  }
}

function initOf(request: HttpRequest, cookies: string): RequestInit {
  const headers: Record<string, string> = { Accept: 'application/json', ...request.headers };
  if (request.token) headers['Authorization'] = `Bearer ${request.token}`;
  if (request.json !== undefined) headers['Content-Type'] = 'application/json';
  // Never to another origin: the token is this one's secret.
  const xsrf = request.method === 'GET' || !/^\/(?!\/)/u.test(request.url) ? null : xsrfToken(cookies);
  if (xsrf !== null) headers['X-XSRF-TOKEN'] = xsrf;
  const body = request.json === undefined ? request.form : JSON.stringify(request.json);
  return {
    method: request.method,
    headers,
    ...(body === undefined ? {} : { body }),
    // Replies are the user's own data: they belong in their database, never in a shared cache.
    cache: 'no-store',
    credentials: 'same-origin',
    redirect: 'follow',
  };
}

type Reply = Extract<HttpOutcome, { kind: 'reply' }>;

/** The longest text of a refusal that is kept, in characters. */
const MOST_TEXT = 500;

/** What the body says, or null where it is not the API's: a page is a captive portal's or a proxy's, unless its status says anyway to try again. */
function bodyOf(response: Response, text: string): Pick<Reply, 'json' | 'isPage' | 'text'> | null {
  if (text === '') return { json: undefined };
  try {
    return { json: JSON.parse(text) };
  } catch {
    if (response.status >= 500) return { json: undefined, isPage: true };
    const isText = response.headers.get('content-type')?.startsWith('text/plain') === true;
    return !response.ok && isText ? { json: undefined, text: text.slice(0, MOST_TEXT) } : null;
  }
}

/** True when the API has not been reached: nobody answered, or a gateway did (502 to 504; 520 to 530 are Cloudflare's), or a page came. */
export function isUnreached(outcome: HttpOutcome): boolean {
  if (outcome.kind === 'offline' || outcome.isPage === true) return true;
  const { status } = outcome;
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 530);
}

/** The code of an error body, or an empty text. */
export function errorCodeOf(json: unknown): string {
  return typeof json === 'object' && json !== null && 'code' in json && typeof json.code === 'string' ? json.code : '';
}

/** What a reply says of a refusal: its message, or its text in the words of 000 §8.4; empty where it says nothing. */
export function messageOf({ json, text }: Pick<Reply, 'json' | 'text'>): string {
  if (text !== undefined) return `Server error: ${text}`;
  return typeof json === 'object' && json !== null && 'message' in json && typeof json.message === 'string'
    ? json.message
    : '';
}

/** The browser's own network and timers. */
export const browserNetwork: NetworkEnvironment = {
  fetch: (input, init) => fetch(input, init),
  schedule: (action, ms) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
  cookies: () => (typeof document === 'undefined' ? '' : document.cookie),
  onRequest: () => {
    const askedAt = Date.now();
    return (headers) => learnServerTime(headers, askedAt);
  },
};
