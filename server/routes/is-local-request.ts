/** Whether a request comes from a browser on this machine, with nothing between it and the server. */
import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../loopback.ts';
import type { Config } from '../config.ts';

/** Headers that a proxy adds, besides all `X-Forwarded-*`. */
const PROXY_HEADERS: ReadonlySet<string> = new Set(['forwarded', 'via', 'x-real-ip']);

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : '';
}

/**
 * True only where everything in a request belongs to this machine: the server's address, its public address, the peer
 * of the connection, `Host`, and `Origin` where it is sent; and no proxy has added a header. A browser that a foreign
 * page has led here (DNS rebinding) sends a foreign `Host`.
 */
export function isLocalRequest(
  { raw }: Pick<FastifyRequest, 'raw'>,
  { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>,
): boolean {
  const { headers, socket } = raw;
  const { origin } = headers;
  return (
    isLoopback(host) &&
    isLoopback(hostOf(publicUrl)) &&
    isLoopback(socket.remoteAddress ?? '') &&
    isLoopback(hostOf(`http://${headers.host ?? ''}`)) &&
    (origin === undefined || isLoopback(hostOf(origin))) &&
    !Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || PROXY_HEADERS.has(name))
  );
}
