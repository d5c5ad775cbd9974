/** Assembles the server: routes, headers, errors. It never listens. */
import fastifyMultipart from '@fastify/multipart';
import type { Socket } from 'node:net';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { v7 } from 'uuid';
import { compressReplies } from './compress.ts';
import type { Config } from './config.ts';
import {
  CONNECTION_LIMITS,
  limitConnections,
  oneAtATime,
  readUnread,
  watchBody,
  type ConnectionLimits,
} from './connection-limits.ts';
import { frameworkFailure } from './errors.ts';
import { securityHeaders } from './headers.ts';
import type { HeavyWork } from './heavy/heavy-work.ts';
import { makeServices } from './make-services.ts';
import { serveMetrics } from './metrics.ts';
import { readiness } from './readiness.ts';
import { serveDocs } from './routes/docs.ts';
import { servedRoutes } from './routes/served-routes.ts';
import { mount } from './routes/serve.ts';
import { MAX_FILE_BYTES } from './routes/upload.ts';
import { startDailyFetch } from './services/market/daily.ts';
import { startUpkeep } from './services/upkeep.ts';
import type { Outgoing } from './services/market/outgoing.ts';
import { seedStore } from './seed/seed.ts';
import { serveClient } from './static.ts';
import { readServerEpoch, tryWrite } from './store/database/meta.ts';
import { REFUSALS } from './store/upkeep/logs.ts';
import { isFull, isUnavailable, type Store } from './store/database/store.ts';

export interface AppOptions {
  readonly store: Store;
  readonly config: Config;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  readonly newId?: () => string;
  /** Replaces requests to outside servers in tests. */
  readonly outgoing?: Outgoing;
  /** Threads for heavy requests; without them every request runs in this thread. */
  readonly heavy?: HeavyWork | null;
  readonly limits?: ConnectionLimits;
}

/**
 * Logs once that users behind an untrusted proxy count as one, so that fifty wrong guesses would lock all of them out.
 */
function proxyNotice(log: Logger): (request: FastifyRequest) => void {
  let isSaid = false;
  return ({ raw, ip }) => {
    if (isSaid || raw.headers['x-forwarded-for'] === undefined || ip !== raw.socket.remoteAddress) return;
    isSaid = true;
    log.warn(
      'X-Forwarded-For came from a proxy that TRUST_PROXY does not name: all users behind it share one limit of attempts',
    );
  };
}

/** Work that outlives its request; an error of it is logged. */
class BackgroundWork {
  private readonly underWay = new Set<Promise<void>>();
  private readonly log: Logger;

  constructor(log: Logger) {
    this.log = log;
  }

  readonly add = (work: Promise<void>): void => {
    const tracked = work
      .catch((error: unknown) => {
        this.log.error({ err: error }, 'background work failed');
      })
      .finally(() => {
        this.underWay.delete(tracked);
      });
    this.underWay.add(tracked);
  };

  async end(): Promise<void> {
    await Promise.all(this.underWay);
  }
}

/** An app that is ready to listen or to receive injected requests; closing it does not close the store. */
export async function buildApp({
  store,
  config,
  log,
  clock = Date.now,
  newId = v7,
  outgoing,
  heavy = null,
  limits = CONNECTION_LIMITS,
}: AppOptions): Promise<FastifyInstance> {
  await seedStore(store, newId, new Date(clock()).toISOString());
  await readServerEpoch(store, newId);
  const background = new BackgroundWork(log);
  const stopping = new AbortController();
  const services = await makeServices(
    { store, config, log, clock, newId, heavy, stopping: stopping.signal, inBackground: background.add },
    outgoing,
  );

  const headers = securityHeaders(config);
  const app = makeServer(config, limits, headers);
  // Node would drop those after the first thousand, and with them what announces a body.
  app.server.maxHeadersCount = 0;
  if (config.trustProxy === false) limitConnections(app.server, limits);
  app.addHook('onRequest', oneAtATime());
  app.addHook('onRequest', async (request, reply) => {
    watchBody(request, limits);
    reply.headers(headers);
  });
  app.addHook('onSend', readUnread);
  logRequests(app, log);
  const stops: (() => void)[] = [];
  // Only a server that listens works by itself; a test's never does.
  app.addHook('onListen', async () => {
    stops.push(startUpkeep(services), startDailyFetch(services, log));
    await Promise.resolve();
  });
  // Before requests under way are waited for: some of them may wait for a source of prices.
  app.addHook('preClose', async () => {
    for (const stop of stops) stop();
    stopping.abort();
    await Promise.resolve();
  });
  app.addHook('onClose', async () => {
    await Promise.all([background.end(), heavy?.close()]);
  });
  answerErrors(app, log);

  await app.register(fastifyMultipart, {
    limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 10, fieldSize: 2_500_000, parts: 12, headerPairs: 50 },
  });
  readJsonOnly(app);
  const isReady = readiness(async () => {
    await tryWrite(store);
  });
  serveHealth(app, config.basePath, isReady);
  serveMetrics(app, config, isReady);
  const base = `${config.basePath}api`;
  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store');
      });
      compressReplies(scope);
      for (const served of servedRoutes(base).values()) mount(scope, services, served);
      serveDocs(scope, base);
    },
    { prefix: base },
  );
  await serveClient(app, config);
  return app;
}

