/** The floor of a start: a page of the same weight as the app's, which does nothing. */
import { readdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ASSETS, SHELL } from '../tests/browser/servers/built-scripts.ts';

/** Bytes of the scripts, uncompressed, with which the dashboard starts. */
export function dashboardWeight(): number {
  return readdirSync(ASSETS)
    .filter((name) => name.endsWith('.js') && (SHELL.test(name) || name.startsWith('dashboard-page-')))
    .reduce((sum, name) => sum + statSync(join(ASSETS, name)).size, 0);
}

/**
 * Serves a page whose one script has this many bytes of functions that nothing calls, on the loopback network.
 * `isKept`: the browser may keep the script, as the service worker keeps the app's.
 */
export async function withBarePage<T>(bytes: number, work: (url: string) => Promise<T>, isKept = false): Promise<T> {
  const line = 'function f0000000(a, b) { const c = [a, b]; return c.map((d) => d + 1).filter(Boolean); }\n';
  const script = Array.from({ length: Math.ceil(bytes / line.length) }, (_, index) =>
    line.replace('0000000', String(index).padStart(7, '0')),
  ).join('');
  const server = createServer(({ url }, response) => {
    const isScript = url === '/bare.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    if (isKept) response.setHeader('cache-control', 'max-age=3600');
    response.end(isScript ? script : '<!doctype html><script src="/bare.js"></script><h1>Bare</h1>');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
