import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { throwAwayPostgres } from './store/testing/throw-away-postgres.ts';
import { PERSON, request, serverProcesses, signInAt, type ServerProcesses } from './testing/server-process.ts';
import { multipart } from './testing/test-app.ts';

const postgres = await throwAwayPostgres();
let processes: ServerProcesses;

beforeAll(async () => {
  processes = serverProcesses();
});
afterAll(async () => {
  processes.end();
  await postgres?.stop();
});

/** How often the server is killed, each time at another moment. */
const ROUNDS = 4;
const ROWS_OF_A_CHUNK = 40;

/** The ids of a chunk's rows. */
function idsOf(chunk: number): string[] {
  return Array.from(
    { length: ROWS_OF_A_CHUNK },
    (_, row) => `0190b0a0-0000-7000-8000-${String(chunk).padStart(6, '0')}${String(row).padStart(6, '0')}`,
  );
}

function chunkOf(chunk: number): string {
  const rows = idsOf(chunk).map(
    (id, row) =>
      `${id},2025-05-${String(1 + (row % 28)).padStart(2, '0')},Buy,IE00B4L5Y983,Main,AJ Bell,ISA,${row + 1},£34,${(row + 1) * 34}`,
  );
  return `Id,Date,Type,ISIN,Account,Broker,Tax Wrapper,Quantity,Price,Consideration\n${rows.join('\n')}\n`;
}

