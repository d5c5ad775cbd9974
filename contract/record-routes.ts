/** The routes that read, create, change and delete one record, as all entities have them. */
import { z } from './zod.ts';
import { idSchema } from './common.ts';
import { route, type Owned, type Route } from './route.ts';

/** The path parameter of one record. */
export const idParams = z.object({ id: idSchema });

interface RecordRoutes {
  /** Of the collection. */
  readonly path: `/${string}`;
  /** Who may read a record. */
  readonly access: Route['access'];
  /** Who may write one. */
  readonly writers: Route['access'];
  /** The user's rows among which the record is; absent for what all users share. */
  readonly owned?: Owned;
  readonly refersTo?: Readonly<Record<string, Owned>>;
  readonly summaries: {
    readonly get: string;
    readonly create: string;
    readonly update: string;
    readonly remove: string;
  };
  /** Of a creation and of a change. */
  readonly body: z.ZodType;
  readonly bodyShape: z.ZodType;
  /** The record in a reply. */
  readonly record: z.ZodType;
}

/** The four routes of an entity. */
export function recordRoutes<const D extends RecordRoutes>(described: D) {
  const { path, summaries, owned, refersTo } = described;
  const access: D['access'] = described.access;
  const writers: D['writers'] = described.writers;
  const body: D['body'] = described.body;
  const json: D['record'] = described.record;
  const itemPath = `${path}/:id` as `${D['path']}/:id`;
  const one = { params: idParams, ...(owned !== undefined && { owns: { id: owned } }) };
  const written = { body, bodyShape: described.bodyShape, ...(refersTo !== undefined && { refersTo }) };
  return {
    get: route({
      method: 'GET',
      path: itemPath,
      access,
      summary: summaries.get,
      ...one,
      reply: { status: 200, json },
    }),
    create: route({
      method: 'POST',
      path: path as D['path'],
      access: writers,
      summary: summaries.create,
      ...written,
      reply: { status: 201, json },
    }),
    update: route({
      method: 'PUT',
      path: itemPath,
      access: writers,
      summary: summaries.update,
      ...one,
      ...written,
      reply: { status: 200, json },
    }),
    remove: route({
      method: 'DELETE',
      path: itemPath,
      access: writers,
      summary: summaries.remove,
      ...one,
      reply: { status: 204 },
    }),
  };
}
