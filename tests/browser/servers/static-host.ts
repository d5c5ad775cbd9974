/** A host of files under a path, as GitHub Pages is one: no API, no rules, a 404 page, and the headers of `_headers`. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../../dist/client/', import.meta.url));
const PATH = '/money/holdfast/';
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** The service worker and what it imports. */
const OF_WORKER = /\/(?:sw|assets\/background-sync-[^/]+)\.js$/u;

/** The headers for all files, as hosts read them from `_headers`. */
function headersForAll(): Record<string, string> {
  const [, all = ''] = readFileSync(join(folder, '_headers'), 'utf8').split(/^\/\*$/mu);
  const lines = all.split(/^\//mu)[0]?.matchAll(/^ {2}([\w-]+): (.*)$/gmu) ?? [];
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}

export class StaticHost {
  /** Every path that was asked for, but for the browser's own looking for a new service worker after each navigation. */
  readonly asked: string[] = [];
  readonly url: string;
  private readonly server: Server;

  private constructor(server: Server, port: number) {
    this.server = server;
    this.url = `http://localhost:${port}${PATH}`;
  }

  static async start(): Promise<StaticHost> {
    const headers = headersForAll();
    const server = createServer((request, reply) => {
      const path = new URL(request.url ?? '/', 'http://host').pathname;
      if (!OF_WORKER.test(path)) host.asked.push(path);
      const name = path.startsWith(PATH) ? path.slice(PATH.length) || 'index.html' : '';
      const file = join(folder, name);
      const isThere = name !== '' && !name.includes('..') && existsSync(file) && statSync(file).isFile();
      const sent = isThere ? file : join(folder, '404.html');
      reply.writeHead(isThere ? 200 : 404, { ...headers, 'content-type': TYPES[extname(sent)] ?? 'text/plain' });
      reply.end(readFileSync(sent));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    const host = new StaticHost(server, typeof address === 'object' && address !== null ? address.port : 0);
    return host;
  }

  /** Bytes of a file as hosts send it compressed. */
  compressedSize(name: string): number {
    return statSync(join(folder, `${name}.br`)).size;
  }

  /** Ends it and every connection. */
  async stop(): Promise<void> {
    const ended = new Promise((resolve) => {
      this.server.close(resolve);
    });
    this.server.closeAllConnections();
    await ended;
  }
}
