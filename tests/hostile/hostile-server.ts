/** A real server process under a hostile client, watched from outside: does it answer meanwhile, and what memory does it take. */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { request, serverProcesses, signInAt, type ServerProcess } from '../../server/testing/server-process.ts';
import { throwAwayPostgres } from '../../server/store/testing/throw-away-postgres.ts';

/** Most that `/healthz` may take while any one request runs, in milliseconds. */
export const LONGEST_SILENCE = 1000;
/** Most resident memory, in megabytes. */
export const MOST_MEMORY = 1024;
const LOOK_EVERY_MS = 50;

export interface Watch {
  /** The longest that `/healthz` took, in milliseconds. */
  readonly silence: number;
  /** The most resident memory so far, in megabytes. */
  readonly memory: number;
}

/** A server that nobody has registered with. */
export interface EmptyServer extends Pick<ServerProcess, 'child' | 'ended' | 'output'> {
  readonly base: string;
  readonly folder: string;
  /** The highest resident memory so far, in megabytes. */
  readonly memory: () => number;
  /** Runs `work` and looks on. */
  readonly watch: <T>(work: () => Promise<T>) => Promise<Watch & { readonly result: T }>;
}

export interface HostileServer extends EmptyServer {
  readonly token: string;
}

/** The highest resident memory of a process so far, as the kernel counts it; Linux only. */
function peakMemory(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? Number.NaN) / 1024;
}

/** Looks on while `work` runs. What this process itself was late is not the server's silence. */
async function watch<T>(
  base: string,
  memory: () => number,
  work: () => Promise<T>,
): Promise<Watch & { readonly result: T }> {
  const own = monitorEventLoopDelay({ resolution: 10 });
  own.enable();
  let isRunning = true;
  let silence = 0;
  const look = async (): Promise<void> => {
    while (isRunning) {
      own.reset();
      const from = performance.now();
      await (await fetch(`${base}/healthz`)).text();
      silence = Math.max(silence, performance.now() - from - own.max / 1e6);
      await pause(LOOK_EVERY_MS);
    }
  };
  const looking = look();
  try {
    const result = await work();
    return { result, silence, memory: memory() };
  } finally {
    isRunning = false;
    await looking;
    own.disable();
  }
}

type Environment = Readonly<Record<string, string>>;

/** Each server's own database: SQLite in its folder, or a new one on PostgreSQL where the whole soak is to run on that. */
async function databases(): Promise<{ readonly next: () => Promise<Environment>; readonly end: () => Promise<void> }> {
  const nothing = async (): Promise<void> => await Promise.resolve();
  if (process.env['HOSTILE_DATABASE'] !== 'postgres')
    return { next: async () => await Promise.resolve({}), end: nothing };
  const postgres = await throwAwayPostgres();
  if (postgres === null) throw new Error('the hostile client on PostgreSQL needs initdb or TEST_DATABASE_URL');
  return {
    next: async () => ({ DATABASE_URL: await postgres.newDatabase() }),
    end: async () => {
      await postgres.stop();
    },
  };
}

/** Starts servers for a test file; `processes.end` is to be called after it. */
export async function hostileServers(name: string): Promise<{
  readonly startEmpty: (env?: Environment) => Promise<EmptyServer>;
  readonly start: (env?: Environment) => Promise<HostileServer>;
  readonly processes: { readonly end: () => Promise<void> };
}> {
  const own = await serverProcesses(`hostile-${name}`);
  const { next, end } = await databases();
  const processes = {
    ...own,
    end: async () => {
      own.end();
      await end();
    },
  };
  const startEmpty = async (env: Environment = {}): Promise<EmptyServer> => {
    const folder = processes.newFolder();
    const { child, ended, output, listening } = processes.start({ DATA_DIR: folder, ...(await next()), ...env });
    const base = await listening();
    const memory = (): number => peakMemory(child.pid ?? 0);
    return { base, folder, child, ended, output, memory, watch: async (work) => await watch(base, memory, work) };
  };
  return {
    processes,
    startEmpty,
    start: async (env) => {
      const server = await startEmpty(env);
      return { ...server, token: await signInAt(server.base) };
    },
  };
}

/** Sends a file to an import. */
export async function sendFile(
  { base, token }: HostileServer,
  path: string,
  content: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([content], { type: 'text/csv' }), 'file.csv');
  const reply = await fetch(`${base}/api${path}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: reply.status, text: await reply.text() };
}

/** The id of the user's account of this name, made where there is none. */
export async function accountOf({ base, token }: HostileServer, name = 'Main'): Promise<string> {
  const created = await request(base, 'POST', '/accounts', { token, body: { name } });
  return ((await created.json()) as { id: string }).id;
}
