import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { throwAwayPostgres } from './store/testing/throw-away-postgres.ts';
import {
  PERSON,
  request,
  serverProcesses,
  signInAt,
  type ServerProcess,
  type ServerProcesses,
} from './testing/server-process.ts';

const postgres = await throwAwayPostgres();

interface Changes {
  readonly cursor: string;
  readonly epoch: string;
  readonly changes: readonly { readonly id: string; readonly version: number }[];
}

describe.runIf(postgres !== null)('two server processes on one PostgreSQL', () => {
  let processes: ServerProcesses;
  let servers: readonly ServerProcess[];
  let bases: readonly string[];
  let token: string;

  beforeAll(async () => {
    processes = serverProcesses();
    const url = (await postgres?.newDatabase()) ?? '';
    // Started together on an empty database: both try to migrate and seed it, and only one does.
    servers = [
      processes.start({ DATABASE_URL: url, DATA_DIR: processes.newFolder() }),
      processes.start({ DATABASE_URL: url, DATA_DIR: processes.newFolder() }),
    ];
    bases = await Promise.all(servers.map(async (server) => await server.listening()));
    token = await signInAt(bases[0] ?? '');
  });
  afterAll(async () => {
    processes.end();
    await postgres?.stop();
  });

  const at = (index: number): string => bases[index % 2] ?? '';
  const changes = async (index: number, since: string): Promise<Changes> =>
    (await (await request(at(index), 'GET', `/sync/changes?since=${since}&limit=5000`, { token })).json()) as Changes;

  it('have one epoch, one catalogue and one signing key', async () => {
    const [first, second] = [await changes(0, '0'), await changes(1, '0')];
    expect(second.epoch).toBe(first.epoch);
    const brokers = (await (await request(at(1), 'GET', '/brokers', { token })).json()) as { name: string }[];
    expect(new Set(brokers.map(({ name }) => name)).size).toBe(brokers.length);
    await request(at(1), 'POST', '/auth/logout', { token });
    expect((await request(at(0), 'GET', '/accounts', { token })).status).toBe(401);
    token = await signInAt(at(1));
    expect((await request(at(0), 'GET', '/accounts', { token })).status).toBe(200);
  });

  it('give out change counters in order: a reader misses nothing through either process', async () => {
    const made = new Set<string>();
    let isWriting = true;
    const write = async (index: number): Promise<void> => {
      for (let count = 0; count < 40; count += 1) {
        const reply = await request(at(index), 'POST', '/accounts', {
          token,
          body: { name: `Account ${index}-${count}` },
        });
        expect(reply.status).toBe(201);
        made.add(((await reply.json()) as { id: string }).id);
      }
    };
    const follow = async (
      index: number,
    ): Promise<{ readonly seen: Set<string>; readonly versions: readonly number[] }> => {
      const seen = new Set<string>();
      const versions: number[] = [];
      let cursor = '0';
      for (let isLast = false; !isLast;) {
        isLast = !isWriting;
        const page = await changes(index, cursor);
        for (const change of page.changes) {
          expect(change.version).toBeGreaterThan(Number(cursor));
          seen.add(change.id);
          versions.push(change.version);
        }
        cursor = page.cursor;
        index += 1;
      }
      return { seen, versions };
    };
    const followers = [follow(0), follow(1)];
    await Promise.all([write(0), write(1), write(0), write(1)]);
    isWriting = false;
    for (const { seen, versions } of await Promise.all(followers)) {
      expect([...made].filter((id) => !seen.has(id))).toEqual([]);
      expect(versions).toEqual(versions.toSorted((a, b) => a - b));
      expect(new Set(versions).size).toBe(versions.length);
    }
  });

  it('let a key take effect once, whichever process gets it first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const replies = await Promise.all(
        [0, 1, 2, 3].map(
          async (index) =>
            await request(at(index), 'POST', '/accounts', {
              token,
              body: { name: `Once ${round}` },
              headers: { 'idempotency-key': `once-${round}` },
            }),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      expect(
        new Set(await Promise.all(replies.map(async (reply) => ((await reply.json()) as { id: string }).id))).size,
      ).toBe(1);
    }
  });

  it('count tries to sign in together', async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1)
      statuses.push(
        (await request(at(index), 'POST', '/auth/login', { body: { email: PERSON.email, password: 'wrong password' } }))
          .status,
      );
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    const refused = await request(at(0), 'POST', '/auth/login', { body: PERSON });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 800]).toEqual([429, true]);
  });

  it('stop one by one when asked to, and the other goes on', async () => {
    servers[0]?.child.kill('SIGTERM');
    expect(await servers[0]?.ended).toBe(0);
    expect((await request(at(1), 'GET', '/accounts', { token })).status).toBe(200);
    servers[1]?.child.kill('SIGTERM');
    expect(await servers[1]?.ended).toBe(0);
  });
});
