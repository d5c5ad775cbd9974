/** The real server in this process, on a database in memory, spoken to by requests that never leave it. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import { startTestApp, type TestApp } from '../../server/testing/test-app.ts';
import type { Server } from './network.ts';

export interface RealServer {
  readonly handle: Server;
  /** Registers a new user; answers their token. */
  readonly newUser: () => Promise<string>;
  /** A user's records of one entity as the server has them: the oracle that devices are compared with. */
  readonly records: (token: string, entity: 'account' | 'transaction') => Promise<Record<string, unknown>[]>;
  /** The id of one of the seeded brokers. */
  readonly anyBroker: (token: string) => Promise<string>;
  /** As if the server's data came back from a backup that was older than one transaction. */
  readonly restoreWithout: (transactionId: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Change {
  readonly entity: string;
  readonly record?: Record<string, unknown>;
}

const WITHOUT_BODY = new Set([204, 205, 304]);
const ALL = 5000;

/** Answers requests by an app in this process. */
export function appHandler(app: () => FastifyInstance): Server {
  return async (request) => {
    const url = new URL(request.url);
    const text = await request.text();
    const options: InjectOptions = { method: request.method as 'GET', url: url.pathname + url.search, headers: Object.fromEntries(request.headers) };
    if (text !== '') options.payload = text;
    const reply = await app().inject(options);
    const headers = Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(WITHOUT_BODY.has(reply.statusCode) ? null : reply.body, { status: reply.statusCode, headers });
  };
}

export async function realServer(): Promise<RealServer> {
  let test: TestApp = await startTestApp();
  const first = test;
  let users = 0;
  return {
    handle: appHandler(() => test.app),
    newUser: async () => {
      users += 1;
      // Guessing limits are not what is tested here.
      test.now += 60 * 60_000;
      return await test.signIn(`investor-${users}@example.test`);
    },
    records: async (token, entity) => {
      const { json } = await test.call('GET', `/sync/changes?scope=user&since=0&limit=${ALL}`, { token });
      return (json as { changes: Change[] }).changes.filter((change) => change.entity === entity).map((change) => change.record).filter((record) => record !== undefined);
    },
    anyBroker: async (token) => ((await test.call('GET', '/brokers', { token })).json as { id: string }[])[0]?.id ?? '',
    restoreWithout: async (transactionId) => {
      await test.store.kysely.deleteFrom('transactions').where('id', '=', transactionId).execute();
      await test.store.kysely.updateTable('meta').set({ value: `restored-${transactionId}` }).where('key', '=', 'epoch').execute();
      const { now } = test;
      test = await startTestApp({ dataDir: first.dataDir }, first.store);
      test.now = now;
    },
    close: async () => {
      if (test !== first) await test.close();
      await first.close();
    },
  };
}
