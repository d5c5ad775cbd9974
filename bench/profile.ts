/**
 * A browser with a profile on disk, as users have: a private window's IndexedDB is in memory and three times as slow.
 */
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../scripts/browser.mjs';

/**
 * Calls `work` with a function that launches a browser on the profile after the previous one was closed; removes the
 * profile at the end.
 */
export async function withRelaunches<T>(
  baseURL: string,
  work: (launch: () => Promise<BrowserContext>) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-profile-'));
  let context: BrowserContext | null = null;
  try {
    return await work(async () => {
      await context?.close();
      context = await chromium.launchPersistentContext(folder, {
        executablePath: findBrowser(),
        args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
        baseURL,
        locale: 'en-GB',
        timezoneId: 'Europe/London',
        viewport: { width: 1440, height: 900 },
      });
      return context;
    });
  } finally {
    await (context as BrowserContext | null)?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Calls `work` with the profile's first page; closes the browser and removes the profile after it. */
export async function withProfile<T>(
  baseURL: string,
  work: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  return await withRelaunches(baseURL, async (launch) => {
    const context = await launch();
    return await work(context.pages()[0] ?? (await context.newPage()), context);
  });
}