describe('the process', () => {
  it('stops with one clear line for a bad value, a bad place and a port in use', async () => {
    const bad = processes.start({ PORT: 'x', DATA_DIR: processes.newFolder() });
    expect(await bad.ended).toBe(1);
    expect(bad.output()).toBe('Holdfast cannot start: PORT="x" is not valid: expected a number from 0 to 65535.\n');
    const server = processes.start({ DATA_DIR: processes.newFolder() });
    const port = /\d+$/u.exec(await server.listening())?.[0] ?? '';
    const second = processes.start({ DATA_DIR: processes.newFolder(), PORT: port });
    expect(await second.ended).toBe(1);
    expect(second.output()).toBe(`Holdfast cannot start: port ${port} is in use; set PORT to another one.\n`);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    for (const folder of ['/dev/null/data', '/proc/x', '/proc/x/y']) {
      const nowhere = processes.start({ DATA_DIR: folder });
      expect(await nowhere.ended).toBe(1);
      expect(nowhere.output().replace(folder, '…')).toMatch(
        /^Holdfast cannot start: the database in … could not be opened: .* Set DATA_DIR to a folder .*\n$/u,
      );
    }
    const elsewhere = processes.start({ HOST: '192.0.2.1', DATA_DIR: processes.newFolder() });
    expect(await elsewhere.ended).toBe(1);
    expect(elsewhere.output()).toMatch(/^Holdfast cannot start: HOST="192\.0\.2\.1" is not an address of .*\n$/u);
    const closed = processes.start({
      DATABASE_URL: 'postgres://ada:secret@127.0.0.1:1/holdfast',
      DATA_DIR: processes.newFolder(),
    });
    expect(await closed.ended).toBe(1);
    expect(closed.output()).toMatch(
      /^Holdfast cannot start: the database of DATABASE_URL \(postgres:\/\/ada@127\.0\.0\.1:1\/holdfast\) could not be opened: .*\n$/u,
    );
  });

  it('keeps a second server from the folder of one that runs, also right after a kill, and no other command', async () => {
    const folder = processes.newFolder();
    const first = processes.start({ DATA_DIR: folder });
    await first.listening();
    const second = processes.start({ DATA_DIR: folder });
    expect(await second.ended).toBe(1);
    expect(second.output()).toBe(
      `Holdfast cannot start: another server is using ${folder} (it holds ${join(folder, 'holdfast.lock')}). Stop that server first, or set DATA_DIR to another folder and PORT to another port. To run several servers on the same data, use PostgreSQL (DATABASE_URL).\n`,
    );
    const file = join(folder, 'saved.backup.gz');
    for (const args of [
      ['admin', 'list'],
      ['backup', file],
      ['restore', file],
    ])
      expect(await processes.start({ DATA_DIR: folder }, args).ended).toBe(0);
    first.child.kill('SIGKILL');
    await first.ended;
    const third = processes.start({ DATA_DIR: folder });
    await third.listening();
    third.child.kill('SIGTERM');
    expect(await third.ended).toBe(0);
    await processes.start({ DATA_DIR: folder }).listening();
  });

  it('prints an invitation for the first user where registration is by invitation', async () => {
    const server = processes.start({ DATA_DIR: processes.newFolder(), REGISTRATION: 'invite' });
    const base = await server.listening();
    const inviteCode = /\/register\?code=([\w-]{43})\n/u.exec(server.output())?.[1] ?? '';
    expect((await request(base, 'POST', '/auth/register', { body: PERSON })).status).toBe(403);
    expect((await request(base, 'POST', '/auth/register', { body: { ...PERSON, inviteCode } })).status).toBe(201);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  it('stops at once while a source of prices does not answer', async () => {
    let asked = 0;
    const silent = createServer(() => {
      asked += 1;
      if (asked === 1) server.child.kill('SIGTERM');
    });
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const { port } = silent.address() as AddressInfo;
    const server = processes.start({
      DATA_DIR: processes.newFolder(),
      DAILY_FETCH_TIME: '00:00',
      EXCHANGE_RATES_URL: `http://127.0.0.1:${port}/rates`,
    });
    expect(await server.ended).toBe(0);
    // It is asked up to three times where it is waited for.
    expect(asked).toBe(1);
    silent.close();
  });

  const databases: readonly (readonly [string, () => Promise<Record<string, string>>])[] = [
    ['SQLite', async () => await Promise.resolve({})],
    ...(postgres === null
      ? []
      : [['PostgreSQL', async () => ({ DATABASE_URL: await postgres.newDatabase() })] as const]),
  ];

  it.each(databases)('restores a backup on a machine that has no DATA_DIR yet, on %s', async (_name, locate) => {
    const folder = processes.newFolder();
    const file = join(folder, 'all.backup.gz');
    const first = { DATA_DIR: join(folder, 'first') };
    const server = processes.start(first);
    await server.listening();
    server.child.kill('SIGTERM');
    await server.ended;
    const made = processes.start(first, ['backup', file]);
    expect([await made.ended, made.output()]).toEqual([0, expect.stringContaining('Backed up')]);
    const dataDir = join(folder, 'not', 'there');
    const restored = processes.start({ DATA_DIR: dataDir, ...(await locate()) }, ['restore', file]);
    expect([await restored.ended, restored.output()]).toEqual([0, expect.stringContaining('Restored')]);
    expect(readdirSync(dataDir).filter((name) => /^before-restore-.*\.backup\.gz$/u.test(name))).toHaveLength(1);
  });

  it('makes no backup of a missing database, and restores nothing where --help is given', async () => {
    const folder = processes.newFolder();
    const env = { DATA_DIR: join(folder, 'data') };
    for (const given of [
      ['backup', join(folder, 'all.backup.gz')],
      ['admin', 'list'],
    ]) {
      const refused = processes.start(env, given);
      expect([await refused.ended, refused.output()]).toEqual([
        1,
        `Holdfast: there is no database in ${env.DATA_DIR}: set DATA_DIR to the folder where the server keeps its data.\n`,
      ]);
    }
    const help = processes.start(env, ['restore', '--help']);
    expect([await help.ended, help.output()]).toEqual([0, expect.stringMatching(/^holdfast restore FILE\n/u)]);
    const unknown = processes.start(env, ['frobnicate']);
    expect([await unknown.ended, unknown.output()]).toEqual([
      1,
      'Holdfast: "frobnicate" is not a command. See holdfast --help.\n',
    ]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(databases)(
    'killed repeatedly during writes on %s, loses nothing that it acknowledged and keeps nothing half written',
    async (_name, locate) => {
      const env = { DATA_DIR: processes.newFolder(), ...(await locate()) };
      const acknowledged = new Map<string, string>();
      const chunks = { tried: 0, acknowledged: new Set<number>() };
      let token = '';
      let attempt = 0;
      const seed = Date.now();

      for (let round = 0; round < ROUNDS; round += 1) {
        const server = processes.start(env);
        const base = await server.listening();
        if (token === '') {
          token = await signInAt(base);
          await request(base, 'POST', '/accounts', { token, body: { name: 'Main' } });
        }
        let killed = false;
        // Another moment each time; the figure is shown in a failure.
        const enough = acknowledged.size + 5 + ((seed >> round) % 20);
        const untilKilled = async (write: () => Promise<void>): Promise<void> => {
          while (!killed) {
            try {
              await write();
            } catch (error) {
              if (killed) return;
              killed = true;
              server.child.kill('SIGKILL');
              throw error;
            }
            if (acknowledged.size >= enough && chunks.acknowledged.size > round && !killed) {
              killed = true;
              server.child.kill('SIGKILL');
            }
          }
        };
        const record = async (): Promise<void> => {
          attempt += 1;
          const key = `key-${attempt}`;
          const reply = await request(base, 'POST', '/accounts', {
            token,
            body: { name: `Account ${key}` },
            headers: { 'idempotency-key': key },
          });
          if (reply.status === 201) acknowledged.set(key, ((await reply.json()) as { id: string }).id);
        };
        const importChunk = async (): Promise<void> => {
          chunks.tried += 1;
          const chunk = chunks.tried;
          const form = multipart(
            { content: chunkOf(chunk) },
            { selectedRowNumbers: 'all', skipDuplicateCheck: 'true' },
          );
          const reply = await request(base, 'POST', '/transactions/import-selected', {
            token,
            body: form.body,
            headers: { ...form.headers, 'idempotency-key': `chunk-${chunk}` },
          });
          if (reply.status !== 200) throw new Error(await reply.text());
          expect(((await reply.json()) as { importedCount: number }).importedCount).toBe(ROWS_OF_A_CHUNK);
          chunks.acknowledged.add(chunk);
        };
        await Promise.all([untilKilled(record), untilKilled(record), untilKilled(importChunk)]);
        await server.ended;
      }

      const server = processes.start(env);
      const base = await server.listening();
      // Acknowledged writes are repeated with their key, as a device does after a lost reply: nothing is duplicated.
      for (const [key, id] of acknowledged) {
        const reply = await request(base, 'POST', '/accounts', {
          token,
          body: { name: `Account ${key}` },
          headers: { 'idempotency-key': key },
        });
        expect(((await reply.json()) as { id: string }).id).toBe(id);
      }
      const accounts = (await (await request(base, 'GET', '/accounts', { token })).json()) as {
        id: string;
        name: string;
      }[];
      const ids = new Set(accounts.map((account) => account.id));
      expect([...acknowledged.values()].filter((id) => !ids.has(id))).toEqual([]);
      expect(new Set(accounts.map((account) => account.name)).size).toBe(accounts.length);
      const stored = new Set(
        (await (await request(base, 'GET', '/transactions/user/ids', { token })).json()) as string[],
      );
      for (let chunk = 1; chunk <= chunks.tried; chunk += 1) {
        const count = idsOf(chunk).filter((id) => stored.has(id)).length;
        expect([chunk, count]).toEqual([chunk, chunks.acknowledged.has(chunk) || count > 0 ? ROWS_OF_A_CHUNK : 0]);
      }
      const changes = (await (await request(base, 'GET', '/sync/changes?limit=5000', { token })).json()) as {
        changes: { id: string }[];
        cursor: string;
      };
      expect(new Set(changes.changes.map((change) => change.id))).toEqual(new Set([...ids, ...stored]));
      // Every assigned number is a record's version: a lost write lost its numbers too.
      expect(Number(changes.cursor)).toBe(accounts.length + stored.size);
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
    },
  );
});
