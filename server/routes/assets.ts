/** The asset catalogue (001 §7). */
import { assetRoutes } from '../../contract/assets.ts';
import { assetsCsv } from '../../domain/csv/entities/assets.ts';
import {
  ASSET_CATEGORIES,
  ASSET_TYPES,
  DENOMINATIONS,
  INCOME_TREATMENTS,
  PRICE_SOURCES,
  type Option,
} from '../../domain/fields/enums.ts';
import { toAssetListItem } from '../../domain/lists/asset-list.ts';
import { done } from '../outcome.ts';
import {
  checkUnused,
  createAsset,
  createUnlistedAsset,
  findAsset,
  findAssetByIsin,
  listAssets,
  pageOfAssets,
  removeAsset,
  removeAssets,
  rowsByAsset,
  updateAsset,
} from '../store/shared-records/assets.ts';
import { writeInParts } from '../store/database/in-parts.ts';
import { deletedTogether } from '../store/versions/owned.ts';
import { countAssetUses } from '../store/queries/merge-assets.ts';
import { mergeAsset } from '../services/merging.ts';
import { importAssets, previewAssets } from '../services/asset-import.ts';
import { importContext, selectionOf } from './import-input.ts';
import type { UserCall } from './perform.ts';
import { serve, serveStaged, type Api } from './serve.ts';

const plain = (options: readonly Option[]) => options.map(({ value, label }) => ({ value, label }));

const FORM_DATA = {
  assetTypes: plain(ASSET_TYPES),
  categories: plain(ASSET_CATEGORIES),
  incomeTreatments: plain(INCOME_TREATMENTS),
  denominations: plain(DENOMINATIONS),
  priceSources: plain(PRICE_SOURCES),
};

const NOT_ALL = 'Not all were deleted';

/** Deletes all but the last part of the assets, once none of them is in use: with their prices they are many rows. */
async function deleteMost({ body }: { readonly body: readonly string[] }, { services: { store }, now }: UserCall) {
  const unused = await checkUnused(store, body, 'Nothing was deleted');
  if (!unused.ok) return unused;
  const rows = await rowsByAsset(store, body);
  return await writeInParts(
    store,
    [...rows.keys()],
    async (db, part) => await removeAssets(db, part, now, NOT_ALL),
    (id) => rows.get(id) ?? 1,
  );
}

export function serveAssets(api: Api): void {
  serve(api, assetRoutes.list, async (_input, { db }) => done((await listAssets(db)).map(toAssetListItem)));
  for (const route of [assetRoutes.paginated, assetRoutes.search] as const)
    serve(api, route, async ({ query }, { db }) => {
      const { assets, ...page } = await pageOfAssets(db, query, query.page, query.pageSize);
      return done({ assets: assets.map(toAssetListItem), ...page });
    });
  serve(api, assetRoutes.ids, async (_input, { db }) => done((await listAssets(db)).map((asset) => asset.id)));
  serve(api, assetRoutes.formData, () => done(FORM_DATA));
  serve(api, assetRoutes.formDataFor, async ({ params }, { db }) => {
    const asset = await findAsset(db, params.id);
    return asset.ok ? done({ ...FORM_DATA, asset: asset.value }) : asset;
  });
  serve(api, assetRoutes.byIsin, async ({ params }, { db }) => await findAssetByIsin(db, params.isin));
  serve(api, assetRoutes.get, async ({ params }, { db }) => await findAsset(db, params.id));
  serve(
    api,
    assetRoutes.create,
    async ({ body: { id, ...fields } }, { db, services }) => await createAsset(db, id ?? services.newId(), fields),
  );
  serve(
    api,
    assetRoutes.createUnlisted,
    async ({ body }, { db, caller, services }) =>
      await createUnlistedAsset(db, caller.userId, { ...body, id: body.id ?? services.newId() }),
  );
  serve(
    api,
    assetRoutes.update,
    async ({ params, body }, { db, ifVersion }) => await updateAsset(db, params.id, body, ifVersion),
  );
  serve(
    api,
    assetRoutes.remove,
    async ({ params }, { db, ifVersion, now }) => await removeAsset(db, params.id, ifVersion, now),
  );
  serve(api, assetRoutes.uses, async ({ params }, { db }) => await countAssetUses(db, params.id));
  serveStaged(
    api,
    assetRoutes.merge,
    async ({ params, body }, { services, now }) => await mergeAsset(services, params.id, body, now),
    async (_input, _call, uses) => await Promise.resolve(done(uses)),
  );
  serveStaged(api, assetRoutes.bulkDelete, deleteMost, async (_input, { db, now }, { written, last }) => {
    const rest = await removeAssets(db, last, now, written.length > 0 ? NOT_ALL : undefined);
    return rest.ok ? done(deletedTogether([...written, rest.value])) : rest;
  });
  serve(api, assetRoutes.exportCsv, async ({ query }, { db }) => done(assetsCsv(await listAssets(db, query))));
  serve(api, assetRoutes.exportCsvSelected, async ({ body }, { db }) => {
    const wanted = new Set(body);
    return done(assetsCsv((await listAssets(db)).filter((asset) => wanted.has(asset.id))));
  });
  serve(api, assetRoutes.previewImport, async ({ file }, call) => await previewAssets(importContext(call), file.bytes));
  serve(api, assetRoutes.import, async ({ file }, call) => await importAssets(importContext(call), file.bytes, null));
  serve(
    api,
    assetRoutes.importSelected,
    async ({ file, body }, call) => await importAssets(importContext(call), file.bytes, selectionOf(body)),
  );
}
