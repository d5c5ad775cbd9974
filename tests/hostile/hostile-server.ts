/** A real server process under a hostile client, watched from outside: does it answer meanwhile, and what memory does it take. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { request, serverProcesses, signInAt, type ServerProcesses } from '../../server/testing/server-process.ts';

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

export interface HostileServer {
  readonly base: string;
  readonly pid: number;
  readonly token: string;
  readonly folder: string;
  /** Runs `work` and looks on. */
  readonly watch: <T>(work: () => Promise<T>) => Promise<Watch & { readonly result: T }>;
}

/** The highest resident memory of a process so far, as the kernel counts it; Linux only. */
function peakMemory(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? Number.NaN) / 1024;
}

/** Starts servers for a test file; `end` is to be called after it. */
export async function hostileServers(name: string): Promise<{
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<HostileServer>;
  readonly processes: ServerProcesses;
}> {
  const processes = await serverProcesses(`hostile-${name}`);
  return {
    processes,
    start: async (env = {}) => {
      const folder = processes.newFolder();
      const server = processes.start({ DATA_DIR: folder, ...env });
      const base = await server.listening();
      const pid = server.child.pid ?? 0;
      return {
        base,
        pid,
        folder,
        token: await signInAt(base),
        watch: async (work) => {
          let isRunning = true;
          let silence = 0;
          const look = async (): Promise<void> => {
            while (isRunning) {
              const from = performance.now();
              await (await fetch(`${base}/healthz`)).text();
              silence = Math.max(silence, performance.now() - from);
              await pause(LOOK_EVERY_MS);
            }
          };
          const looking = look();
          try {
            const result = await work();
            return { result, silence, memory: peakMemory(pid) };
          } finally {
            isRunning = false;
            await looking;
          }
        },
      };
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
