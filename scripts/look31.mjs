import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
const { findBrowser } = await import('./browser.mjs');
const { chromium } = await import('@playwright/test');
const PORT = '18192',
  BASE = `http://localhost:${PORT}/`;
const dataDir = mkdtempSync(join(tmpdir(), 'hf-look-'));
const server = spawn(process.execPath, ['dist/server/main.js', '--demo'], {
  env: { ...process.env, PORT, DATA_DIR: dataDir, NODE_ENV: 'production', LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const output = await new Promise((resolve) => {
  let t = '';
  server.stdout.on('data', (c) => {
    t += c;
    if (t.includes('listening on')) resolve(t);
  });
});
const email = /\S+@\S+/u.exec(output)?.[0]?.replace(/[.,]$/u, '') ?? '';
const password = /password:?\s+([^\s(]+)/iu.exec(output)?.[1] ?? '';
await fetch(BASE + 'api/auth/login', {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1',
  },
  body: JSON.stringify({ email, password }),
});
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
const what = await import(process.argv[2]);
try {
  for (const colorScheme of (process.argv[3] ?? 'light,dark').split(','))
    for (const width of (process.argv[4] ?? '390,820,1440').split(',').map(Number)) {
      const context = await browser.newContext({
        baseURL: BASE,
        viewport: { width, height: width === 390 ? 844 : 900 },
        colorScheme,
        locale: 'en-GB',
        timezoneId: 'Europe/London',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.goto('login');
      await page.getByLabel('Email Address').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText(/^Synced/u).waitFor({ state: 'attached', timeout: 60_000 });
      await what.look(page, async (name, options = {}) => {
        await page.screenshot({ path: `/tmp/w/account31-shots/${name}-${width}-${colorScheme}.png`, ...options });
      });
      await context.close();
    }
} finally {
  await browser.close();
  server.kill('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}
