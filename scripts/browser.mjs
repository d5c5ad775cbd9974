// Finds a browser for the journeys: one without windows, which uses a third less processor time, else a complete
// Chromium; installs one where there is none.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** What a browser is started with, so that it does nothing but what it is asked to. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const WINDOWLESS = '/usr/bin/chromium-headless-shell';
const WITH_WINDOWS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const DOWNLOAD_LIMIT_MS = 180_000;

function systemBrowser() {
  return [WINDOWLESS, ...WITH_WINDOWS].find((path) => existsSync(path)) ?? null;
}

function ownBrowser() {
  const path = chromium.executablePath();
  return path !== '' && existsSync(path) ? path : null;
}

function run(command, args, limit) {
  return spawnSync(command, args, { stdio: 'ignore', timeout: limit }).status === 0;
}

/**
 * The path of a Chromium to test with; installs one where it can.
 * @returns {string} an executable's path
 * @throws {Error} when there is none and none can be installed; the message says what to do
 */
export function findBrowser() {
  const present = process.env.HOLDFAST_BROWSER ?? systemBrowser() ?? ownBrowser();
  if (present !== null) return present;
  if (run('npx', ['--no-install', 'playwright', 'install', 'chromium'], DOWNLOAD_LIMIT_MS)) {
    const own = ownBrowser();
    if (own !== null) return own;
  }
  if (process.getuid?.() === 0) {
    console.log('No browser can be downloaded; installing one of the system…');
    run('apt-get', ['update'], DOWNLOAD_LIMIT_MS);
    for (const name of ['chromium-headless-shell', 'chromium']) {
      run('apt-get', ['install', '-y', '--no-install-recommends', name], 600_000);
      const installed = systemBrowser();
      if (installed !== null) return installed;
    }
  }
  throw new Error(
    'The browser journeys need Chromium. Install it (for example: sudo apt-get install chromium), or set HOLDFAST_BROWSER to its path.',
  );
}
