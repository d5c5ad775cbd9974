/** The API as an OpenAPI 3.1 document, generated from the route list that the server registers. */
import { z } from 'zod';
import { errorBody } from '../contract/common.ts';
import type { Route } from '../contract/route.ts';
import { allRoutes } from '../contract/routes.ts';
import { EPOCH_HEADER, IDEMPOTENCY_KEY_HEADER } from '../contract/sync.ts';

type Json = Readonly<Record<string, unknown>>;

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** The parameters in a place (path, query): one entry per field of the schema. */
function parametersIn(place: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function headersOf(route: Route): Json[] {
  if (route.access === 'public' || route.method === 'GET' || route.readOnly === true) return [];
  const key = {
    name: IDEMPOTENCY_KEY_HEADER,
    in: 'header',
    required: false,
    description: 'A request that is repeated with the same key takes effect only once.',
    schema: { type: 'string', maxLength: 128 },
  };
  const epoch = {
    name: EPOCH_HEADER,
    in: 'header',
    required: false,
    description:
      'The epoch of the changes read last: 409 with `epochChanged`, and no effect, when a backup was restored since.',
    schema: { type: 'string' },
  };
  const ifMatch = {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The ETag that was read: 412 with the current record when it has changed.',
    schema: { type: 'string' },
  };
  const ifAbsent = {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: '`*`: only when there is no such record yet, else 412 with the current record.',
    schema: { const: '*' },
  };
  return [key, epoch, ...(route.method === 'POST' ? [] : [ifMatch]), ...(route.creates === true ? [ifAbsent] : [])];
}

function requestBodyOf(route: Route): Json {
  const shape = route.bodyShape ?? route.body;
  if (route.multipart !== undefined) {
    const also =
      route.multipart.length > 1 ? `; also read from a part named ${route.multipart.slice(1).join(' or ')}` : '';
    const parts = shape === undefined ? {} : ((schemaOf(shape, 'input') as { properties?: Json }).properties ?? {});
    const file = { type: 'string', contentMediaType: 'application/octet-stream', description: `The file${also}.` };
    return {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: { type: 'object', properties: { ...parts, [route.multipart[0] ?? 'file']: file } },
          },
        },
      },
    };
  }
  if (route.form === true && shape !== undefined)
    return {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': { schema: schemaOf(shape, 'input') },
          'application/json': { schema: schemaOf(shape, 'input') },
        },
      },
    };
  return shape === undefined
    ? {}
    : { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(shape, 'input') } } } };
}

const ERROR = { $ref: '#/components/responses/Error' };

function responsesOf(route: Route): Json {
  const { status, json, csv, calendar, file } = route.reply;
  const content =
    file === true
      ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
      : json !== undefined
        ? { 'application/json': { schema: schemaOf(json, 'output') } }
        : csv !== undefined
          ? { 'text/csv': { schema: { type: 'string' } } }
          : calendar !== undefined
            ? { 'text/calendar': { schema: { type: 'string' } } }
            : undefined;
  const failures: string[] = [];
  if (
    route.params !== undefined ||
    route.query !== undefined ||
    route.body !== undefined ||
    route.multipart !== undefined
  )
    failures.push('400');
  if (route.maxFileBytes !== undefined || route.maxBodyBytes !== undefined) failures.push('413');
  if (route.access !== 'public') failures.push('401');
  if (route.access === 'admin') failures.push('403');
  if (route.params !== undefined || route.refersTo !== undefined) failures.push('404');
  if (status === 201 && route.access !== 'public') failures.push('409');
  if (route.method === 'PUT' || route.method === 'DELETE') failures.push('412');
  if (route.access === 'public') failures.push('429');
  return {
    [String(status)]: { description: route.summary, ...(content === undefined ? {} : { content }) },
    ...Object.fromEntries(failures.map((code) => [code, ERROR])),
  };
}

/** The document; `base` is the path of the API for clients. */
export function openApiDocument(base: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const { area, name, route } of allRoutes()) {
    const path = route.path.replace(/:([A-Za-z]+)/gu, '{$1}');
    const operations = paths[path] ?? {};
    paths[path] = operations;
    operations[route.method.toLowerCase()] = {
      operationId: `${area}.${name}`,
      tags: [area],
      summary: route.summary,
      ...(route.extension === true
        ? { description: 'An extension of this server, which is not in the specification.' }
        : {}),
      security: route.access === 'public' ? [] : [{ bearer: [] }],
      parameters: [...parametersIn('path', route.params), ...parametersIn('query', route.query), ...headersOf(route)],
      ...requestBodyOf(route),
      responses: responsesOf(route),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Holdfast',
      version: '1',
      description:
        'A portfolio that works offline. Figures are JSON numbers of at most 15 significant digits; dates are yyyy-MM-dd; times are ISO 8601 in UTC.',
    },
    servers: [{ url: base }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses: {
        Error: {
          description: 'What went wrong, in a sentence',
          content: { 'application/json': { schema: schemaOf(errorBody, 'output') } },
        },
      },
    },
  };
}
