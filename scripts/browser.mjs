// Finds a browser for the journeys: Playwright's own, else the system's Chromium; installs one of them where neither is there.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const SYSTEM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const DOWNLOAD_LIMIT_MS = 180_000;

function systemBrowser() {
  return SYSTEM_PATHS.find((path) => existsSync(path)) ?? null;
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
  const present = process.env.HOLDFAST_BROWSER ?? ownBrowser() ?? systemBrowser();
  if (present !== null) return present;
  if (run('npx', ['--no-install', 'playwright', 'install', 'chromium'], DOWNLOAD_LIMIT_MS)) {
    const own = ownBrowser();
    if (own !== null) return own;
  }
  if (process.getuid?.() === 0) {
    console.log('No browser can be downloaded; installing the system package chromium…');
    run('apt-get', ['update'], DOWNLOAD_LIMIT_MS);
    run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], 600_000);
    const installed = systemBrowser();
    if (installed !== null) return installed;
  }
  throw new Error(
    'The browser journeys need Chromium. Install it (for example: sudo apt-get install chromium), or set HOLDFAST_BROWSER to its path.',
  );
}
