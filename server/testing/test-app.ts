/** An app for tests on an empty database, with a clock of its own and short calls for requests. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../app.ts';
import type { Config } from '../config.ts';
import type { ConnectionLimits } from '../connection-limits.ts';
import { makeLog } from '../log/log.ts';
import type { Outgoing } from '../services/market/outgoing.ts';
import { FIXTURE_MARKET, fixtureMarket } from './market-fixtures.ts';
import { openStore, type Store } from '../store/database/store.ts';

interface TestReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The body as JSON; null when it is empty. */
  readonly json: unknown;
}

interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly dataDir: string;
  /** The logged lines. */
  readonly logged: readonly string[];
  readonly flushLog: () => Promise<void>;
  /** Milliseconds since 1970; tests move it forward. */
  now: number;
  readonly call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: CallOptions) => Promise<TestReply>;
  /** Registers a user where needed and signs in. */
  readonly signIn: (email: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

export const PASSWORD = 'correct horse';

/** Starts an app at noon on a winter's day, when London time is UTC. */
export async function startTestApp(
  changes: Partial<Config> = {},
  store?: Store,
  outgoing?: Outgoing,
  limits?: ConnectionLimits,
): Promise<TestApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-test-'));
  const config: Config = {
    port: 0,
    host: '127.0.0.1',
    dataDir,
    databaseUrl: null,
    logLevel: 'silent',
    registration: 'open',
    clientDir: join(dataDir, 'client'),
    basePath: '/',
    publicUrl: 'http://localhost:8080/',
    trustProxy: false,
    tls: null,
    smtp: null,
    metricsToken: null,
    receiptsBucket: null,
    recordsQuota: 500_000,
    receiptsQuota: 1024 * 1024 * 1024,
    market: FIXTURE_MARKET,
    heavy: { threads: 1, deadline: 60_000, memory: 320 },
    ...changes,
  };
  const opened = store ?? (await openStore({ dialect: 'sqlite', file: ':memory:' }));
  const state = { now: Date.parse('2026-01-15T12:00:00Z') };
  const logged: string[] = [];
  const serverLog = makeLog({
    level: config.logLevel,
    store: opened,
    write: (line) => {
      logged.push(line);
    },
  });
  const app = await buildApp({
    store: opened,
    config,
    log: serverLog.log,
    clock: () => state.now,
    outgoing: outgoing ?? fixtureMarket,
    ...(limits !== undefined && { limits }),
  });
  const call: TestApp['call'] = async (method, path, { token, body, headers = {} } = {}) => {
    const request: InjectOptions = {
      method,
      url: `${config.basePath}api${path}`,
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    };
    if (body !== undefined) request.payload = body as Exclude<InjectOptions['payload'], undefined>;
    const reply = await app.inject(request);
    const json: unknown = String(reply.headers['content-type'] ?? '').startsWith('application/json')
      ? JSON.parse(reply.body)
      : null;
    return { status: reply.statusCode, headers: reply.headers, text: reply.body, json };
  };
  return {
    app,
    store: opened,
    dataDir,
    call,
    logged,
    flushLog: serverLog.flush,
    get now() {
      return state.now;
    },
    set now(instant) {
      state.now = instant;
    },
    signIn: async (email) => {
      await call('POST', '/auth/register', {
        body: { firstName: email.split('@')[0] ?? 'A', surname: 'Tester', email, password: PASSWORD },
      });
      const reply = await call('POST', '/auth/login', { body: { email, password: PASSWORD } });
      return (reply.json as { token: string }).token;
    },
    close: async () => {
      await app.close();
      await serverLog.close();
      if (store === undefined) await opened.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A multipart body with one file and text fields, and its header. */
export function multipart(
  file: { readonly name?: string; readonly fileName?: string; readonly content: string },
  fields: Readonly<Record<string, string>> = {},
): { readonly body: string; readonly headers: Record<string, string> } {
  const boundary = 'holdfast-test-boundary';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  parts.push(
    `--${boundary}\r\nContent-Disposition: form-data; name="${file.name ?? 'file'}"; filename="${file.fileName ?? 'file.csv'}"\r\nContent-Type: text/csv\r\n\r\n${file.content}\r\n--${boundary}--\r\n`,
  );
  return { body: parts.join(''), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}
