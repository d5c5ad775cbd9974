/** Adds the routes of one record that all entities of a user share. */
import type { z } from 'zod';
import type { Route } from '../../contract/route.ts';
import { createOwned, findOwned, removeOwned, updateOwned, type OwnedEntity } from '../store/versions/owned.ts';
import { serve, type Api } from './serve.ts';

interface Id {
  readonly id: string;
}

/** A route of a record whose reply is the record. */
interface RecordRoute<V> extends Route {
  readonly access: 'user';
  readonly reply: { readonly status: 200 | 201; readonly json: z.ZodType<V>; readonly locatedAt?: string };
}

/** The routes that read, create, change and delete one record: `F` is the input, `V` the record in a reply. */
interface OwnedRoutes<F, V> {
  readonly get: RecordRoute<V> & { readonly params: z.ZodType<Id> };
  readonly create: RecordRoute<V> & { readonly body: z.ZodType<F & Partial<Id>> };
  readonly update: RecordRoute<V> & { readonly params: z.ZodType<Id>; readonly body: z.ZodType<F & Partial<Id>> };
  readonly remove: Route & {
    readonly access: 'user';
    readonly params: z.ZodType<Id>;
    readonly reply: { readonly status: 204 };
  };
}

/** The fields of a body, which may also contain the record's id. */
function withoutId<F extends object>({ id: _id, ...fields }: F & Partial<Id>): F {
  return fields as unknown as F;
}

/** Adds the routes of one record of an entity. */
export function serveOwned<F extends object, V extends object>(
  api: Api,
  routes: OwnedRoutes<F, V>,
  entity: OwnedEntity<F, V>,
): void {
  serve(api, routes.get, async ({ params }, { db, caller }) => await findOwned(entity, db, caller.userId, params.id));
  serve(
    api,
    routes.create,
    async ({ body }, { db, caller, services }) =>
      await createOwned(entity, db, caller.userId, body.id ?? services.newId(), withoutId(body)),
  );
  serve(
    api,
    routes.update,
    async ({ params, body }, { db, caller, ifVersion }) =>
      await updateOwned(entity, db, caller.userId, params.id, withoutId(body), ifVersion),
  );
  serve(
    api,
    routes.remove,
    async ({ params }, { db, caller, ifVersion, now }) =>
      await removeOwned(entity, db, caller.userId, params.id, ifVersion, now),
  );
}
