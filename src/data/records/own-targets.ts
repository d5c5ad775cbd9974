/** Targets of the household and of account holders, beside the server's. */
import { extraId } from '../../../domain/records/extra.ts';
import { ownTargetsValue, readOwnTargets, type Targets } from '../../../domain/plans/own-targets.ts';
import { listExtras, putExtra } from './extras.ts';
import { QUEUE_TABLES } from '../outbox/outbox.ts';
import { removeAndQueue } from '../outbox/queued-removals.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { write, type Written } from '../database/write.ts';

const KIND = 'targets';

/** All that are stated, by their keys: `household` or an account id. */
export async function listOwnTargets(db: HoldfastDatabase): Promise<ReadonlyMap<string, Targets>> {
  return new Map((await listExtras(db, KIND)).map(({ key, value }) => [key, readOwnTargets(value)]));
}

/** States targets in place of earlier ones; null removes them. */
export async function stateOwnTargets(
  db: HoldfastDatabase,
  key: string,
  targets: Targets | null,
): Promise<Written<null>> {
  return await write(db, ['extras', ...QUEUE_TABLES], async () => {
    const now = Date.now();
    if (targets !== null) await putExtra(db, KIND, key, ownTargetsValue(targets), now);
    else await removeAndQueue(db, 'extra', [extraId(KIND, key)], { now, holdMs: 0 });
    return null;
  });
}