function makeServer(config: Config, limits: ConnectionLimits, headers: Readonly<Record<string, string>>) {
  const refusedOn = new WeakSet<Socket>();
  const http = { headersTimeout: limits.headers, connectionsCheckingInterval: limits.checkEvery };
  return fastify({
    ...(config.tls === null ? { http } : { https: { ...config.tls, ...http } }),
    connectionTimeout: limits.silence,
    keepAliveTimeout: limits.idle,
    requestTimeout: limits.request,
    trustProxy: config.trustProxy,
    // An unreadable address is refused before any hook runs, so requests on its connection are not answered in turn: the
    // first ends it.
    frameworkErrors: (error, { raw: { socket } }, reply: FastifyReply) => {
      if (refusedOn.has(socket)) {
        socket.destroy();
        reply.hijack();
        return;
      }
      refusedOn.add(socket);
      const status = error.statusCode ?? 400;
      reply.headers(headers).header('connection', 'close').code(status).send(frameworkFailure(status));
    },
    routerOptions: { maxParamLength: 200 },
  }) as FastifyInstance;
}

/** Logs the route's pattern, not the address: the log must not contain a search or an id. */
function logRequests(app: FastifyInstance, log: Logger): void {
  const requestLog = log.child({ source: 'requests' });
  const refusalLog = log.child({ source: REFUSALS });
  const noticeProxy = proxyNotice(requestLog);
  app.addHook('onRequest', (request, _reply, done) => {
    noticeProxy(request);
    done();
  });
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode;
    const level = status === 429 ? 'warn' : status === 401 || status === 403 ? 'info' : 'debug';
    (level === 'debug' ? requestLog : refusalLog)[level](
      { method: request.method, route: request.routeOptions.url, status, ms: Math.round(reply.elapsedTime) },
      level === 'debug' ? 'request' : 'a request was refused',
    );
  });
}

/** Answers what failed in plain words, and logs what is the server's fault. */
function answerErrors(app: FastifyInstance, log: Logger): void {
  const requestLog = log.child({ source: 'requests' });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 400 && status < 500) {
      const { code, message } = frameworkFailure(status);
      reply.code(status).send({ message, code });
      return;
    }
    if (isFull(error)) {
      requestLog.error({ err: error }, 'the disk is full');
      reply.code(503).header('retry-after', '60').send({
        message: "The server's disk is full, so nothing was saved. Please tell an administrator of the server.",
        code: 'storageFull',
      });
      return;
    }
    if (isUnavailable(error)) {
      requestLog.warn({ err: error }, 'the database is not available');
      reply
        .code(503)
        .header('retry-after', '5')
        .send({ message: 'The server is busy. Please try again in a moment.', code: 'unavailable' });
      return;
    }
    requestLog.error({ err: error, method: request.method, route: request.routeOptions.url }, 'a request failed');
    reply.code(500).send({ message: 'Something went wrong on the server. Please try again.', code: 'internal' });
  });
}

const MAX_JSON_DEPTH = 64;
/** An object's keys are sorted to compare requests, which takes seconds for hundreds of thousands. */
const MAX_JSON_KEYS = 20_000;

/**
 * True for JSON nested deeper than any of ours, because code that walks a value may recurse, and for objects with more
 * keys than any of ours.
 */
function isTooComplex(json: string): boolean {
  /** The number of keys so far of each object or list around the present place. */
  const keys: number[] = [];
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (inText) {
      if (character === '\\') at += 1;
      else if (character === '"') inText = false;
    } else if (character === '"') inText = true;
    else if (character === '[' || character === '{') {
      keys.push(0);
      if (keys.length > MAX_JSON_DEPTH) return true;
    } else if (character === ']' || character === '}') keys.pop();
    else if (character === ':') {
      const count = (keys.pop() ?? 0) + 1;
      if (count > MAX_JSON_KEYS) return true;
      keys.push(count);
    }
  }
  return false;
}

/**
 * JSON is the only content besides files. A POST or DELETE that declares JSON and sends nothing has no body, which
 * Fastify itself would refuse.
 */
function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, finish) => {
    if (body === '') finish(null, undefined);
    else if (isTooComplex(body)) finish(Object.assign(new Error('too complex'), { statusCode: 400 }), undefined);
    else void parse(request, body, finish);
  });
}

/** A server with a full or read-only database is not ready. */
function serveHealth(app: FastifyInstance, basePath: string, isReady: () => Promise<boolean>): void {
  for (const prefix of new Set(['/', basePath])) {
    app.get(`${prefix}healthz`, async () => await Promise.resolve({ status: 'ok' }));
    app.get(`${prefix}readyz`, async (_request, reply) => {
      const ready = await isReady();
      reply.code(ready ? 200 : 503);
      return { status: ready ? 'ready' : 'unavailable' };
    });
  }
}
