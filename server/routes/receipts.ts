/** Receipts of transactions (000 §7.6). */
import { receiptRoutes as routes } from '../../contract/receipts.ts';
import { done, notFound } from '../outcome.ts';
import { createReceipt, discardReceipt, downloadLink, openLink, stageReceipt } from '../services/receipts.ts';
import { lockUser } from '../store/versions/counters.ts';
import { findOwned, removeOwned, updateOwned } from '../store/versions/owned.ts';
import { RECEIPTS, receiptsOf, storageNameOf } from '../store/user-records/receipts.ts';
import { serve, serveStaged, type Api } from './serve.ts';

export function serveReceipts(api: Api): void {
  serveStaged(
    api,
    routes.upload,
    async ({ body, file }, { services, caller }) =>
      await stageReceipt(services, caller.userId, body.transactionId, file),
    async ({ body }, { db, caller, services, now }, staged) =>
      await createReceipt(
        services,
        db,
        caller.userId,
        { ...body, id: body.id ?? services.newId(), uploadedAt: now },
        staged,
      ),
    {
      discard: async (staged, { services }) => {
        await discardReceipt(services, staged);
      },
    },
  );
  serve(
    api,
    routes.ofTransaction,
    async ({ params }, { db, caller }) => await receiptsOf(db, caller.userId, params.transactionId),
  );
  serve(api, routes.get, async ({ params }, { db, caller }) => await findOwned(RECEIPTS, db, caller.userId, params.id));
  serve(api, routes.download, async ({ params }, { db, caller, services }) => {
    const storageName = await storageNameOf(db, caller.userId, params.id);
    if (storageName === null) return notFound('Receipt');
    return done({
      downloadUrl: `${api.base}${routes.file.path.replace(':link', downloadLink(services, storageName))}`,
    });
  });
  serve(api, routes.file, async ({ params }, { services }) => {
    const found = await openLink(services, params.link);
    if (!found.ok) return found;
    const { receipt, bytes } = found.value;
    return done({ name: receipt.originalFileName, contentType: receipt.contentType, bytes });
  });
  serve(api, routes.update, async ({ params, body }, { db, caller, ifVersion }) => {
    await lockUser(db, caller.userId);
    const current = await findOwned(RECEIPTS, db, caller.userId, params.id);
    if (!current.ok) return current;
    return await updateOwned(
      RECEIPTS,
      db,
      caller.userId,
      params.id,
      { ...current.value, ...body, storageName: '' },
      ifVersion,
    );
  });
  serve(
    api,
    routes.remove,
    async ({ params }, { db, caller, ifVersion, now }) =>
      await removeOwned(RECEIPTS, db, caller.userId, params.id, ifVersion, now),
  );
}
