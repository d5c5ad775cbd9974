/** Broker cash balances (002 §7). */
import { brokerCashRoutes as routes } from '../../contract/broker-cash-balances.ts';
import { brokerCashCsv } from '../../domain/csv/entities/broker-cash-balances.ts';
import { londonDate, type IsoDate } from '../../domain/values/dates.ts';
import { done } from '../outcome.ts';
import { importBrokerCash, previewBrokerCash, readBrokerCash } from '../services/broker-cash-import.ts';
import { readAhead } from '../services/read-ahead.ts';
import type { Services } from '../services/services.ts';
import {
  BROKER_CASH,
  brokerCashNamed,
  brokerCashShown,
  pageOfBrokerCash,
} from '../store/user-records/broker-cash-balances.ts';
import { createOwned, findOwned, removeOwned, updateOwned } from '../store/versions/owned.ts';
import { checkAccountFilter } from './account-filter.ts';
import { importContext, selectionOf } from './import-input.ts';
import { serveBulkDeletion } from './serve-in-parts.ts';
import type { UserCall } from './perform.ts';
import { serve, serveStaged, type Api } from './serve.ts';
import type { UploadedFile } from '../heavy/task.ts';

const today = ({ clock }: Services): IsoDate => londonDate(clock());

export function serveBrokerCashBalances(api: Api): void {
  serve(api, routes.paginated, async ({ query }, { db, caller }) => {
    const account = await checkAccountFilter(db, caller.userId, query.accountId);
    return account.ok ? done(await pageOfBrokerCash(db, caller.userId, query, query.page, query.pageSize)) : account;
  });
  serve(api, routes.ids, async (_input, { db, caller }) =>
    done((await brokerCashShown(db, caller.userId)).map(({ id }) => id)),
  );
  serve(api, routes.exportCsv, async ({ query }, { db, caller }) => {
    const account = await checkAccountFilter(db, caller.userId, query.accountId);
    return account.ok ? done(brokerCashCsv(await brokerCashShown(db, caller.userId, query))) : account;
  });
  serve(api, routes.exportCsvSelected, async ({ body }, { db, caller }) =>
    done(brokerCashCsv(await brokerCashNamed(db, caller.userId, body))),
  );
  serve(
    api,
    routes.get,
    async ({ params }, { db, caller }) => await findOwned(BROKER_CASH, db, caller.userId, params.id),
  );
  serve(
    api,
    routes.create,
    async ({ body: { id, lastUpdated, ...fields } }, { db, caller, services }) =>
      await createOwned(BROKER_CASH, db, caller.userId, id ?? services.newId(), {
        ...fields,
        lastUpdated: lastUpdated ?? today(services),
      }),
  );
  serve(
    api,
    routes.update,
    async ({ params, body: { id: _sameId, lastUpdated, ...change } }, { db, caller, ifVersion, services }) => {
      const current = await findOwned(BROKER_CASH, db, caller.userId, params.id);
      if (!current.ok) return current;
      const { accountId, brokerId, taxWrapper } = current.value;
      return await updateOwned(
        BROKER_CASH,
        db,
        caller.userId,
        params.id,
        { accountId, brokerId, taxWrapper, ...change, lastUpdated: lastUpdated ?? today(services) },
        ifVersion,
      );
    },
  );
  serve(
    api,
    routes.remove,
    async ({ params }, { db, caller, ifVersion, now }) =>
      await removeOwned(BROKER_CASH, db, caller.userId, params.id, ifVersion, now),
  );
  serveBulkDeletion(api, routes.bulkDelete, BROKER_CASH);
  serve(api, routes.previewImport, async ({ file }, call) => await previewBrokerCash(importContext(call), file.bytes));
  const read = async ({ file }: { readonly file: UploadedFile }, call: UserCall) =>
    await readAhead(importContext(call), async (context) => await readBrokerCash(context, file.bytes));
  serveStaged(
    api,
    routes.import,
    read,
    async (_input, call, ahead) => await importBrokerCash(importContext(call), null, ahead),
  );
  serveStaged(
    api,
    routes.importSelected,
    read,
    async ({ body }, call, ahead) => await importBrokerCash(importContext(call), selectionOf(body), ahead),
  );
}
