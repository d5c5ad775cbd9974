/** Adds routes that write many values, in parts between which other users write. */
import type { bulkDeleteReply, selectionBody } from '../../contract/checked-body.ts';
import type { Route } from '../../contract/route.ts';
import { done, type Outcome } from '../outcome.ts';
import { writeInParts } from '../store/database/in-parts.ts';
import { deletedTogether, removeManyOwned, type OwnedEntity } from '../store/versions/owned.ts';
import { serveStaged, type Api, type CallOf, type Input, type Result } from './serve.ts';

/**
 * The last part is written together with the key of the request. A request that is repeated after an interruption
 * writes the rest, so `write` skips what is already written.
 */
export function serveInParts<R extends Route, T>(
  api: Api,
  route: R,
  values: (input: Input<R>) => readonly T[],
  write: (part: readonly T[], call: CallOf<R>) => Promise<Outcome<Result<R>>>,
  sum: (results: readonly Result<R>[]) => Result<R>,
): void {
  serveStaged(
    api,
    route,
    async (input, call) =>
      await writeInParts(call.services.store, values(input), async (db, part) => await write(part, { ...call, db })),
    async (_input, call, { written, last }) => {
      const outcome = await write(last, call);
      return outcome.ok ? done(sum([...written, outcome.value])) : outcome;
    },
  );
}

/** A route that deletes the records with the given ids. */
interface BulkDeletion extends Route {
  readonly access: 'user';
  readonly body: ReturnType<typeof selectionBody>;
  readonly reply: { readonly status: 200; readonly json: typeof bulkDeleteReply };
}

/** Adds the route that deletes many records of an entity. */
export function serveBulkDeletion<F, V extends object>(api: Api, route: BulkDeletion, entity: OwnedEntity<F, V>): void {
  serveInParts(
    api,
    route,
    ({ body }) => body,
    async (ids, { db, caller, now }) => await removeManyOwned(entity, db, caller.userId, ids, now),
    deletedTogether,
  );
}
