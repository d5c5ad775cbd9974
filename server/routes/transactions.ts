/** Transactions (000 §7.3). */
import { transactionRoutes, type TransactionRecord } from '../../contract/transactions.ts';
import type { CanonicalRow } from '../../domain/csv/exports/canonical-rows.ts';
import { transactionsCsv, type ExportNames } from '../../domain/csv/exports/export-transactions.ts';
import { TAX_WRAPPER_OPTIONS, TRANSACTION_TYPES } from '../../domain/fields/enums.ts';
import { offeredBrokers } from '../../domain/records/offered-brokers.ts';
import { done, type Outcome } from '../outcome.ts';
import { listAccounts } from '../store/user-records/accounts.ts';
import { listBrokers } from '../store/shared-records/brokers.ts';
import { listAssets } from '../store/shared-records/assets.ts';
import { deletedTogether, findOwned, removeManyAtVersions, removeManyOwned } from '../store/versions/owned.ts';
import type { Db } from '../store/database/store.ts';
import { pageOfTransactions, transactionIds, transactionsShown } from '../store/queries/transaction-query.ts';
import { TRANSACTIONS, transactionsNamed } from '../store/user-records/transactions.ts';
import { importCanonical, readCanonicalFile } from '../services/canonical-import.ts';
import {
  importAll,
  importSelected,
  importSelectedAgain,
  previewImport,
  type Prepared,
} from '../services/transaction-import.ts';
import { EVERY_ROW } from '../services/import-context.ts';
import type { ReadAhead } from '../services/read-ahead.ts';
import { finishImport, importAhead, type WrittenAhead } from '../services/import-in-parts.ts';
import { checkAccountFilter } from './account-filter.ts';
import { importContext, selectionOf } from './import-input.ts';
import { serveInParts } from './serve-in-parts.ts';
import { serveOwned } from './serve-owned.ts';
import { serve, serveStaged, type Api } from './serve.ts';

/** `brokerId`: the broker of the edited record, which is always offered. */
async function formData(db: Db, userId: string, brokerId: string | null = null) {
  return {
    transactionTypes: TRANSACTION_TYPES.map(({ value, label }) => ({ value, label })),
    taxWrappers: TAX_WRAPPER_OPTIONS.map(({ value, label }) => ({ value, label })),
    brokers: offeredBrokers(await listBrokers(db), brokerId),
    accounts: await listAccounts(db, userId),
  };
}

async function exportNames(db: Db, userId: string): Promise<ExportNames> {
  const accounts = new Map((await listAccounts(db, userId)).map((account) => [account.id, account.name]));
  const brokers = new Map((await listBrokers(db)).map((broker) => [broker.id, broker.name]));
  const assets = new Map((await listAssets(db)).map((asset) => [asset.isin, asset.name]));
  return {
    account: (id) => accounts.get(id) ?? '',
    broker: (id) => brokers.get(id) ?? '',
    asset: (isin) => assets.get(isin) ?? '',
  };
}

export function serveTransactions(api: Api): void {
  serve(api, transactionRoutes.list, async ({ query }, { db, caller }) => {
    const account = await checkAccountFilter(db, caller.userId, query.accountId);
    if (!account.ok) return account;
    const page =
      query.page === undefined && query.pageSize === undefined
        ? null
        : { page: query.page ?? 1, pageSize: query.pageSize ?? 20 };
    return done(await pageOfTransactions(db, caller.userId, query, page));
  });
  serve(api, transactionRoutes.search, async ({ query }, { db, caller }) => {
    const account = await checkAccountFilter(db, caller.userId, query.accountId);
    return account.ok ? done(await pageOfTransactions(db, caller.userId, query, query)) : account;
  });
  serve(api, transactionRoutes.ids, async (_input, { db, caller }) => done(await transactionIds(db, caller.userId)));
  serve(api, transactionRoutes.formData, async (_input, { db, caller }) => done(await formData(db, caller.userId)));
  serve(api, transactionRoutes.formDataFor, async ({ params }, { db, caller }) => {
    const transaction = await findOwned(TRANSACTIONS, db, caller.userId, params.id);
    return transaction.ok
      ? done({ ...(await formData(db, caller.userId, transaction.value.brokerId)), transaction: transaction.value })
      : transaction;
  });
  serveOwned(api, transactionRoutes, TRANSACTIONS);
  serveInParts(
    api,
    transactionRoutes.bulkDelete,
    ({ body: { transactionIds, versions } }) =>
      transactionIds.map((id, index) => ({ id, version: versions === undefined ? null : (versions[index] ?? 0) })),
    async (named, { db, caller, now }) => {
      const versions = new Map(named.flatMap(({ id, version }) => (version === null ? [] : [[id, version] as const])));
      return versions.size > 0
        ? await removeManyAtVersions(TRANSACTIONS, db, caller.userId, versions, now)
        : await removeManyOwned(
            TRANSACTIONS,
            db,
            caller.userId,
            named.map(({ id }) => id),
            now,
          );
    },
    (parts: readonly { readonly deletedCount: number; readonly left?: TransactionRecord[] }[]) => {
      const left = parts.flatMap((part) => part.left ?? []);
      return { ...deletedTogether(parts), ...(parts.some((part) => part.left !== undefined) && { left }) };
    },
  );
  serve(api, transactionRoutes.exportCsv, async ({ query }, { db, caller }) => {
    const account = await checkAccountFilter(db, caller.userId, query.accountId);
    if (!account.ok) return account;
    return done(
      transactionsCsv(await transactionsShown(db, caller.userId, query), await exportNames(db, caller.userId)),
    );
  });
  serve(api, transactionRoutes.exportCsvSelected, async ({ body }, { db, caller }) =>
    done(transactionsCsv(await transactionsNamed(db, caller.userId, body), await exportNames(db, caller.userId))),
  );
  serve(
    api,
    transactionRoutes.previewImport,
    async ({ file }, call) => await previewImport(importContext(call), file.bytes),
  );
  serveStaged(
    api,
    transactionRoutes.import,
    async ({ file }, call) =>
      await importAhead(call.services.store, importContext(call), file.bytes, EVERY_ROW, { onlyFaultless: true }),
    async (_input, call, ahead) =>
      'mark' in ahead ? await finishImport(importContext(call), ahead) : await importAll(importContext(call), ahead),
  );
  serveStaged(
    api,
    transactionRoutes.importSelected,
    async ({ file, body }, call): Promise<Outcome<ReadAhead<Prepared> | WrittenAhead | readonly CanonicalRow[]>> =>
      body.layout === undefined
        ? await importAhead(call.services.store, importContext(call), file.bytes, selectionOf(body), {
            onlyFaultless: false,
          })
        : readCanonicalFile(file.bytes),
    async ({ body }, call, ahead) => {
      if ('mark' in ahead) return await finishImport(importContext(call), ahead);
      return 'dataState' in ahead
        ? await importSelected(importContext(call), selectionOf(body), ahead)
        : await importCanonical(importContext(call), ahead, body.names, { isRepeated: false });
    },
    {
      again: async ({ file, body }, call) => {
        if (body.layout === undefined)
          return await importSelectedAgain(importContext(call), file.bytes, selectionOf(body));
        const rows = readCanonicalFile(file.bytes);
        return rows.ok
          ? await importCanonical(importContext(call), rows.value, body.names, { isRepeated: true })
          : rows;
      },
      // Its rows have ids of their own, and a second try sends rows that were edited or deleted in between in their
      // present state.
      isKeyEnough: ({ body }) => body.layout !== undefined,
    },
  );
}
