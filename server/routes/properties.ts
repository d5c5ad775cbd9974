/** Properties and their price history (002 §7). */
import { propertyRoutes as routes } from '../../contract/properties.ts';
import { done } from '../outcome.ts';
import { createOwned, findOwned, removeOwned, updateOwned } from '../store/versions/owned.ts';
import {
  pageOfProperties,
  priceHistory,
  pricesOf,
  PROPERTIES,
  propertiesShown,
} from '../store/user-records/properties.ts';
import { checkAccountFilter } from './account-filter.ts';
import { serveBulkDeletion } from './serve-in-parts.ts';
import { serveOwned } from './serve-owned.ts';
import { serve, type Api } from './serve.ts';

export function serveProperties(api: Api): void {
  serve(api, routes.list, async (_input, { db, caller }) => done(await propertiesShown(db, caller.userId)));
  serve(api, routes.paginated, async ({ query }, { db, caller }) => {
    const account = await checkAccountFilter(db, caller.userId, query.accountId);
    return account.ok ? done(await pageOfProperties(db, caller.userId, query, query.page, query.pageSize)) : account;
  });
  serve(api, routes.ids, async (_input, { db, caller }) =>
    done((await propertiesShown(db, caller.userId)).map(({ id }) => id)),
  );
  serveOwned(api, routes, PROPERTIES);
  serveBulkDeletion(api, routes.bulkDelete, PROPERTIES);
  serve(api, routes.prices, async ({ params }, { db, caller }) => await priceHistory(db, caller.userId, params.id));
  serve(
    api,
    routes.createPrice,
    async ({ params, body: { id, ...fields } }, { db, caller, services }) =>
      await createOwned(pricesOf(params.id), db, caller.userId, id ?? services.newId(), fields),
    {
      again: async ({ params, body }, { db, caller }, createdId) =>
        await findOwned(pricesOf(params.id), db, caller.userId, createdId ?? body.id ?? ''),
    },
  );
  serve(
    api,
    routes.updatePrice,
    async ({ params, body: { id: _sameId, ...fields } }, { db, caller, ifVersion }) =>
      await updateOwned(pricesOf(params.id), db, caller.userId, params.priceHistoryId, fields, ifVersion),
    {
      again: async ({ params }, { db, caller }) =>
        await findOwned(pricesOf(params.id), db, caller.userId, params.priceHistoryId),
    },
  );
  serve(
    api,
    routes.removePrice,
    async ({ params }, { db, caller, ifVersion, now }) =>
      await removeOwned(pricesOf(params.id), db, caller.userId, params.priceHistoryId, ifVersion, now),
  );
}
