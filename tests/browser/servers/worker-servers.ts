/** The servers that all tests of a worker share: one set of fixtures for every journey, so that a worker lives as long as the run. */
import { test as base } from '@playwright/test';
import { startDemo, type Demo } from './demo.ts';
import { newPerson } from '../steps/people.ts';
import { ServerProcess } from './server-process.ts';

/** `own`: our server. `plain`: one written from the specification alone, with ids of its own and no extensions. */
export type ServerKind = 'own' | 'plain';

/** What a project of the configuration chooses. */
export interface WorkerOptions {
  readonly serverKind: ServerKind;
}

export interface WorkerServers {
  /** Our server without records, started when it is first asked for; its administrator is nobody of a test. */
  readonly shared: () => Promise<ServerProcess>;
}

async function startShared(): Promise<ServerProcess> {
  const server = await ServerProcess.start();
  // The first user is the administrator.
  await newPerson(server);
  return server;
}

/** Playwright ends a worker when the next test wants other worker fixtures: none may add any. */
export const test = base.extend<object, WorkerOptions & { servers: WorkerServers; demo: Demo }>({
  serverKind: ['own', { option: true, scope: 'worker' }],
  servers: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern
    async ({}, use) => {
      const started: Promise<ServerProcess>[] = [];
      await use({ shared: async () => await (started[0] ??= startShared()) });
      for (const server of started) await (await server).dispose();
    },
    { scope: 'worker' },
  ],
  demo: [
    async ({ browser }, use) => {
      const demo = await startDemo(browser);
      await use(demo);
      await demo.dispose();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
});
