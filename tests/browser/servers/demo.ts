/** The demo investor, who is the administrator, on a server of her own, signed in on one device. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext } from '@playwright/test';
import { signInAs, tokenOf, type Person } from '../steps/people.ts';
import { ServerProcess } from './server-process.ts';

export interface Demo {
  readonly server: ServerProcess;
  readonly investor: Person;
  readonly context: BrowserContext;
  readonly dispose: () => Promise<void>;
}

const CONTEXT = { locale: 'en-GB', timezoneId: 'Europe/London', reducedMotion: 'reduce' } as const;

/** A device of its own before `server`. */
export async function newContext(
  browser: Browser,
  server: ServerProcess,
  serviceWorkers: 'allow' | 'block',
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...CONTEXT, baseURL: server.url, serviceWorkers });
  // The test's own limit ends what never comes; a context of the worker's would end each action after 30 s.
  context.setDefaultTimeout(0);
  return context;
}

/** The demo investor's credentials on a server that was started with `--demo`. */
export function demoCredentials({ dataDir }: ServerProcess): Pick<Person, 'email' | 'password'> {
  return {
    email: 'demo@holdfast.example',
    password: readFileSync(join(dataDir, 'demo-password.txt'), 'utf8').trim(),
  };
}

/** Starts the demo server and signs the investor in by the form. Her device is always connected. */
export async function startDemo(browser: Browser): Promise<Demo> {
  const server = await ServerProcess.start({}, ['--demo']);
  const credentials = demoCredentials(server);
  const investor = { ...credentials, token: await tokenOf(server, credentials) };
  const context = await newContext(browser, server, 'block');
  const page = await context.newPage();
  await signInAs(page, investor);
  await page.close();
  return {
    server,
    investor,
    context,
    dispose: async () => {
      await context.close();
      await server.dispose();
    },
  };
}
