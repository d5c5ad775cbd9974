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
} from '../../domain/enums.ts';
import { toAssetListItem } from '../../domain/lists/asset-list.ts';
import { done } from '../outcome.ts';
import {
  createAsset,
  createUnlistedAsset,
  findAsset,
  findAssetByIsin,
  listAssets,
  pageOfAssets,
  removeAsset,
  removeAssets,
  updateAsset,
} from '../store/shared-records/assets.ts';
import { countAssetUses, mergeAsset } from '../store/queries/merge-assets.ts';
import { importAssets, importAssetsSelected, previewAssets } from '../services/asset-import.ts';
import { importContext, selectionOf } from './import-input.ts';
import { serve, type Api } from './serve.ts';

const plain = (options: readonly Option[]) => options.map(({ value, label }) => ({ value, label }));

const FORM_DATA = {
  assetTypes: plain(ASSET_TYPES),
  categories: plain(ASSET_CATEGORIES),
  incomeTreatments: plain(INCOME_TREATMENTS),
  denominations: plain(DENOMINATIONS),
  priceSources: plain(PRICE_SOURCES),
};

export function serveAssets(api: Api): void {
  serve(api, assetRoutes.list, async (_input, { db }) => done((await listAssets(db)).map(toAssetListItem)));
  serve(api, assetRoutes.paginated, async ({ query }, { db }) => {
    const { assets, ...page } = await pageOfAssets(db, query, query.page, query.pageSize);
    return done({ assets: assets.map(toAssetListItem), ...page });
  });
  serve(api, assetRoutes.search, async ({ query }, { db }) => {
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
  serve(api, assetRoutes.merge, async ({ params, body }, { db, now }) => await mergeAsset(db, params.id, body, now));
  serve(api, assetRoutes.bulkDelete, async ({ body }, { db, now }) => await removeAssets(db, body, now));
  serve(api, assetRoutes.exportCsv, async ({ query }, { db }) => done(assetsCsv(await listAssets(db, query))));
  serve(api, assetRoutes.exportCsvSelected, async ({ body }, { db }) => {
    const wanted = new Set(body);
    return done(assetsCsv((await listAssets(db)).filter((asset) => wanted.has(asset.id))));
  });
  serve(api, assetRoutes.previewImport, async ({ file }, call) => await previewAssets(importContext(call), file.bytes));
  serve(api, assetRoutes.import, async ({ file }, call) => await importAssets(importContext(call), file.bytes));
  serve(
    api,
    assetRoutes.importSelected,
    async ({ file, body }, call) => await importAssetsSelected(importContext(call), file.bytes, selectionOf(body)),
  );
}
