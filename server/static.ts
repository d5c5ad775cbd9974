/** Serves the built PWA; an address that is no file is one of its pages. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { frameworkFailure } from './errors.ts';
import type { Config } from './config.ts';

/** The build puts a digest of the content into the names in this folder. */
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

export async function serveClient(app: FastifyInstance, config: Config): Promise<void> {
  const built = existsSync(join(config.clientDir, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: config.clientDir,
      prefix: config.basePath,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          IMMUTABLE.test(path.replace(/\.(?:br|gz)$/u, '')) ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const page = wantsPage(request, config);
    if (built && page) {
      reply.sendFile('index.html');
      return;
    }
    const { code, message } = frameworkFailure(404);
    reply.code(404).send({ message: page ? 'The app is not built: run npm run build.' : message, code });
  });
}
