/** Serves the built PWA; an address without a file is one of its pages. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { takesGzip } from './compress.ts';
import { frameworkFailure } from './errors.ts';
import type { Config } from './config.ts';

/** The build adds a digest of the content to names in this folder. */
const IMMUTABLE = /[/\\]assets[/\\][^/\\]+$/u;

function wantsPage(request: FastifyRequest, config: Config): boolean {
  const path = request.url.split('?')[0] ?? '';
  return (
    (request.method === 'GET' || request.method === 'HEAD') &&
    path.startsWith(config.basePath) &&
    !path.startsWith(`${config.basePath}api/`) &&
    path !== `${config.basePath}api` &&
    !/\.[A-Za-z0-9]+$/u.test(path)
  );
}

interface Page {
  readonly html: string;
  readonly gzipped: Buffer;
  readonly etag: string;
}

/**
 * The app's only page, for any address: the build names its files relative to the app's folder. Null when the app is
 * not built.
 */
function readPage({ clientDir, basePath }: Config): Page | null {
  const file = join(clientDir, 'index.html');
  if (!existsSync(file)) return null;
  const html = readFileSync(file, 'utf8').replaceAll('="./', `="${basePath}`);
  const digest = createHash('sha256').update(html).digest('hex').slice(0, 16);
  return { html, gzipped: gzipSync(html), etag: `"${digest}"` };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, { html, gzipped, etag }: Page): void {
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag }).type('text/html; charset=utf-8');
  if (request.headers['if-none-match'] === etag) reply.code(304).send();
  else if (takesGzip(request.headers['accept-encoding']))
    reply.code(200).header('content-encoding', 'gzip').send(gzipped);
  else reply.code(200).send(html);
}

export async function serveClient(app: FastifyInstance, config: Config): Promise<void> {
  const built = readPage(config);
  if (built !== null) {
    await app.register(fastifyStatic, {
      root: config.clientDir,
      prefix: config.basePath,
      preCompressed: true,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          IMMUTABLE.test(path.replace(/\.(?:br|gz)$/u, '')) ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
    app.get(config.basePath, (request, reply) => {
      sendPage(request, reply, built);
    });
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const page = wantsPage(request, config);
    if (built !== null && page) {
      sendPage(request, reply, built);
      return;
    }
    const { code, message } = frameworkFailure(404);
    reply.code(404).send({ message: page ? 'The app is not built: run npm run build.' : message, code });
  });
}
