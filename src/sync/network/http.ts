/** One request to the API. Small, without zod and the database: the sign-in page loads it. */

import { learnServerTime } from './server-clock.ts';

/** What the network code needs of the browser, so that tests can replace it. */
export interface NetworkEnvironment {
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
  /** Runs `action` after this many milliseconds; returns how to cancel it. */
  readonly schedule: (action: () => void, ms: number) => () => void;
  /** The page's cookies as `name=value; ...`; a worker sees none, and its page adds their header. */
  readonly cookies?: () => string;
  /** Called when a request begins; the function that it returns gets the headers of the API's reply. */
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
 * The result of a request.
 * - `reply`: a reply of the API; `json` is undefined for an empty body. `isPage`: a failure (5xx) with a page for a
 *   body, from a proxy before a server that is down, or a server that cannot say more. `text`: the body of a refusal
 *   in plain text
 * - `offline`: no reply, or one that is not the API's (a captive portal's page, a reply cut short)
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
  | { readonly kind: 'offline' };

/** Makes a request and never rejects. */
export async function send(environment: NetworkEnvironment, request: HttpRequest): Promise<HttpOutcome> {
  const abort = new AbortController();
  const cancelTimer = environment.schedule(() => abort.abort(), request.timeoutMs);
  const onHeaders = environment.onRequest?.();
  try {
    const init = withCookieHeader(request.url, initOf(request), environment.cookies?.() ?? '');
    const response = await environment.fetch(request.url, { ...init, signal: abort.signal });
    const text = await response.text();
    const body = bodyOf(response, text);
    if (body === null) return { kind: 'offline' };
    onHeaders?.(response.headers);
    return { kind: 'reply', status: response.status, headers: response.headers, ...body };
  } catch {
    // `fetch` rejects where no reply arrives in time.
    return { kind: 'offline' };
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
    // Not encoded: it is sent as it is.
    return value;
  }
}

/** A write with the header that a plain server asks for by a cookie; another request as it is. */
export function withCookieHeader(url: string, init: PlainInit, cookies: string): PlainInit {
  // Never to another origin: the token is a secret of this one.
  const xsrf = init.method === 'GET' || !/^\/(?!\/)/u.test(url) ? null : xsrfToken(cookies);
  return xsrf === null ? init : { ...init, headers: { ...init.headers, 'X-XSRF-TOKEN': xsrf } };
}

/** A request as `send` makes it; it can be copied to another thread unless its body is a form. */
export interface PlainInit extends RequestInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

function initOf(request: HttpRequest): PlainInit {
  const headers: Record<string, string> = { Accept: 'application/json', ...request.headers };
  if (request.token) headers['Authorization'] = `Bearer ${request.token}`;
  if (request.json !== undefined) headers['Content-Type'] = 'application/json';
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

/**
 * The content of the body, or null where it is not the API's: a page is a captive portal's or a proxy's, unless its
 * status means to try again anyway.
 */
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

/** True for the status of a gateway that has no reply from the server (502 to 504; 520 to 530 are Cloudflare's). */
export function isOfGateway(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 530);
}

/** True when the API has not been reached: no reply, or one of a gateway, or a page. */
export function isUnreached(outcome: HttpOutcome | { readonly kind: 'signedOut' }): boolean {
  return outcome.kind !== 'reply' || outcome.isPage === true || isOfGateway(outcome.status);
}

const PROBE_TIMEOUT_MS = 5000;

/**
 * Whether a server replies to a request without a token, which it refuses; from its reply the device learns the server's
 * time too.
 */
export async function isServerThere(environment: NetworkEnvironment, apiBase: string): Promise<boolean> {
  return !isUnreached(
    await send(environment, { method: 'GET', url: `${apiBase}/accounts`, timeoutMs: PROBE_TIMEOUT_MS }),
  );
}

export function asObject(json: unknown): Readonly<Record<string, unknown>> | null {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
    ? (json as Readonly<Record<string, unknown>>)
    : null;
}

/** A field of a reply that holds text; empty where it does not. */
export function textIn(json: unknown, field: string): string {
  const value = asObject(json)?.[field];
  return typeof value === 'string' ? value : '';
}

/** A field of a reply that holds a list; an empty one where it does not. */
export function listIn(json: unknown, field: string): readonly unknown[] {
  const value = asObject(json)?.[field];
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** The code of an error body, or an empty text. */
export function errorCodeOf(json: unknown): string {
  return textIn(json, 'code');
}

/** The words of a refusal in a reply: its message, or its text in the words of 000 §8.4; empty where it has none. */
export function messageOf({ json, text }: Pick<Reply, 'json' | 'text'>): string {
  return text === undefined ? textIn(json, 'message') : `Server error: ${text}`;
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
