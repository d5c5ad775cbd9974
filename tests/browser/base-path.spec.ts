import { expect } from '@playwright/test';
import { offlineReady, startFresh } from './journeys/journey.ts';
import { ServerProcess } from './servers/server-process.ts';
import { test } from './servers/worker-servers.ts';

test.use({ serviceWorkers: 'allow' });

test('served under a base path, the app, its API and its offline start live below it', async ({ browser }) => {
  const server = await ServerProcess.start({ BASE_PATH: '/money/holdfast/' });
  const context = await browser.newContext({ baseURL: `${server.url}/money/holdfast/` });
  const outside: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(`${server.url}/money/holdfast/`)) outside.push(request.url());
  });
  const page = await context.newPage();
  await startFresh(page);
  await expect(page).toHaveURL(`${server.url}/money/holdfast/dashboard`);
  await page.goto('transactions/new');
  await expect(page.getByRole('heading', { name: 'Add New Transaction' })).toBeVisible();
  await offlineReady(page);
  await server.stop();
  await page.goto('accounts');
  await expect(page.getByText('Main Account')).toBeVisible();
  expect(outside).toEqual([]);
  await context.close();
  await server.dispose();
});
