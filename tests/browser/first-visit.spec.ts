import { expect, type Response } from '@playwright/test';
import { offlineReady, startFresh, test } from './journeys/journey.ts';

test.use({ serviceWorkers: 'allow' });

/** Compressed JavaScript that may come before the sign-in page can be used. */
const BUDGET_BYTES = 130_000;

test('the sign-in page needs at most 130 kB of JavaScript and no other origin', async ({ page, server }) => {
  const scripts: Response[] = [];
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  await page.goto('login');
  await page.getByLabel('Email Address').fill('ada@example.com');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
  const sizes = await Promise.all(
    scripts.map(async (script) => Number((await script.allHeaders())['content-length'] ?? Number.NaN)),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  test
    .info()
    .annotations.push({ type: 'compressed JavaScript', description: `${total} bytes in ${sizes.length} files` });
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(BUDGET_BYTES);
  // What comes after signing in is loaded while the password is typed.
  const ahead = page.waitForRequest(/\/signed-in-.*\.js$/u);
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await ahead;
  expect(foreign).toEqual([]);
});

test('the app can be installed', async ({ page }) => {
  await startFresh(page);
  await offlineReady(page);
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const manifest = await session.send('Page.getAppManifest');
  expect(manifest.errors).toEqual([]);
  // A file opened from the system, or shared by another app, comes to the import of transactions.
  const { file_handlers: handlers, share_target: shared } = JSON.parse(manifest.data ?? '') as {
    file_handlers: { action: string; accept: object }[];
    share_target: { action: string; method: string; params: { files: { accept: string[] }[] } };
  };
  expect(handlers.map(({ action, accept }) => [action, Object.keys(accept)])).toEqual([
    ['./transactions', ['text/csv', 'text/tab-separated-values', 'text/plain']],
  ]);
  expect([shared.action, shared.method, shared.params.files[0]?.accept.includes('text/csv')]).toEqual([
    './share-file',
    'POST',
    true,
  ]);
});

test('a script or markup that somebody injects is not run', async ({ page }) => {
  await page.goto('login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const refused = await page.evaluate(() => {
    const script = document.createElement('script');
    const attempts = {
      markup: () => {
        document.body.innerHTML = '<img src="x">';
      },
      foreignScript: () => {
        script.src = 'https://evil.example/x.js';
      },
      dataScript: () => {
        script.src = 'data:text/javascript,1';
      },
      code: () => {
        script.text = 'document.title = "taken over"';
      },
    };
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt();
        return `${name} was let through`;
      } catch (error) {
        return `${name}: ${(error as Error).name}`;
      }
    });
  });
  expect(refused).toEqual([
    'markup: TypeError',
    'foreignScript: TypeError',
    'dataScript: TypeError',
    'code: TypeError',
  ]);
  await expect(page).not.toHaveTitle('taken over');
});
