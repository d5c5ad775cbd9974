/** The real server in this process, on a database in memory, spoken to by requests that never leave it. */
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { EntityName } from '../../src/data/entities/entities.ts';
import { newId } from '../../src/data/database/ids.ts';
import { loadTokens } from '../../server/auth/tokens.ts';
import { addSession } from '../../server/store/users/sessions.ts';
import { startTestApp, type TestApp } from '../../server/testing/test-app.ts';
import { ENTITY_TABLES } from '../../src/data/database/schema.ts';
import type { Server } from './network.ts';
import { clearRecords, putAside, readListed, thinOut } from './set-back.ts';

export interface RealServer {
  readonly handle: Server;
  /** A new user; returns their token. The first of a server is an administrator. */
  readonly newUser: (options?: { readonly isAdmin?: boolean }) => Promise<string>;
  /** A user's records of one entity as the server has them: the oracle that devices are compared with. */
  readonly records: (token: string, entity: EntityName) => Promise<Record<string, unknown>[]>;
  /** Everything that a user's devices may see but prices and rates, by entity. */
  readonly everything: (token: string) => Promise<ReadonlyMap<EntityName, readonly unknown[]>>;
  /** The id of one of the seeded brokers. */
  readonly anyBroker: (token: string) => Promise<string>;
  /** As if the server's data came back from a backup that was older than one transaction. */
  readonly restoreWithout: (transactionId: string) => Promise<void>;
  /** Remembers all records; returns how the server comes back from that backup, under a new epoch. */
  readonly backUp: () => Promise<() => Promise<void>>;
  /** Removes what users have recorded, and all users but the first. */
  readonly clear: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Change {
  readonly entity: string;
  readonly record?: unknown;
}

const ALL = 5000;
const ENTITIES = Object.keys(ENTITY_TABLES) as EntityName[];

/** Answers requests by an app in this process. */
export function appHandler(app: () => FastifyInstance): Server {
  return async (request) => {
    const url = new URL(request.url);
    const text = await request.text();
    const options: InjectOptions = {
      method: request.method as 'GET',
      url: url.pathname + url.search,
      headers: Object.fromEntries(request.headers),
    };
    if (request.bytes !== null) options.payload = Buffer.from(request.bytes);
    else if (text !== '') options.payload = text;
    const reply = await app().inject(options);
    const headers = new Headers(
      Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const { statusCode: status, body } = reply;
    return {
      ok: status >= 200 && status < 300,
      status,
      headers,
      text: async () => await Promise.resolve(body),
      arrayBuffer: async () => await Promise.resolve(new Uint8Array(reply.rawPayload).buffer),
    };
  };
}

export interface RealServerOptions {
  /** Of the starter catalogue only a few entries are left, this security among them. */
  readonly fewWith?: string;
}

const FIRST_USER = 'investor-1@example.test';

export async function realServer({ fewWith }: RealServerOptions = {}): Promise<RealServer> {
  let test: TestApp = await startTestApp();
  const first = test;
  if (fewWith !== undefined) await thinOut(first.store, fewWith);
  let users = 0;
  let epochs = 0;

  /** A user like the first, and their session: hashing a password takes longer than many histories. */
  const cloneUser = async (isAdmin: boolean): Promise<string> => {
    const { kysely } = test.store;
    const row = await kysely.selectFrom('users').selectAll().where('email', '=', FIRST_USER).executeTakeFirstOrThrow();
    const userId = newId();
    const jti = newId();
    const expiresAt = test.now + 8 * 60 * 60_000;
    const iso = (instant: number): string => new Date(instant).toISOString();
    await kysely
      .insertInto('users')
      .values({
        ...row,
        id: userId,
        email: `investor-${users}@example.test`,
        is_admin: isAdmin ? 1 : 0,
        change_counter: 0,
        purged_to: 0,
      })
      .execute();
    const issuedAt = iso(test.now);
    await addSession(test.store, {
      jti,
      family: jti,
      userId,
      device: null,
      signedInAt: issuedAt,
      issuedAt,
      expiresAt: iso(expiresAt),
    });
    const tokens = await loadTokens(test.store, first.dataDir);
    return await tokens.sign({ userId, displayName: 'Investor', isAdmin, jti, issuedAt: test.now, expiresAt });
  };
  const everything: RealServer['everything'] = async (token) => {
    const found = new Map<EntityName, unknown[]>(ENTITIES.map((entity) => [entity, []]));
    for (const scope of ['user', 'shared']) {
      const { json } = await test.call('GET', `/sync/changes?scope=${scope}&since=0&limit=${ALL}`, { token });
      for (const { entity, record } of (json as { changes: Change[] }).changes)
        if (record !== undefined) found.get(entity as EntityName)?.push(record);
    }
    return found;
  };
  const listed = await readListed(first.store);
  return {
    handle: appHandler(() => test.app),
    newUser: async ({ isAdmin = false } = {}) => {
      users += 1;
      // Guessing limits are not what is tested here.
      if (users > 1) return await cloneUser(isAdmin);
      test.now += 60 * 60_000;
      return await test.signIn(`investor-${users}@example.test`);
    },
    records: async (token, entity) => ((await everything(token)).get(entity) ?? []) as Record<string, unknown>[],
    everything,
    anyBroker: async (token) => ((await test.call('GET', '/brokers', { token })).json as { id: string }[])[0]?.id ?? '',
    restoreWithout: async (transactionId) => {
      await test.store.kysely.deleteFrom('transactions').where('id', '=', transactionId).execute();
      await test.store.kysely
        .updateTable('meta')
        .set({ value: `restored-${transactionId}` })
        .where('key', '=', 'epoch')
        .execute();
      const { now } = test;
      test = await startTestApp({ dataDir: first.dataDir }, first.store);
      test.now = now;
    },
    backUp: async () => {
      const restoreRecords = await putAside(test.store);
      return async () => {
        epochs += 1;
        await restoreRecords();
        await test.store.kysely
          .updateTable('meta')
          .set({ value: `set-back-${epochs}` })
          .where('key', '=', 'epoch')
          .execute();
      };
    },
    clear: async () => await clearRecords(test.store, listed, FIRST_USER),
    close: async () => {
      if (test !== first) await test.close();
      await first.close();
    },
  };
}
