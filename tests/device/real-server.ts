/** The real server in this process, on a database in memory, spoken to by requests that never leave it. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import { newId } from '../../src/data/ids.ts';
import { loadTokens } from '../../server/auth/tokens.ts';
import { addSession } from '../../server/store/sessions.ts';
import { startTestApp, type TestApp } from '../../server/testing/test-app.ts';
import type { Server } from './network.ts';

export interface RealServer {
  readonly handle: Server;
  /** A new user; answers their token. */
  readonly newUser: () => Promise<string>;
  /** A user's records of one entity as the server has them: the oracle that devices are compared with. */
  readonly records: (token: string, entity: 'account' | 'transaction') => Promise<Record<string, unknown>[]>;
  /** The id of one of the seeded brokers. */
  readonly anyBroker: (token: string) => Promise<string>;
  /** As if the server's data came back from a backup that was older than one transaction. */
  readonly restoreWithout: (transactionId: string) => Promise<void>;
  /** Remembers the last user's records; answers how the server comes back from that backup, under a new epoch. */
  readonly backUpUser: () => Promise<() => Promise<void>>;
  readonly close: () => Promise<void>;
}

interface Change {
  readonly entity: string;
  readonly record?: Record<string, unknown>;
}

const ALL = 5000;

/** Answers requests by an app in this process. */
export function appHandler(app: () => FastifyInstance): Server {
  return async (request) => {
    const url = new URL(request.url);
    const text = await request.text();
    const options: InjectOptions = { method: request.method as 'GET', url: url.pathname + url.search, headers: Object.fromEntries(request.headers) };
    if (request.bytes !== null) options.payload = Buffer.from(request.bytes);
    else if (text !== '') options.payload = text;
    const reply = await app().inject(options);
    const headers = new Headers(Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]));
    const { statusCode: status, body } = reply;
    const bytes = new Uint8Array(reply.rawPayload).buffer;
    return { ok: status >= 200 && status < 300, status, headers, text: async () => await Promise.resolve(body), arrayBuffer: async () => await Promise.resolve(bytes) };
  };
}

export async function realServer(): Promise<RealServer> {
  let test: TestApp = await startTestApp();
  const first = test;
  let users = 0;
  let epochs = 0;

  const lastUser = async (): Promise<string> =>
    (await test.store.kysely.selectFrom('users').select('id').where('email', '=', `investor-${users}@example.test`).executeTakeFirstOrThrow()).id;

  /** A user like the first, and their session: hashing a password takes longer than many histories. */
  const cloneUser = async (): Promise<string> => {
    const { kysely } = test.store;
    const row = await kysely.selectFrom('users').selectAll().where('email', '=', 'investor-1@example.test').executeTakeFirstOrThrow();
    const userId = newId();
    const jti = newId();
    const expiresAt = test.now + 8 * 60 * 60_000;
    const iso = (instant: number): string => new Date(instant).toISOString();
    await kysely.insertInto('users').values({ ...row, id: userId, email: `investor-${users}@example.test`, is_admin: 0, change_counter: 0, purged_to: 0 }).execute();
    await addSession(test.store, { jti, family: jti, userId, issuedAt: iso(test.now), expiresAt: iso(expiresAt) });
    const tokens = await loadTokens(test.store, first.dataDir);
    return await tokens.sign({ userId, displayName: 'Investor', isAdmin: false, jti, issuedAt: test.now, expiresAt });
  };
  return {
    handle: appHandler(() => test.app),
    newUser: async () => {
      users += 1;
      // Guessing limits are not what is tested here.
      if (users > 1) return await cloneUser();
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
    backUpUser: async () => {
      const { kysely } = test.store;
      const userId = await lastUser();
      const user = await kysely.selectFrom('users').select(['change_counter', 'purged_to']).where('id', '=', userId).executeTakeFirstOrThrow();
      const accounts = await kysely.selectFrom('accounts').selectAll().where('user_id', '=', userId).execute();
      const transactions = await kysely.selectFrom('transactions').selectAll().where('user_id', '=', userId).execute();
      const keys = await kysely.selectFrom('idempotency').selectAll().where('user_id', '=', userId).execute();
      const tombstones = await kysely.selectFrom('tombstones').selectAll().where('scope', '=', userId).execute();
      return async () => {
        epochs += 1;
        for (const table of ['transactions', 'accounts', 'idempotency'] as const) await kysely.deleteFrom(table).where('user_id', '=', userId).execute();
        await kysely.deleteFrom('tombstones').where('scope', '=', userId).execute();
        if (accounts.length > 0) await kysely.insertInto('accounts').values(accounts).execute();
        if (transactions.length > 0) await kysely.insertInto('transactions').values(transactions).execute();
        if (keys.length > 0) await kysely.insertInto('idempotency').values(keys).execute();
        if (tombstones.length > 0) await kysely.insertInto('tombstones').values(tombstones).execute();
        await kysely.updateTable('users').set(user).where('id', '=', userId).execute();
        await kysely.updateTable('meta').set({ value: `set-back-${epochs}` }).where('key', '=', 'epoch').execute();
      };
    },
    close: async () => {
      if (test !== first) await test.close();
      await first.close();
    },
  };
}
