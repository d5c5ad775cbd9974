// Starts a server with the demo investor's records and a browser to take pictures of its screens.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from './browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const PORT = process.env.PORT ?? '18090';
export const BASE = `http://localhost:${PORT}/`;

/**
 * Starts the built server with new demo records.
 * @param {readonly string[]} [nodeOptions] options of Node
 * @returns {Promise<{ email: string, password: string, stop: () => Promise<void> }>} the demo investor's credentials
 */
export async function startDemoServer(nodeOptions = []) {
  const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-screens-'));
  const server = spawn(process.execPath, [...nodeOptions, 'dist/server/main.js', '--demo'], {
    cwd: root,
    env: { ...process.env, PORT, DATA_DIR: dataDir, NODE_ENV: 'production', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  /** The server's output until it listened, which contains the credentials. */
  const output = await new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('listening on')) resolve(text);
    });
    server.once('exit', () => reject(new Error(`the server ended:\n${text}`)));
  });
  return {
    email: /\S+@\S+/u.exec(output)?.[0]?.replace(/[.,]$/u, '') ?? '',
    password: /password:?\s+([^\s(]+)/iu.exec(output)?.[1] ?? '',
    stop: async () => {
      server.kill('SIGTERM');
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A browser whose pictures do not depend on the machine's graphics. */
export async function launchBrowser() {
  return await chromium.launch({
    executablePath: findBrowser(),
    args: BROWSER_ARGS,
  });
}

/** Signs in by the form and waits until the device has all records. */
export async function signIn(page, { email, password }) {
  await page.goto('login');
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText(/^Synced/u).waitFor({ state: 'attached', timeout: 60_000 });
}

/** Waits until a screen has its content. */
export async function loaded(page) {
  await page.waitForLoadState('networkidle');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !/Loading [^\n]*(?:\.\.\.|…)/u.test(document.body.innerText));
  // With another font lines break elsewhere.
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}

/** Shows the screen's values, for as long as the page is open. */
export async function showValues(page) {
  const show = page.getByRole('button', { name: 'Show values' });
  if ((await show.count()) === 0) return;
  await show.click();
  await page.getByRole('button', { name: 'Lock values' }).click();
  await loaded(page);
}

/** Waits until every chart of the page is drawn, which takes longer than the rest. */
export async function chartsDrawn(page) {
  await page.waitForFunction(() => {
    const canvases = [...document.querySelectorAll('canvas')];
    const isDrawn = (canvas) =>
      canvas.width > 0 &&
      canvas.height > 0 &&
      canvas
        .getContext('2d')
        .getImageData(0, 0, canvas.width, canvas.height)
        .data.some((part) => part !== 0);
    return canvases.length > 0 && canvases.every(isDrawn);
  });
}
