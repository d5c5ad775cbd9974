/**
 * Requests to outside servers: only to the configured hosts, never to a private address, within limits of time and
 * size, and repeated with growing pauses where that may help.
 */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { isLoopbackHost, isPublicAddress } from './private-address.ts';

export type OutgoingFault = 'private' | 'redirect' | 'unreachable' | 'timeout' | 'tooLarge' | 'status' | 'stopped';

export type OutgoingOutcome =
  | { readonly ok: true; readonly body: string }
  /** `status` is 0 where there was no reply. */
  | { readonly ok: false; readonly fault: OutgoingFault; readonly status: number };

/** Gets the content of an address as text. */
export type Outgoing = (url: URL, accept: string) => Promise<OutgoingOutcome>;

export interface OutgoingSetting {
  /** All addresses of a host. */
  readonly resolve?: (host: string, finish: (error: Error | null, addresses: LookupAddress[]) => void) => void;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Milliseconds before the second try; each further pause is twice as long, and all vary by half. */
  readonly pauseMs?: number;
  readonly random?: () => number;
  readonly attempts?: number;
  /** Ends requests under way and pauses at once, and refuses any later request. */
  readonly stopping?: AbortSignal;
}

const TIMEOUT_MS = 10_000;
/** A page of a price source has about 200 KB. */
const MAX_BYTES = 2 * 1024 * 1024;
const PAUSE_MS = 500;
const ATTEMPTS = 3;
const MAX_REDIRECTS = 3;
const MAX_PAUSE_MS = 20_000;
const USER_AGENT = 'Mozilla/5.0 (compatible; Holdfast)';

class PrivateAddress extends Error {}

type Attempt =
  | { readonly kind: 'done'; readonly outcome: OutgoingOutcome; readonly retryAfterMs: number }
  | { readonly kind: 'redirect'; readonly location: string };

const failed = (fault: OutgoingFault, status = 0, retryAfterMs = 0): Attempt => ({
  kind: 'done',
  outcome: { ok: false, fault, status },
  retryAfterMs,
});

function mayHelp(outcome: OutgoingOutcome): boolean {
  if (outcome.ok) return false;
  if (outcome.fault === 'status') return outcome.status >= 500 || [408, 425, 429].includes(outcome.status);
  return outcome.fault === 'timeout' || outcome.fault === 'unreachable';
}

/** Seconds or a date of `Retry-After` as milliseconds from now; 0 without the header. */
function retryAfterOf(reply: IncomingMessage): number {
  const header = reply.headers['retry-after'] ?? '';
  const wait = /^\d{1,6}$/u.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
}

