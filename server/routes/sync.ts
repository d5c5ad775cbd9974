/** Capabilities and changes for devices that work offline. */
import { SYNC_FEATURES, SYNC_PROTOCOL, syncRoutes } from '../../contract/sync.ts';
import { done } from '../outcome.ts';
import { readChanges } from '../store/changes.ts';
import { SHARED } from '../store/counters.ts';
import { serve, type Api } from './serve.ts';

export function serveSync(api: Api): void {
  serve(api, syncRoutes.capabilities, (_input, { services }) => done({ protocol: SYNC_PROTOCOL, epoch: services.epoch, features: [...SYNC_FEATURES] }));
  serve(api, syncRoutes.changes, async ({ query }, { db, caller, services }) => {
    const changes = await readChanges(db, query.scope === 'shared' ? SHARED : caller.userId, Number(query.since), query.limit);
    return changes.ok ? done({ epoch: services.epoch, ...changes.value }) : changes;
  });
}
