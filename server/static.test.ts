import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const clientDir = mkdtempSync(join(tmpdir(), 'holdfast-client-'));
let app: TestApp;

beforeAll(async () => {
  mkdirSync(join(clientDir, 'assets'));
  writeFileSync(join(clientDir, 'index.html'), '<!doctype html><title>Holdfast</title>');
  writeFileSync(join(clientDir, 'sw.js'), '// worker');
  writeFileSync(join(clientDir, 'assets', 'main-abc123.js'), 'export {};');
  writeFileSync(join(clientDir, 'assets', 'main-abc123.js.gz'), gzipSync('export {};'));
  app = await startTestApp({ clientDir, basePath: '/holdfast/' });
});

afterAll(async () => {
  await app.close();
  rmSync(clientDir, { recursive: true, force: true });
});

const get = async (url: string, headers: Record<string, string> = {}) => await app.app.inject({ url, headers });

describe('the app under a base path', () => {
  it('is served at its root and at every one of its pages', async () => {
    for (const path of [
      '/holdfast/',
      '/holdfast/transactions',
      '/holdfast/transactions/edit/0190b0a0',
      '/holdfast/capital-gains?year=2024-25',
    ]) {
      const reply = await get(path);
      expect([path, reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
      expect(reply.body).toContain('<title>Holdfast</title>');
    }
  });

  it('keeps files with a digest in their name for good, and asks anew for the others', async () => {
    const script = await get('/holdfast/assets/main-abc123.js', { 'accept-encoding': 'gzip' });
    expect([script.headers['content-encoding'], script.headers['cache-control']]).toEqual([
      'gzip',
      'public, max-age=31536000, immutable',
    ]);
    expect((await get('/holdfast/sw.js')).headers['cache-control']).toBe('no-cache');
    const again = await get('/holdfast/sw.js', {
      'if-none-match': String((await get('/holdfast/sw.js')).headers['etag']),
    });
    expect(again.statusCode).toBe(304);
  });

  it('does not answer a page for a missing file, a call that does not exist, or another place', async () => {
    for (const path of [
      '/holdfast/assets/gone.js',
      '/holdfast/api/nothing',
      '/holdfast/api',
      '/elsewhere',
      '/holdfast/..%2f..%2fetc%2fhosts.txt',
    ]) {
      const reply = await get(path);
      expect([path, reply.statusCode]).toEqual([path, 404]);
      expect(reply.json<{ message: string }>().message).not.toBe('');
    }
    expect((await app.app.inject({ method: 'POST', url: '/holdfast/transactions' })).statusCode).toBe(404);
  });

  it('carries strict headers on every answer', async () => {
    for (const path of ['/holdfast/', '/holdfast/api/accounts', '/nowhere']) {
      const { headers } = await get(path);
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src blob:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default",
      );
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      });
    }
    expect((await get('/holdfast/api/accounts')).headers['cache-control']).toBe('no-store');
  });

  it('reports whether it is alive and ready', async () => {
    for (const path of ['/healthz', '/readyz', '/holdfast/healthz']) expect((await get(path)).statusCode).toBe(200);
  });
});
