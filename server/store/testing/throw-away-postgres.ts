/**
 * A PostgreSQL for tests: `TEST_DATABASE_URL`, or a cluster created with this machine's own initdb and deleted
 * afterwards.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export interface ThrowAwayPostgres {
  /**
   * The URL of a database that must not be written to; the `TEST_DATABASE_URL` for processes that share this server.
   */
  readonly url: string;
  /** Creates an empty database and returns its URL. */
  readonly newDatabase: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

const BINARIES = '/usr/lib/postgresql';
const SUPERUSER = 'postgres';
const START_LIMIT_MS = 300_000;

/** The newest installed server's folder, or null. */
function binaryFolder(): string | null {
  if (!existsSync(BINARIES)) return null;
  const versions = readdirSync(BINARIES)
    .filter((version) => existsSync(join(BINARIES, version, 'bin', 'initdb')))
    .toSorted((a, b) => Number(b) - Number(a));
  return versions[0] === undefined ? null : join(BINARIES, versions[0], 'bin');
}

/** PostgreSQL refuses to run as root, so another user runs it then. */
function unprivileged(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // This machine has no such user.
    }
  }
  return null;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  const end = Date.now() + START_LIMIT_MS;
  for (;;) {
    try {
      await (await connect(url)).end();
      return;
    } catch (error) {
      if (Date.now() > end || server.exitCode !== null) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
  }
}

let count = 0;

function databasesAt(urlOf: (name: string) => string, adminUrl: string): Pick<ThrowAwayPostgres, 'newDatabase'> {
  return {
    newDatabase: async () => {
      count += 1;
      const name = `holdfast_test_${process.pid}_${count}`;
      const client = await connect(adminUrl);
      await client.query(`drop database if exists ${name}`);
      await client.query(`create database ${name}`);
      await client.end();
      return urlOf(name);
    },
  };
}

export interface PostgresOptions {
  /** Writes reach the disk before they are acknowledged, as in production. */
  readonly durable?: boolean;
}

/** Starts one, or returns null and prints that PostgreSQL is not tested here. */
export async function throwAwayPostgres({ durable = false }: PostgresOptions = {}): Promise<ThrowAwayPostgres | null> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') {
    const urlOf = (name: string): string => {
      const url = new URL(given);
      url.pathname = `/${name}`;
      return url.href;
    };
    return {
      url: given,
      ...databasesAt(urlOf, given),
      stop: async () => {
        await Promise.resolve();
      },
    };
  }
  const folder = binaryFolder();
  if (folder === null) {
    process.stderr.write(
      '\n*** NOT TESTED ON POSTGRESQL: no initdb under /usr/lib/postgresql and no TEST_DATABASE_URL. Install postgresql, or set it. ***\n\n',
    );
    return null;
  }
  const owner = unprivileged();
  const home = mkdtempSync(join(tmpdir(), 'holdfast-pg-'));
  if (owner !== null) chownSync(home, owner.uid, owner.gid);
  const data = join(home, 'data');
  const options = { cwd: home, ...owner };
  execFileSync(
    join(folder, 'initdb'),
    ['-D', data, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...options, stdio: 'ignore' },
  );
  // No TCP port: the socket is in the cluster's own folder. Most tests do not need durability, because they do not test
  // power cuts.
  const server = spawn(
    join(folder, 'postgres'),
    [
      '-D',
      data,
      '-k',
      home,
      '-c',
      'listen_addresses=',
      '-c',
      `fsync=${durable ? 'on' : 'off'}`,
      '-c',
      'max_connections=200',
    ],
    { ...options, stdio: 'ignore' },
  );
  const end = (): void => {
    server.kill('SIGQUIT');
  };
  process.once('exit', end);
  const urlOf = (name: string): string => `postgres://${SUPERUSER}@localhost/${name}?host=${encodeURIComponent(home)}`;
  await untilItAnswers(urlOf('postgres'), server);
  return {
    url: urlOf('postgres'),
    ...databasesAt(urlOf, urlOf('postgres')),
    stop: async () => {
      process.removeListener('exit', end);
      const gone = new Promise((resolve) => {
        server.once('exit', resolve);
      });
      server.kill('SIGQUIT');
      await gone;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
