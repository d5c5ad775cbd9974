/** Capabilities and changes for devices that work offline. */
import { extraRoutes } from '../../contract/extras.ts';
import { EXTRA_KINDS } from '../../domain/records/extra.ts';
import { extraFeature, SYNC_FEATURES, SYNC_PROTOCOL, syncRoutes } from '../../contract/sync.ts';
import { done, notFound } from '../outcome.ts';
import { readChanges } from '../store/queries/changes.ts';
import { SHARED } from '../store/versions/counters.ts';
import { findExtra, removeExtra, saveExtra } from '../store/user-records/extras.ts';
import { readServerEpoch } from '../store/database/meta.ts';
import { findWrite } from '../store/versions/writes.ts';
import { serve, type Api } from './serve.ts';

export function serveSync(api: Api): void {
  serve(api, syncRoutes.capabilities, async (_input, { db, services }) =>
    done({
      protocol: SYNC_PROTOCOL,
      epoch: await readServerEpoch(db, services.newId),
      features: [...SYNC_FEATURES, ...EXTRA_KINDS.map(extraFeature)],
    }),
  );
  serve(api, syncRoutes.changes, async ({ query }, { caller, services }) => {
    // Read before the changes, so that those of a restored database are never sent with the old epoch.
    const { serverEpoch } = caller;
    const changes = await readChanges(
      services.store,
      query.scope === 'shared' ? SHARED : caller.userId,
      Number(query.since),
      query.limit,
    );
    return changes.ok ? done({ epoch: serverEpoch, ...changes.value }) : changes;
  });
  serve(api, syncRoutes.write, async ({ params }, { db, caller }) => {
    const write = await findWrite(db, caller.userId, Number(params.version));
    return write === null ? notFound('Write') : done(write);
  });
  serve(api, extraRoutes.get, async ({ params }, { db, caller }) => await findExtra(db, caller.userId, params));
  serve(
    api,
    extraRoutes.put,
    async ({ params, body }, { db, caller, ifVersion, ifAbsent }) =>
      await saveExtra(db, caller.userId, { ...params, ...body }, { ifVersion, ifAbsent }),
  );
  serve(
    api,
    extraRoutes.remove,
    async ({ params }, { db, caller, ifVersion, now }) => await removeExtra(db, caller.userId, params, ifVersion, now),
  );
}
