/** Accounts (001 §7). */
import { accountRoutes } from '../../contract/accounts.ts';
import { done } from '../outcome.ts';
import { createAccount, findAccount, listAccounts, removeAccount, updateAccount } from '../store/accounts.ts';
import { serve, type Api } from './serve.ts';

export function serveAccounts(api: Api): void {
  serve(api, accountRoutes.list, async (_input, { db, caller }) => done(await listAccounts(db, caller.userId)));
  serve(api, accountRoutes.get, async ({ params }, { db, caller }) => await findAccount(db, caller.userId, params.id));
  serve(
    api,
    accountRoutes.create,
    async ({ body }, { db, caller, services }) =>
      await createAccount(db, caller.userId, { id: body.id ?? services.newId(), name: body.name }),
  );
  serve(
    api,
    accountRoutes.update,
    async ({ params, body }, { db, caller, ifVersion }) =>
      await updateAccount(db, caller.userId, params.id, body, ifVersion),
  );
  serve(
    api,
    accountRoutes.remove,
    async ({ params }, { db, caller, ifVersion, now }) =>
      await removeAccount(db, caller.userId, params.id, ifVersion, now),
  );
}
