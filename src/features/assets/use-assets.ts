import { removeAssets } from '../../data/records/assets.ts';
import { undoRemovals } from '../../data/outbox/removals.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { compute, onComputeChange } from '../../compute/compute.ts';
import { listTexts } from '../../ui/texts/list-texts.ts';
import { type List, useList, type UseRead } from '../../ui/lists/use-list.ts';
import type { Removal } from '../../ui/lists/use-list-actions.ts';
import { createViewMemory } from '../../ui/lists/use-list-state.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import type { AssetRow } from '../../../workers/api/worker-api.ts';
import { ASSET_FILTERS, type AssetFilters } from './asset-filters.ts';

const TEXTS = listTexts(
  { singular: 'asset', plural: 'assets' },
  { confirmTitle: 'Delete Assets', confirmLabel: () => 'Delete' },
);

/** The page of the asset list while the app is open. */
export const assetsView = createViewMemory<never>();

async function remove(ids: readonly string[]): Promise<Removal> {
  const db = currentDatabase();
  const removed = await removeAssets(db, ids);
  if (removed.ok)
    return { ok: true, count: removed.value.count, undo: async () => (await undoRemovals(db, removed.value)).ok };
  if (removed.fault.code !== 'inUse') return { ok: false };
  const { count } = removed.fault;
  const uses = count === 1 ? '1 of your transactions is' : `${count} of your transactions are`;
  return {
    ok: false,
    refusal: `${uses} in ${ids.length === 1 ? 'this asset' : 'these assets'}, so nothing was deleted. Delete or move the transactions first, or leave the assets they use out of the selection.`,
  };
}

const useAnswer: UseRead = (read, deps) => useLive(read, onComputeChange, deps);

/** The asset list's state. */
export function useAssets(): List<AssetRow, AssetFilters, never> {
  return useList<AssetRow, AssetFilters, never>({
    texts: TEXTS,
    filters: ASSET_FILTERS,
    memory: assetsView,
    rowKey: ({ id }) => id,
    read: async ({ filters }, page) => {
      const { assets, totalCount, currentPage } = await compute().listAssets({ ...filters, page });
      return { rows: assets, totalCount, currentPage };
    },
    useRead: useAnswer,
    ids: ({ filters }) => compute().assetIds(filters),
    exportFile: (rows) => compute().exportAssets('ids' in rows ? rows : { query: rows.query.filters }),
    remove,
  });
}
