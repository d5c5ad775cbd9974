/** A browser of the test's own, with a profile on disk that outlives it: it can be killed as a power cut would. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { BROWSER_ARGS } from '../../../scripts/browser.mjs';

const START_LIMIT_MS = 300_000;

/** Local storage as a profile held it at some time. */
export interface LocalStorageCopy {
  /** Puts it into the profile of the stopped browser. */
  readonly restore: () => void;
}

export class KillableBrowser {
  private readonly profile = mkdtempSync(join(tmpdir(), 'holdfast-profile-'));
  private readonly baseURL: string;
  private child: ChildProcess | null = null;
  private debuggerAddress = '';
  private driven: Browser | null = null;
  private shown: Page | null = null;

  private constructor(baseURL: string) {
    this.baseURL = baseURL;
  }

  static async start(baseURL: string): Promise<KillableBrowser> {
    const browser = new KillableBrowser(baseURL);
    await browser.startAgain();
    return browser;
  }

  get page(): Page {
    if (this.shown === null) throw new Error('the browser does not run');
    return this.shown;
  }

  /** Starts it on the profile that it had. */
  async startAgain(): Promise<void> {
    const child = spawn(
      process.env['HOLDFAST_BROWSER'] ?? '/usr/bin/chromium',
      [
        '--headless',
        ...BROWSER_ARGS,
        '--lang=en-GB',
        '--remote-debugging-port=0',
        `--user-data-dir=${this.profile}`,
        'about:blank',
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    );
    this.child = child;
    this.debuggerAddress = await debuggerOf(child);
    const browser = await chromium.connectOverCDP(this.debuggerAddress);
    this.driven = browser;
    const [context] = browser.contexts();
    if (context === undefined) throw new Error('the browser has no profile');
    const page = await context.newPage();
    const { baseURL } = this;
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => await goto(new URL(url, baseURL).href, options);
    this.shown = page;
  }

  /** Lets go of the browser, which runs on; returns the port of loopback by which something else can drive it. */
  async letGo(): Promise<number> {
    const { driven, debuggerAddress } = this;
    this.driven = null;
    this.shown = null;
    await driven?.close();
    return Number(new URL(debuggerAddress).port);
  }

  /** Ends it and waits until it is gone. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const { child, driven } = this;
    this.child = null;
    this.driven = null;
    this.shown = null;
    if (child === null || child.exitCode !== null) return;
    // Not before the last of its processes has gone, which may be a child of the one that was started.
    const gone = new Promise((resolve) => {
      child.once('close', resolve);
    });
    if (signal === 'SIGTERM') await (await driven?.newBrowserCDPSession())?.send('Browser.close');
    // A power cut takes all of its processes: one that is left would go on writing to the profile.
    else if (child.pid !== undefined) process.kill(-child.pid, signal);
    await driven?.close();
    await gone;
  }

  /** What local storage holds while the browser is stopped. */
  copyLocalStorage(): LocalStorageCopy {
    const folder = join(this.profile, 'Default', 'Local Storage');
    const copy = join(this.profile, 'local-storage-copy');
    cpSync(folder, copy, { recursive: true });
    return {
      restore: () => {
        rmSync(folder, { recursive: true });
        cpSync(copy, folder, { recursive: true });
      },
    };
  }

  /** Ends it and removes its profile. */
  async dispose(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** The address under which a starting browser can be driven. */
async function debuggerOf(child: ChildProcess): Promise<string> {
  return await new Promise((resolve, reject) => {
    let output = '';
    const limit = setTimeout(() => {
      reject(new Error(`the browser did not start:\n${output}`));
    }, START_LIMIT_MS);
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /DevTools listening on (ws:\S+)/u.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(limit);
      resolve(address);
    });
    child.once('exit', () => {
      reject(new Error(`the browser ended:\n${output}`));
    });
  });
}
