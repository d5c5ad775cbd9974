import { expect, it } from 'vitest';
import { allRoutes } from '../contract/routes.ts';
import { openApiDocument } from './openapi.ts';
import { startTestApp } from './testing/test-app.ts';

interface Operation {
  operationId: string;
  security: unknown[];
  parameters: { name: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> };
  responses: Record<string, unknown>;
}

it('describes every route once, with its parameters, body and replies', () => {
  const { paths } = openApiDocument('/api') as { paths: Record<string, Record<string, Operation>> };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  expect(operations.map((operation) => operation.operationId).toSorted()).toEqual(
    allRoutes()
      .map(({ area, name }) => `${area}.${name}`)
      .toSorted(),
  );
  const update = paths['/transactions/{id}']?.['put'];
  expect(update?.parameters.map((parameter) => parameter.name)).toEqual([
    'id',
    'Idempotency-Key',
    'Sync-Epoch',
    'If-Match',
  ]);
  expect(update?.requestBody?.content['application/json']?.schema.properties).toMatchObject({
    consideration: { type: 'number' },
    transactionType: { enum: expect.arrayContaining(['BUY', 'SELL']) },
  });
  expect(Object.keys(update?.responses ?? {})).toEqual(['200', '400', '401', '404', '412']);
  expect(paths['/auth/login']?.['post']?.security).toEqual([]);
  const upload = paths['/transactions/import-selected']?.['post'];
  expect(Object.keys(upload?.requestBody?.content['multipart/form-data']?.schema.properties ?? {})).toEqual([
    'selectedRowNumbers',
    'skipDuplicateCheck',
    'layout',
    'names',
    'file',
  ]);
});

it('the description is served as a file and as a page', async () => {
  const app = await startTestApp({ basePath: '/h/' });
  expect((await app.call('GET', '/openapi.json')).json).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: '/h/api' }],
  });
  expect((await app.call('GET', '/docs')).text).toContain('href="/h/api/docs.css"');
  expect((await app.call('GET', '/docs.css')).headers['content-type']).toContain('text/css');
  await app.close();
});
