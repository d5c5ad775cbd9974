/** How long a connection may keep the server waiting, and how much of it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Socket, type Server } from 'node:net';
import { finished } from 'node:stream';
import { networkOf } from './auth/network-of.ts';

/** All in milliseconds. */
export interface ConnectionLimits {
  /** For the headers of a request to arrive. */
  readonly headers: number;
  /** A pause within a body. */
  readonly bodySilence: number;
  /** For a whole request to arrive. */
  readonly request: number;
  /** A pause while sending or waiting. */
  readonly silence: number;
  /** A pause between two requests. */
  readonly idle: number;
  /** How often headers and requests are checked. */
  readonly checkEvery: number;
  /** The most connections of one address at once; a number, not milliseconds. */
  readonly fromOneAddress: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  headers: 15_000,
  bodySilence: 20_000,
  request: 180_000,
  silence: 120_000,
  idle: 30_000,
  checkEvery: 2000,
  fromOneAddress: 256,
};

/** Requests that may wait on a connection for the one before them; browsers and proxies send none. */
const MOST_WAITING_ON_CONNECTION = 32;

/** Pieces of a body that may be of any size: the first and last of any body may be short. */
const FREE_PIECES = 500;
/** The smallest size of the others on average, in bytes. The smallest packets of a network carry more. */
const SMALLEST_PIECE = 64;

/**
 * Closes a connection whose body stops arriving, or arrives in tiny pieces: each piece takes as long as a thousand
 * bytes, so a few megabytes of them would keep everybody waiting for a minute.
 */
export function watchBody({ raw }: FastifyRequest, { bodySilence, silence }: ConnectionLimits): void {
  const { headers, socket } = raw;
  // An injected request has no connection.
  if (!(socket instanceof Socket)) return;
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return;
  socket.setTimeout(bodySilence);
  raw.once('end', () => socket.setTimeout(silence));
  let pieces = 0;
  let bytes = 0;
  // Unlike `on`, this does not make the body flow before it is read.
  raw.prependListener('data', (piece: Buffer) => {
    pieces += 1;
    bytes += piece.length;
    if (pieces > FREE_PIECES && bytes < pieces * SMALLEST_PIECE) raw.destroy(new Error('a body in tiny pieces'));
  });
}

/**
 * Closes connections of an address that has too many: what arrives on thousands of them at once is read before anybody
 * else's. Behind a trusted proxy, which has all connections, that is the proxy's task.
 */
export function limitConnections(server: Server, { fromOneAddress }: ConnectionLimits): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const count = (open.get(network) ?? 0) + 1;
    if (count > fromOneAddress) {
      socket.destroy();
      return;
    }
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}

/** Lets the body of a request flow that is answered without it, so that `watchBody` sees it. */
export async function readUnread({ raw }: FastifyRequest): Promise<void> {
  if (raw.readableFlowing === null) raw.resume();
  await Promise.resolve();
}

interface Turn {
  waiting: number;
  /** Resolves once the last request has been answered. */
  isAnswered: Promise<void>;
}

/**
 * Makes a request wait until the one before it on its connection has been answered: Node would start hundreds that
 * arrive in one packet before anybody else's, and keep their replies in memory while nobody reads them.
 */
export function oneAtATime(): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const turns = new WeakMap<Socket, Turn>();
  return async ({ raw: { socket } }, reply) => {
    // An injected request has no connection.
    if (!(socket instanceof Socket)) return;
    const turn = turns.get(socket) ?? { waiting: 0, isAnswered: Promise.resolve() };
    turns.set(socket, turn);
    const before = turn.isAnswered;
    turn.isAnswered = new Promise((resolve) => {
      finished(reply.raw, () => {
        setImmediate(resolve);
      });
    });
    turn.waiting += 1;
    if (turn.waiting > MOST_WAITING_ON_CONNECTION) socket.destroy();
    await before;
    turn.waiting -= 1;
    // Nobody reads the reply.
    if (socket.destroyed) reply.hijack();
  };
}
