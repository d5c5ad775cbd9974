/** Savings accounts (002 §7). */
import type { z } from 'zod';
import { savingsAccountRoutes as routes } from '../../contract/savings-accounts.ts';
import { savingsAccountsCsv, savingsTemplateCsv } from '../../domain/csv/entities/savings-accounts.ts';
import { done } from '../outcome.ts';
import { readAhead } from '../services/read-ahead.ts';
import {
  importSavingsPage,
  importSavingsSelected,
  previewSavings,
  readSavings,
  readSavingsPage,
  type PageImport,
} from '../services/savings-import.ts';
import { listAccounts } from '../store/user-records/accounts.ts';
import { bankChoices } from '../store/shared-records/bank-names.ts';
import { findOwned } from '../store/versions/owned.ts';
import {
  pageOfSavings,
  SAVINGS_ACCOUNTS,
  savingsIds,
  savingsNamed,
  savingsShown,
} from '../store/user-records/savings-accounts.ts';
import { checkAccountFilter } from './account-filter.ts';
import { importContext, selectionOf } from './import-input.ts';
import { serveBulkDeletion } from './serve-in-parts.ts';
import { serveOwned } from './serve-owned.ts';
import { serve, serveStaged, type Api } from './serve.ts';

export function serveSavingsAccounts(api: Api): void {
  serve(api, routes.list, async ({ query }, { db, caller }) => done(await savingsShown(db, caller.userId, query)));
  for (const route of [routes.paginated, routes.search] as const) {
    serve(api, route, async ({ query }, { db, caller }) => {
      const account = await checkAccountFilter(db, caller.userId, query.accountId);
      return account.ok ? done(await pageOfSavings(db, caller.userId, query, query.page, query.pageSize)) : account;
    });
  }
  serve(api, routes.ids, async (_input, { db, caller }) => done(await savingsIds(db, caller.userId)));
  serve(api, routes.bankNames, async (_input, { db }) => done(await bankChoices(db)));
  serve(api, routes.formData, async (_input, { db, caller }) =>
    done({ bankNames: await bankChoices(db), accounts: await listAccounts(db, caller.userId) }),
  );
  serve(api, routes.formDataFor, async ({ params }, { db, caller }) => {
    const account = await findOwned(SAVINGS_ACCOUNTS, db, caller.userId, params.id);
    if (!account.ok) return account;
    return done({
      bankNames: await bankChoices(db, account.value.bankNameId),
      accounts: await listAccounts(db, caller.userId),
      savingsAccount: account.value,
    });
  });
  serve(api, routes.template, () => done(savingsTemplateCsv()));
  serve(api, routes.exportCsv, async ({ query }, { db, caller }) => {
    const account = await checkAccountFilter(db, caller.userId, query.accountId);
    return account.ok ? done(savingsAccountsCsv(await savingsShown(db, caller.userId, query))) : account;
  });
  serve(api, routes.exportCsvSelected, async ({ body }, { db, caller }) =>
    done(savingsAccountsCsv(await savingsNamed(db, caller.userId, body))),
  );
  serveOwned(api, routes, SAVINGS_ACCOUNTS);
  serveBulkDeletion(api, routes.bulkDelete, SAVINGS_ACCOUNTS);
  serve(api, routes.previewImport, async ({ file, body }, call) => {
    const given = body.defaultAccountId ?? body.accountId;
    const account = await checkAccountFilter(call.db, call.caller.userId, given);
    return account.ok ? await previewSavings(importContext(call), file.bytes, given) : account;
  });
  const pageOf = ({
    defaultAccountId,
    accountId,
    updateExisting,
  }: z.output<typeof routes.import.body>): PageImport => ({
    defaultAccountId: defaultAccountId ?? accountId,
    updateExisting,
  });
  serveStaged(
    api,
    routes.import,
    async ({ file, body }, call) =>
      await readAhead(importContext(call), async (context) => await readSavingsPage(context, file.bytes, pageOf(body))),
    async ({ body }, call, ahead) => await importSavingsPage(importContext(call), pageOf(body), ahead),
  );
  serveStaged(
    api,
    routes.importSelected,
    async ({ file }, call) =>
      await readAhead(importContext(call), async (context) => await readSavings(context, file.bytes)),
    async ({ body }, call, ahead) => await importSavingsSelected(importContext(call), selectionOf(body), ahead),
  );
}
