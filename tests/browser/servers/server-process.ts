/** A real server process on the built app, with a data folder of its own; it can be stopped, killed and started again. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const MAIN = join(root, 'dist/server/main.js');
const START_LIMIT_MS = 300_000;

/** A port of the loopback interface that nothing listens on now. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => {
        resolve(port);
      });
    });
  });
}

/** What journeys need of a server, whatever it is made of. */
export interface JourneyServer {
  readonly port: number;
  readonly url: string;
  /** Starts it on the same port with the data that it had. */
  readonly startAgain: () => Promise<void>;
  /** Ends it and waits until it is gone: politely, or as a power cut would. */
  readonly stop: (signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  /** Takes a token for ended from now on. */
  readonly endSession: (token: string) => Promise<void>;
  /** Ends it and removes its data. */
  readonly dispose: () => Promise<void>;
}

export class ServerProcess implements JourneyServer {
  readonly port: number;
  readonly dataDir: string;
  private readonly env: Readonly<Record<string, string>>;
  private readonly flags: readonly string[];
  private child: ChildProcess | null = null;

  private constructor(port: number, dataDir: string, env: Readonly<Record<string, string>>, flags: readonly string[]) {
    this.port = port;
    this.dataDir = dataDir;
    this.env = env;
    this.flags = flags;
  }

  /** Starts a server on an empty data folder; resolves when it answers. */
  static async start(
    env: Readonly<Record<string, string>> = {},
    flags: readonly string[] = [],
  ): Promise<ServerProcess> {
    const server = new ServerProcess(await freePort(), mkdtempSync(join(tmpdir(), 'holdfast-')), env, flags);
    await server.startAgain();
    return server;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /** Starts the process on the same port and data folder. */
  async startAgain(): Promise<void> {
    const child = spawn(process.execPath, [MAIN, ...this.flags], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        DAILY_FETCH_TIME: 'off',
        ...this.env,
        PORT: String(this.port),
        DATA_DIR: this.dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => {
        reject(new Error(`the server did not start:\n${output}`));
      }, START_LIMIT_MS);
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        if (!output.includes('listening on')) return;
        clearTimeout(limit);
        resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) => {
        clearTimeout(limit);
        reject(new Error(`the server ended with ${code}:\n${output}`));
      });
    });
  }

  /** Ends the process and waits until it is gone: politely, or as a power cut would. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.child;
    this.child = null;
    if (child === null || child.exitCode !== null) return;
    const gone = new Promise((resolve) => {
      child.once('exit', resolve);
    });
    child.kill(signal);
    await gone;
  }

  async endSession(token: string): Promise<void> {
    const reply = await fetch(`${this.url}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    if (!reply.ok) throw new Error(`the session was not ended: ${reply.status}`);
  }

  /** Runs `holdfast admin` on its data, while the server runs; returns what it prints. @throws where it fails */
  async admin(...given: string[]): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [MAIN, 'admin', ...given], {
      cwd: root,
      env: { ...process.env, ...this.env, DATA_DIR: this.dataDir },
    });
    return stdout;
  }

  /** Ends the process and removes its data folder. */
  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
