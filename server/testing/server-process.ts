/** The server as separate processes, for tests of kills, signals, and two processes on one database. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const START_LIMIT_MS = 300_000;
/** Names in the environment the server's program, which `tests/server-setup.ts` makes for all files of a run. */
export const SERVER_PROGRAM = 'TEST_SERVER_PROGRAM';

export interface ServerProcess {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Its exit code; null after a kill. */
  readonly ended: Promise<number | null>;
  /** Its address once it listens. */
  readonly listening: () => Promise<string>;
}

export interface ServerProcesses {
  /** `args` name a task other than serving. */
  readonly start: (env: Readonly<Record<string, string>>, args?: readonly string[]) => ServerProcess;
  readonly newFolder: () => string;
  /** Kills running processes and removes their folders. */
  readonly end: () => void;
}

/** Servers as processes of their own, each on folders that are removed at the end. */
export function serverProcesses(): ServerProcesses {
  const program = process.env[SERVER_PROGRAM] ?? '';
  const folders: string[] = [];
  const children = new Set<ChildProcess>();
  return {
    start: (env, args = []) => {
      const child = spawn(process.execPath, [program, ...args], {
        cwd: root,
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: process.env['HOME'] ?? '',
          PORT: '0',
          LOG_LEVEL: 'warn',
          DAILY_FETCH_TIME: 'off',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.add(child);
      let output = '';
      const waiting = new Set<() => void>();
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          for (const look of waiting) look();
        });
      }
      const ended = new Promise<number | null>((resolve) => {
        child.once('exit', (code) => {
          children.delete(child);
          resolve(code);
          for (const look of waiting) look();
        });
      });
      const listening = async (): Promise<string> =>
        await new Promise((resolve, reject) => {
          const limit = setTimeout(() => {
            reject(new Error(`no address within ${START_LIMIT_MS} ms: ${output}`));
          }, START_LIMIT_MS);
          const look = (): void => {
            const address = /listening on (http:\/\/localhost:\d+)/u.exec(output)?.[1];
            if (address === undefined && child.exitCode === null) return;
            clearTimeout(limit);
            waiting.delete(look);
            if (address === undefined) reject(new Error(`it ended: ${output}`));
            else resolve(address);
          };
          waiting.add(look);
          look();
        });
      return { child, output: () => output, ended, listening };
    },
    newFolder: () => {
      const folder = mkdtempSync(join(tmpdir(), 'holdfast-main-'));
      folders.push(folder);
      return folder;
    },
    end: () => {
      for (const child of children) child.kill('SIGKILL');
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Call {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request to a server by its address. */
export async function request(
  base: string,
  method: string,
  path: string,
  { token, body, headers = {} }: Call = {},
): Promise<Response> {
  return await fetch(`${base}/api${path}`, {
    method,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
}

export const PERSON = { firstName: 'Ada', surname: 'L', email: 'ada@example.org', password: 'correct horse' };

/** Registers a person where needed and signs in. */
export async function signInAt(base: string, person: typeof PERSON = PERSON): Promise<string> {
  await request(base, 'POST', '/auth/register', { body: person });
  return ((await (await request(base, 'POST', '/auth/login', { body: person })).json()) as { token: string }).token;
}