/** A `get` for the hosts of `bases`. A base on this machine, for tests and local proxies, may be requested there. */
export function outgoing(bases: readonly URL[], setting: OutgoingSetting = {}): Outgoing {
  const {
    timeoutMs = TIMEOUT_MS,
    maxBytes = MAX_BYTES,
    pauseMs = PAUSE_MS,
    attempts = ATTEMPTS,
    random = Math.random,
    stopping = new AbortController().signal,
  } = setting;
  const resolve =
    setting.resolve ??
    ((host, finish) => {
      systemLookup(host, { all: true }, finish);
    });
  const allowed = new Set(bases.map((base) => `${base.protocol}//${base.host}`));

  /** Connects to the address that was checked, because the name may resolve to another a moment later. */
  const guarded: LookupFunction = (host, options, finish) => {
    resolve(host, (error, addresses) => {
      // With an error there are no addresses at all, whatever the type states.
      const first = error === null ? addresses[0] : undefined;
      if (first === undefined) finish(error ?? new Error('no address'), '', 0);
      else if (!addresses.every(({ address }) => isPublicAddress(address))) finish(new PrivateAddress(), '', 0);
      else if (options.all === true) finish(null, addresses);
      else finish(null, first.address, first.family);
    });
  };

  const once = async (url: URL, accept: string): Promise<Attempt> =>
    await new Promise((settle) => {
      const local = isLoopbackHost(url.hostname);
      const literal = url.hostname.replace(/^\[|\]$/gu, '');
      if (!local && isIP(literal) !== 0 && !isPublicAddress(literal)) {
        settle(failed('private'));
        return;
      }
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const headers = { accept, 'accept-encoding': 'gzip, br', 'accept-language': 'en-GB', 'user-agent': USER_AGENT };
      const request = send(url, { headers, agent: false, signal: stopping, ...(local ? {} : { lookup: guarded }) });
      const end = (attempt: Attempt): void => {
        clearTimeout(limit);
        settle(stopping.aborted ? failed('stopped') : attempt);
        request.destroy();
      };
      const limit = setTimeout(() => {
        end(failed('timeout'));
      }, timeoutMs);
      request.on('error', (error) => {
        end(failed(error instanceof PrivateAddress ? 'private' : 'unreachable'));
      });
      request.on('response', (reply) => {
        readReply(reply, maxBytes, end);
      });
      request.end();
    });

  const follow = async (start: URL, accept: string): Promise<Exclude<Attempt, { kind: 'redirect' }>> => {
    let url = start;
    for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
      if (!allowed.has(`${url.protocol}//${url.host}`) || url.username !== '')
        return { kind: 'done', outcome: { ok: false, fault: 'redirect', status: 0 }, retryAfterMs: 0 };
      const attempt = await once(url, accept);
      if (attempt.kind === 'done') return attempt;
      if (!URL.canParse(attempt.location, url.href)) break;
      url = new URL(attempt.location, url);
    }
    return { kind: 'done', outcome: { ok: false, fault: 'redirect', status: 0 }, retryAfterMs: 0 };
  };

  return async (url, accept) => {
    for (let count = 1; ; count += 1) {
      const { outcome, retryAfterMs } = await follow(url, accept);
      if (count >= attempts || !mayHelp(outcome)) return outcome;
      const wait = pauseMs * 2 ** (count - 1) * (0.5 + random());
      // A source that asks for a long pause is requested again tomorrow.
      if (retryAfterMs > MAX_PAUSE_MS) return outcome;
      // The next try refuses by itself.
      await pause(Math.max(wait, retryAfterMs), undefined, { signal: stopping }).catch(() => undefined);
    }
  };
}

function readReply(reply: IncomingMessage, maxBytes: number, end: (attempt: Attempt) => void): void {
  const status = reply.statusCode ?? 0;
  const { location } = reply.headers;
  if (status >= 300 && status < 400 && location !== undefined) {
    end({ kind: 'redirect', location });
    return;
  }
  if (status !== 200) {
    end(failed('status', status, retryAfterOf(reply)));
    return;
  }
  const encoding = reply.headers['content-encoding'] ?? 'identity';
  const decoder = encoding === 'gzip' ? createGunzip() : encoding === 'br' ? createBrotliDecompress() : null;
  const content = decoder === null ? reply : reply.pipe(decoder);
  const chunks: Buffer[] = [];
  let size = 0;
  // A body that decompresses to more than the limit is dropped while it decompresses.
  content.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) end(failed('tooLarge'));
    else chunks.push(chunk);
  });
  content.on('end', () => {
    end({ kind: 'done', outcome: { ok: true, body: Buffer.concat(chunks).toString('utf8') }, retryAfterMs: 0 });
  });
  for (const stream of [reply, content])
    stream.on('error', () => {
      end(failed('unreachable'));
    });
}

const WORDS: Readonly<Record<OutgoingFault, string>> = {
  private: 'its address is private',
  redirect: 'it redirects to another address',
  unreachable: 'it could not be reached',
  timeout: 'it did not answer in time',
  tooLarge: 'its response is too large',
  status: 'it answered with an error',
  stopped: 'the server was being stopped',
};

/** Why a source gave nothing, to follow its name; never an address, which may contain a key. */
export function faultText({ fault, status }: Extract<OutgoingOutcome, { ok: false }>): string {
  return fault === 'status' ? `${WORDS.status} (${status})` : WORDS[fault];
}
