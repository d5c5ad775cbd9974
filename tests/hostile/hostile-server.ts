/** A real server process under a hostile client, watched from outside: does it answer meanwhile, and what memory does it take. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { request, serverProcesses, signInAt, type ServerProcess } from '../../server/testing/server-process.ts';
import { throwAwayPostgres } from '../../server/store/testing/throw-away-postgres.ts';

/** Most that the thread which answers may compute before it answers `/healthz`, in milliseconds. */
export const LONGEST_SILENCE = 1000;
/** Most resident memory, in megabytes. */
export const MOST_MEMORY = 1024;
const LOOK_EVERY_MS = 50;

export interface Watch {
  /** The most processor time of the server's answering thread between a question to `/healthz` and its answer, in milliseconds. */
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

const CLOCK_TICK_MS = 10;

/**
 * Processor time of a process's main thread so far, in milliseconds; Linux only. A server that computes for a second before it
 * answers is silent, one that waits for the processors of a busy machine is not: so this and no clock on the wall tells.
 */
function computedMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
  // After the name, which may have blanks: state is field 3, the times in user and in system mode are 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
}

/** Looks on while `work` runs. */
async function watch<T>(
  { base, pid, memory }: { readonly base: string; readonly pid: number; readonly memory: () => number },
  work: () => Promise<T>,
): Promise<Watch & { readonly result: T }> {
  let isRunning = true;
  let silence = 0;
  const look = async (): Promise<void> => {
    while (isRunning) {
      const before = computedMs(pid);
      await (await fetch(`${base}/healthz`)).text();
      silence = Math.max(silence, computedMs(pid) - before);
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
export async function hostileServers(): Promise<{
  readonly startEmpty: (env?: Environment) => Promise<EmptyServer>;
  readonly start: (env?: Environment) => Promise<HostileServer>;
  readonly processes: { readonly end: () => Promise<void> };
}> {
  const own = serverProcesses();
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
    const pid = child.pid ?? 0;
    const memory = (): number => peakMemory(pid);
    return {
      base,
      folder,
      child,
      ended,
      output,
      memory,
      watch: async (work) => await watch({ base, pid, memory }, work),
    };
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
