/** What Safari and Firefox lack, taken away from this browser: the app works as before, and says nothing that does not hold. */
import { expect } from '@playwright/test';
import {
  addPurchase,
  importSample,
  offlineReady,
  startFresh,
  synced,
  test,
  transactionsOnServer,
  visit,
} from './journeys/journey.ts';
import { EXPECTED } from './steps/sample.ts';

test.use({ ownServer: true, serviceWorkers: 'allow' });

/** Runs in the page before the app. */
function takeAway(): void {
  for (const name of ['sync', 'periodicSync', 'backgroundFetch', 'navigationPreload'])
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, name);
  for (const name of ['SyncManager', 'PeriodicSyncManager', 'launchQueue', 'LaunchQueue', 'showDirectoryPicker'])
    Reflect.deleteProperty(globalThis, name);
  for (const name of ['estimate', 'persist', 'persisted']) Reflect.deleteProperty(StorageManager.prototype, name);
  for (const name of [
    'share',
    'canShare',
    'setAppBadge',
    'clearAppBadge',
    'userAgentData',
    'deviceMemory',
    'connection',
  ])
    Reflect.deleteProperty(Navigator.prototype, name);
}

test('without background sync, file handlers, sharing and news of storage the records are kept, changed and sent', async ({
  page,
  server,
}) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await page.context().addInitScript(takeAway);
  await startFresh(page);
  expect(await page.evaluate(() => ['estimate' in navigator.storage, 'launchQueue' in globalThis])).toEqual([
    false,
    false,
  ]);
  await importSample(page);
  await synced(page);
  await offlineReady(page);

  await server.stop();
  await addPurchase(page);
  await page.reload();
  await expect(page.getByText(`of ${EXPECTED.valid + 1} results`)).toBeVisible();
  await expect(page.getByText('Waiting to be sent')).toHaveCount(1);
  await server.startAgain();
  await page.evaluate(() => {
    dispatchEvent(new Event('online'));
  });
  await synced(page);
  expect(await transactionsOnServer(page)).toBe(EXPECTED.valid + 1);

  // What the browser does not tell is not shown, and what it cannot do is not offered.
  await visit(page, 'settings');
  await expect(page.getByRole('heading', { name: 'This device' })).toBeVisible();
  await expect(page.getByText('Storage used')).toHaveCount(0);
  await expect(page.getByText('the browser keeps your data')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Choose a folder' })).toHaveCount(0);
  expect(faults).toEqual([]);
});
