/** Accounts (001 §7). */
import { accountRoutes } from '../../contract/accounts.ts';
import { done } from '../outcome.ts';
import { ACCOUNTS, listAccounts } from '../store/user-records/accounts.ts';
import { createOwned, findOwned, removeOwned, updateOwned } from '../store/versions/owned.ts';
import { serve, type Api } from './serve.ts';

export function serveAccounts(api: Api): void {
  serve(api, accountRoutes.list, async (_input, { db, caller }) => done(await listAccounts(db, caller.userId)));
  serve(
    api,
    accountRoutes.get,
    async ({ params }, { db, caller }) => await findOwned(ACCOUNTS, db, caller.userId, params.id),
  );
  serve(
    api,
    accountRoutes.create,
    async ({ body: { id, ...fields } }, { db, caller, services }) =>
      await createOwned(ACCOUNTS, db, caller.userId, id ?? services.newId(), fields),
  );
  serve(
    api,
    accountRoutes.update,
    async ({ params, body }, { db, caller, ifVersion }) =>
      await updateOwned(ACCOUNTS, db, caller.userId, params.id, body, ifVersion),
  );
  serve(
    api,
    accountRoutes.remove,
    async ({ params }, { db, caller, ifVersion, now }) =>
      await removeOwned(ACCOUNTS, db, caller.userId, params.id, ifVersion, now),
  );
}
