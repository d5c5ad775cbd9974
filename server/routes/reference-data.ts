/** Bank names and target allocations, maintained by administrators (002 §7). */
import { bankNameRoutes } from '../../contract/bank-names.ts';
import { targetAllocationRoutes } from '../../contract/target-allocations.ts';
import { done } from '../outcome.ts';
import {
  createBankName,
  findBankName,
  listBankNames,
  removeBankName,
  updateBankName,
} from '../store/shared-records/bank-names.ts';
import {
  createTargetAllocation,
  findTargetAllocation,
  listTargetAllocations,
  removeTargetAllocation,
  updateTargetAllocation,
} from '../store/shared-records/target-allocations.ts';
import { serve, type Api } from './serve.ts';

export function serveBankNames(api: Api): void {
  serve(api, bankNameRoutes.list, async ({ query }, { db }) => done(await listBankNames(db, query.includeInactive)));
  serve(api, bankNameRoutes.get, async ({ params }, { db }) => await findBankName(db, params.id));
  serve(
    api,
    bankNameRoutes.create,
    async ({ body: { id, ...fields } }, { db, services, now }) =>
      await createBankName(db, id ?? services.newId(), fields, now),
  );
  serve(
    api,
    bankNameRoutes.update,
    async ({ params, body: { id: _sameId, ...fields } }, { db, ifVersion, now }) =>
      await updateBankName(db, params.id, fields, ifVersion, now),
  );
  serve(
    api,
    bankNameRoutes.remove,
    async ({ params }, { db, ifVersion, now }) => await removeBankName(db, params.id, ifVersion, now),
  );
}

export function serveTargetAllocations(api: Api): void {
  serve(api, targetAllocationRoutes.list, async (_input, { db }) => done(await listTargetAllocations(db)));
  serve(
    api,
    targetAllocationRoutes.create,
    async ({ body: { id, ...fields } }, { db, services }) =>
      await createTargetAllocation(db, id ?? services.newId(), fields),
    { again: async ({ body }, { db }, createdId) => await findTargetAllocation(db, createdId ?? body.id ?? '') },
  );
  serve(
    api,
    targetAllocationRoutes.update,
    async ({ params, body: { id: _sameId, ...fields } }, { db, ifVersion }) =>
      await updateTargetAllocation(db, params.id, fields, ifVersion),
    { again: async ({ params }, { db }) => await findTargetAllocation(db, params.id) },
  );
  serve(
    api,
    targetAllocationRoutes.remove,
    async ({ params }, { db, ifVersion, now }) => await removeTargetAllocation(db, params.id, ifVersion, now),
  );
}
