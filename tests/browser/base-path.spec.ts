import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { offlineReady, startFresh } from './journey.ts';
import { ServerProcess } from './server-process.ts';
import { test } from './worker-servers.ts';

test.use({ serviceWorkers: 'allow' });

const root = fileURLToPath(new URL('../..', import.meta.url));

test('built for a base path, the app, its API and its offline start live below it', async ({ browser }) => {
  const clientDir = mkdtempSync(join(tmpdir(), 'holdfast-client-'));
  execFileSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error', '--outDir', clientDir, '--emptyOutDir'],
    {
      cwd: root,
      env: { ...process.env, BASE_PATH: '/money/holdfast/' },
    },
  );
  const server = await ServerProcess.start({ BASE_PATH: '/money/holdfast/', CLIENT_DIR: clientDir });
  const context = await browser.newContext({ baseURL: `${server.url}/money/holdfast/` });
  const outside: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(`${server.url}/money/holdfast/`)) outside.push(request.url());
  });
  const page = await context.newPage();
  await startFresh(page);
  await expect(page).toHaveURL(`${server.url}/money/holdfast/dashboard`);
  await offlineReady(page);
  await server.stop();
  await page.goto('accounts');
  await expect(page.getByText('Main Account')).toBeVisible();
  expect(outside).toEqual([]);
  await context.close();
  await server.dispose();
  rmSync(clientDir, { recursive: true, force: true });
});
