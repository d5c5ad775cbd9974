/** A Firefox of this machine and the channel to it: WebDriver BiDi over the web socket that Firefox opens. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Ends only what will never come. */
const START_LIMIT_MS = 120_000;

interface Waiting {
  readonly resolve: (result: Record<string, unknown>) => void;
  readonly reject: (error: Error) => void;
}

export class Firefox {
  private readonly child: ChildProcess;
  private readonly folder: string;
  private readonly socket: WebSocket;
  private readonly waiting = new Map<number, Waiting>();
  private commands = 0;

  private constructor(child: ChildProcess, folder: string, socket: WebSocket) {
    this.child = child;
    this.folder = folder;
    this.socket = socket;
    socket.addEventListener('message', ({ data }) => {
      this.take(JSON.parse(String(data)) as Reply);
    });
    socket.addEventListener('close', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('Firefox has closed the connection'));
    });
  }

  /** Starts the Firefox at this path with an empty profile. */
  static async start(path: string): Promise<Firefox> {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-firefox-'));
    const child = spawn(path, ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', folder], {
      // It refuses a home folder of another user, and writes nothing into anybody's.
      env: { ...process.env, HOME: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const socket = new WebSocket(`${await addressOf(child)}/session`);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error('Firefox takes no connection')), { once: true });
    });
    const firefox = new Firefox(child, folder, socket);
    await firefox.send('session.new', { capabilities: {} });
    return firefox;
  }

  /** One command; rejects with what Firefox says. */
  async send(method: string, params: object): Promise<Record<string, unknown>> {
    this.commands += 1;
    const id = this.commands;
    const answer = new Promise<Record<string, unknown>>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
    });
    this.socket.send(JSON.stringify({ id, method, params }));
    return await answer;
  }

  /** Ends it and removes its profile. */
  async dispose(): Promise<void> {
    const gone = new Promise((resolve) => {
      this.child.once('exit', resolve);
    });
    this.child.kill();
    await gone;
    rmSync(this.folder, { recursive: true, force: true });
  }

  private take({ id, type, result, error, message }: Reply): void {
    const waiting = id == null ? undefined : this.waiting.get(id);
    if (waiting === undefined) return;
    this.waiting.delete(id as number);
    if (type === 'success') waiting.resolve(result ?? {});
    else waiting.reject(new Error(`${error}: ${message}`));
  }
}

interface Reply {
  readonly id?: number | null;
  readonly type: string;
  readonly result?: Record<string, unknown>;
  readonly error?: string;
  readonly message?: string;
}

/** Firefox prints where it listens. */
async function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  return await new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`Firefox did not start:\n${output}`)), START_LIMIT_MS);
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /listening on (ws:\/\/\S+)/u.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(limit);
      resolve(address);
    });
    child.once('exit', (code) => {
      clearTimeout(limit);
      reject(new Error(`Firefox ended with ${code}:\n${output}`));
    });
  });
}
