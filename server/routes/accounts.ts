/** Accounts (001 §7). */
import { accountRoutes } from '../../contract/accounts.ts';
import { done } from '../outcome.ts';
import { ACCOUNTS, listAccounts } from '../store/user-records/accounts.ts';
import { serveOwned } from './serve-owned.ts';
import { serve, type Api } from './serve.ts';

export function serveAccounts(api: Api): void {
  serve(api, accountRoutes.list, async (_input, { db, caller }) => done(await listAccounts(db, caller.userId)));
  serveOwned(api, accountRoutes, ACCOUNTS);
}
