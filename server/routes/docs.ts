/** The API's description: as OpenAPI, and as a page to read, which needs no script. */
import type { FastifyInstance } from 'fastify';
import { allRoutes } from '../../contract/routes.ts';
import { groupBy } from '../../domain/values/group-by.ts';
import { openApiDocument } from '../openapi.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replace(/[&<>"]/gu, (character) => ENTITIES[character] ?? character);
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
h2{margin-top:2.5rem}dt{font-family:ui-monospace,monospace}dd{margin:0 0 .75rem 1.5rem}.method{display:inline-block;width:5rem}.access{opacity:.7}`;

function page(base: string): string {
  const sections = [...groupBy(allRoutes(), (entry) => entry.area)].map(([area, entries]) => {
    const rows = entries.map(
      ({ route }) => `<dt><span class="method">${route.method}</span>${escape(route.path)}</dt>
<dd>${escape(route.summary)} <span class="access">(${route.access}${route.extension === true ? ', extension' : ''})</span></dd>`,
    );
    return `<h2 id="${escape(area)}">${escape(area)}</h2>\n<dl>${rows.join('\n')}</dl>`;
  });
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Holdfast API</title><link rel="stylesheet" href="${base}/docs.css"></head>
<body><h1>Holdfast API</h1><p>All paths are below <code>${escape(base)}</code>. The whole description, with every field, is <a href="${base}/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}</body></html>`;
}

/** Serves `/openapi.json` and `/docs` below the API base, to anyone. */
export function serveDocs(app: FastifyInstance, base: string): void {
  // Generated when first requested, so that it does not delay the start.
  let document: string | null = null;
  app.get('/openapi.json', (_request, reply) => {
    reply.type('application/json; charset=utf-8').send((document ??= JSON.stringify(openApiDocument(base))));
  });
  app.get('/docs', (_request, reply) => {
    reply.type('text/html; charset=utf-8').send(page(base));
  });
  app.get('/docs.css', (_request, reply) => {
    reply.type('text/css; charset=utf-8').send(STYLE);
  });
}
