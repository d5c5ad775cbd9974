/** Capabilities and changes for devices that work offline. */
import { SYNC_FEATURES, SYNC_PROTOCOL, syncRoutes } from '../../contract/sync.ts';
import { done } from '../outcome.ts';
import { readChanges } from '../store/changes.ts';
import { SHARED } from '../store/counters.ts';
import { readEpoch } from '../store/meta.ts';
import { serve, type Api } from './serve.ts';

export function serveSync(api: Api): void {
  serve(api, syncRoutes.capabilities, async (_input, { db, services }) => done({ protocol: SYNC_PROTOCOL, epoch: await readEpoch(db, services.newId), features: [...SYNC_FEATURES] }));
  serve(api, syncRoutes.changes, async ({ query }, { db, caller, services }) => {
    // Read first: changes of a restored database must not travel under the old epoch.
    const epoch = await readEpoch(db, services.newId);
    const changes = await readChanges(db, query.scope === 'shared' ? SHARED : caller.userId, Number(query.since), query.limit);
    return changes.ok ? done({ epoch, ...changes.value }) : changes;
  });
}
