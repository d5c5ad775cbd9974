import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { freePort } from './servers/server-process.ts';
import { test } from './servers/worker-servers.ts';

test.use({ serviceWorkers: 'allow' });

const root = fileURLToPath(new URL('../..', import.meta.url));

test('npm start serves the app, says where, and ends cleanly', async ({ page }) => {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'holdfast-start-'));
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DAILY_FETCH_TIME: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  await expect.poll(() => output).toContain(address);
  expect(output).not.toContain('Building');
  await page.goto(`${address}/`);
  await expect(page).toHaveURL(`${address}/login`);
  await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
  child.kill('SIGTERM');
  await ended;
  const answers = async (): Promise<boolean> =>
    await page.request.get(`${address}/healthz`).then(
      () => true,
      () => false,
    );
  await expect.poll(answers).toBe(false);
  rmSync(dataDir, { recursive: true, force: true });
});

test('a bad setting stops the server with one clear line', async () => {
  const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
    env: { ...process.env, PORT: 'eighty' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  expect(code).not.toBe(0);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).toContain('PORT');
  expect(output).toContain('eighty');
});
