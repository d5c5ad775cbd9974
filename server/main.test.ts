import { build } from 'esbuild';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { throwAwayPostgres } from './store/testing/throw-away-postgres.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The server as one file, which starts in a fraction of the time that its sources take; packages are found from here. */
const bundle = join(root, 'node_modules', '.cache', `holdfast-main-test-${process.pid}.js`);
const postgres = await throwAwayPostgres();
const folders: string[] = [];
const children = new Set<ChildProcess>();

beforeAll(async () => {
  mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true });
  await build({ entryPoints: [join(root, 'server/main.ts')], outfile: bundle, bundle: true, platform: 'node', target: 'node20', format: 'esm', packages: 'external', logLevel: 'warning' });
});

afterAll(async () => {
  rmSync(bundle, { force: true });
  for (const child of children) child.kill('SIGKILL');
  await postgres?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-main-'));
  folders.push(folder);
  return folder;
}

interface Process {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

function start(env: Readonly<Record<string, string>>): Process {
  const child = spawn(process.execPath, [bundle], {
    cwd: root, env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', PORT: '0', LOG_LEVEL: 'warn', DAILY_FETCH_TIME: 'off', ...env }, stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => { output += chunk.toString(); });
  const ended = new Promise<number | null>((resolve) => { child.once('exit', (code) => { children.delete(child); resolve(code); }); });
  return { child, output: () => output, ended };
}

/** The address of a server once it listens. */
async function listening(server: Process): Promise<string> {
  await expect.poll(server.output, { timeout: 30_000, interval: 25 }).toMatch(/listening on http:\/\/localhost:\d+/u);
  return /listening on (http:\/\/localhost:\d+)/u.exec(server.output())?.[1] ?? '';
}

async function post(base: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(`${base}/api${path}`, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } });
}

const PERSON = { firstName: 'Ada', surname: 'L', email: 'ada@example.org', password: 'correct horse' };

async function token(base: string): Promise<string> {
  await post(base, '/auth/register', PERSON);
  return ((await (await post(base, '/auth/login', PERSON)).json()) as { token: string }).token;
}

describe('the process', { timeout: 60_000 }, () => {
  it('stops with one clear line for a bad value, a bad place and a port in use', async () => {
    const bad = start({ PORT: 'x', DATA_DIR: newFolder() });
    expect(await bad.ended).toBe(1);
    expect(bad.output()).toBe('Holdfast cannot start: PORT="x" is not valid: expected a number from 0 to 65535.\n');
    const server = start({ DATA_DIR: newFolder() });
    const port = /\d+$/u.exec(await listening(server))?.[0] ?? '';
    const second = start({ DATA_DIR: newFolder(), PORT: port });
    expect(await second.ended).toBe(1);
    expect(second.output()).toBe(`Holdfast cannot start: port ${port} is in use; set PORT to another one.\n`);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const nowhere = start({ DATA_DIR: '/dev/null/data' });
    expect(await nowhere.ended).toBe(1);
    expect(nowhere.output()).toMatch(/^Holdfast cannot start: the database in \/dev\/null\/data could not be opened: .*\n$/u);
  });

  it('prints an invitation for the first user where registration is by invitation', async () => {
    const server = start({ DATA_DIR: newFolder(), REGISTRATION: 'invite' });
    const base = await listening(server);
    const inviteCode = /\/register\?code=([\w-]{43})\n/u.exec(server.output())?.[1] ?? '';
    expect((await post(base, '/auth/register', PERSON)).status).toBe(403);
    expect((await post(base, '/auth/register', { ...PERSON, inviteCode })).status).toBe(201);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  const databases: readonly (readonly [string, () => Promise<Record<string, string>>])[] = [
    ['SQLite', async () => await Promise.resolve({})],
    ...(postgres === null ? [] : [['PostgreSQL', async () => ({ DATABASE_URL: await postgres.newDatabase() })] as const]),
  ];

  it.each(databases)('killed in the middle of writes on %s, loses nothing that it acknowledged and has nothing half', async (_name, locate) => {
    const env = { DATA_DIR: newFolder(), ...await locate() };
    const acknowledged = new Map<string, string>();
    let auth = '';
    let attempt = 0;
    for (let round = 0; round < 2; round += 1) {
      const server = start(env);
      const base = await listening(server);
      if (auth === '') auth = await token(base);
      const headers = { authorization: `Bearer ${auth}` };
      let killed = false;
      const enough = acknowledged.size + 25;
      const writer = async (): Promise<void> => {
        while (!killed) {
          attempt += 1;
          const key = `key-${attempt}`;
          try {
            const reply = await post(base, '/accounts', { name: `Account ${key}` }, { ...headers, 'idempotency-key': key });
            if (reply.status === 201) acknowledged.set(key, ((await reply.json()) as { id: string }).id);
          } catch {
            return;
          }
          if (acknowledged.size >= enough && !killed) {
            killed = true;
            server.child.kill('SIGKILL');
          }
        }
      };
      await Promise.all([writer(), writer(), writer()]);
      await server.ended;
    }
    const server = start(env);
    const base = await listening(server);
    const headers = { authorization: `Bearer ${auth}` };
    // What was acknowledged is repeated under its key, as a device would after a lost answer: nothing doubles.
    for (const [key, id] of acknowledged) {
      const reply = await post(base, '/accounts', { name: `Account ${key}` }, { ...headers, 'idempotency-key': key });
      expect(((await reply.json()) as { id: string }).id).toBe(id);
    }
    const accounts = (await (await fetch(`${base}/api/accounts`, { headers })).json()) as { id: string; name: string }[];
    const ids = new Set(accounts.map((account) => account.id));
    expect([...acknowledged.values()].filter((id) => !ids.has(id))).toEqual([]);
    expect(new Set(accounts.map((account) => account.name)).size).toBe(accounts.length);
    const changes = (await (await fetch(`${base}/api/sync/changes?limit=5000`, { headers })).json()) as { changes: { id: string }[]; cursor: string };
    expect(new Set(changes.changes.map((change) => change.id))).toEqual(ids);
    expect(Number(changes.cursor)).toBe(accounts.length);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});
