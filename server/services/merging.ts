/** Merges an unlisted security into a listed one. */
import type { AssetUses } from '../../contract/assets.ts';
import { done, fail, type Outcome } from '../outcome.ts';
import { findAsset, findAssetByIsin } from '../store/shared-records/assets.ts';
import { beginMerger, changedBy, currentMerger, namesBoth } from '../store/queries/merge-assets.ts';
import type { Services } from './services.ts';
import { finishWork } from './unfinished-work.ts';

const UNDER_WAY = fail(
  'unavailable',
  'Securities are still being merged. This is completed by itself; please look again in a few minutes.',
  { retryAfter: 60 },
);

/**
 * Changes every transaction that names the unlisted asset to the listed one, and removes the unlisted asset. Each user
 * whose transactions change gets a `merged-security` extra with the merger. Once it has begun, it is completed even if
 * the server ends. `now` is an ISO instant.
 */
export async function mergeAsset(
  services: Services,
  id: string,
  into: { readonly isin: string },
  now: string,
): Promise<Outcome<AssetUses>> {
  const { store } = services;
  while (!services.stopping.aborted) {
    const begun = await store.transact(async (tx) => await beginMerger(tx, id, into, now));
    if (!begun.ok) return begun;
    try {
      await finishWork(services);
    } catch (error) {
      services.log.error({ err: error }, 'a merger was interrupted');
      return UNDER_WAY;
    }
    const merger = begun.value;
    if (merger === null) continue;
    if ((await currentMerger(store))?.id === id) return UNDER_WAY;
    const [from, target] = [await findAsset(store, id), await findAssetByIsin(store, merger.into)];
    if (!from.ok) return done(merger.uses);
    return namesBoth(from.value.name, target.ok ? target.value.name : merger.into, await changedBy(store, merger));
  }
  return UNDER_WAY;
}
