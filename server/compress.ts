/**
 * Compresses the API's replies: a first pull of a large portfolio becomes ten times smaller. Static files are
 * compressed at build time.
 */
import type { FastifyInstance } from 'fastify';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';

const compress = promisify(gzip);
/** A smaller reply fits into one packet anyway. */
const MIN_BYTES = 1400;

/** True when the client accepts gzip, by name and not with a weight of 0. */
export function takesGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .some((entry) => /^\s*(?:x-)?gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/iu.test(entry));
}

/** Compresses the text replies of this scope where the client accepts gzip. */
export function compressReplies(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_BYTES) return payload;
    reply.header('vary', 'accept-encoding');
    if (!takesGzip(request.headers['accept-encoding'])) return payload;
    const bytes = await compress(payload, { level: constants.Z_BEST_SPEED });
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return bytes;
  });
}
