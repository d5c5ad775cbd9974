/** The asset catalogue, shared by all users and maintained by administrators (001 §3, §7). */
import { z } from './zod.ts';
import { isTestIdentifier, isValidIsin, LONGEST_IDENTIFIER } from '../domain/values/isin.ts';
import { ASSET, type Asset } from '../domain/records/records.ts';
import { checkAsset } from '../domain/records/asset.ts';
import { checkedBody, SELECTION_BODY_BYTES } from './checked-body.ts';
import {
  clientIdSchema,
  idSchema,
  optionSchema,
  pageQueryShape,
  pageReplyShape,
  requiredText,
  textSchema,
  versionSchema,
} from './common.ts';
import { IMPORT_CALLS, importResult, importSummary, previewItemShape } from './imports.ts';
import { shapeOf } from './record-schema.ts';
import { route } from './route.ts';

export const isin = z
  .string()
  .trim()
  .toUpperCase()
  .max(LONGEST_IDENTIFIER)
  .refine(isValidIsin, { error: 'an ISIN with a correct check digit, or XAU, XAG or XPT' });
const fields = shapeOf(ASSET);

/** An asset as the server returns it: the record, and labels where a list shows it. */
export const assetSchema = z.object({
  id: idSchema,
  ...fields,
  // Empty for assets of earlier imports, which did not fill in the ISIN.
  fetchCode: z.string(),
  version: versionSchema.exactOptional(),
}) satisfies z.ZodType<Asset>;
export type AssetRecord = z.infer<typeof assetSchema>;

/** A row of the asset list (001 §3). */
const assetListItem = assetSchema.extend({
  typeLabel: z.string(),
  categoryLabel: z.string(),
  priceSourceLabel: z.string(),
  denominationLabel: z.string(),
});

const assetBody = checkedBody('an asset', checkAsset);
const bodyShape = z.object({ id: idSchema.exactOptional(), ...fields });

/**
 * The category of a test asset may be its type, `EQUITY` (002 §9), which is none of the nine: it is stored as NON_CORE.
 */
const newAssetBody = checkedBody('an asset', (raw) =>
  checkAsset(isTestEquity(raw) ? { ...raw, category: 'NON_CORE' } : raw),
);

function isTestEquity({ isin: given, category }: Readonly<Record<string, unknown>>): boolean {
  return category === 'EQUITY' && typeof given === 'string' && isTestIdentifier(given.trim().toUpperCase());
}

/** A security in an import file that the catalogue lacks; an administrator completes it. */
const unlistedAssetBody = z.object({ id: clientIdSchema.exactOptional(), isin, name: requiredText(200) });

/** The number of transactions that name an asset, and of their users. */
const assetUses = z.object({ transactionCount: z.int().min(0), userCount: z.int().min(0) });
export type AssetUses = z.infer<typeof assetUses>;

const assetFormData = z.object({
  assetTypes: z.array(optionSchema),
  categories: z.array(optionSchema),
  incomeTreatments: z.array(optionSchema),
  denominations: z.array(optionSchema),
  priceSources: z.array(optionSchema),
});

const assetPage = z.object({ assets: z.array(assetListItem), ...pageReplyShape });

/** A row of a file in the preview; the text of the file where a cell could not be read (001 §2.5). */
const previewAsset = z.object({
  name: z.string(),
  type: z.string(),
  typeLabel: z.string(),
  category: z.string(),
  categoryLabel: z.string(),
  incomeTreatment: z.string(),
  incomeTreatmentLabel: z.string(),
  totalExpenseRatio: z.number().nullable(),
  isin: z.string(),
  sedol: z.string(),
  priceSource: z.string(),
  fetchCode: z.string(),
  denomination: z.string(),
});

export const assetPreview = z.object({
  summary: importSummary,
  previewAssets: z.array(z.object({ ...previewItemShape, asset: previewAsset })),
});

const params = z.object({ id: idSchema });
const idsBody = z.array(idSchema).max(100_000);

export const assetRoutes = {
  list: route({
    method: 'GET',
    path: '/assets',
    access: 'user',
    summary: 'All assets by name',
    reply: { status: 200, json: z.array(assetListItem) },
  }),
  paginated: route({
    method: 'GET',
    path: '/assets/paginated',
    access: 'user',
    summary: 'A page of assets',
    query: z.object({ ...pageQueryShape, category: textSchema(30).optional(), type: textSchema(30).optional() }),
    reply: { status: 200, json: assetPage },
  }),
  search: route({
    method: 'GET',
    path: '/assets/search',
    access: 'user',
    summary: 'Assets by name, ISIN, SEDOL or fetch code',
    query: z.object({ ...pageQueryShape, query: textSchema(200).default('') }),
    reply: { status: 200, json: assetPage },
  }),
  ids: route({
    method: 'GET',
    path: '/assets/ids',
    access: 'user',
    summary: 'The ids of all assets',
    reply: { status: 200, json: z.array(idSchema) },
  }),
  formData: route({
    method: 'GET',
    path: '/assets/form-data',
    access: 'user',
    summary: 'Option lists of the asset form',
    reply: { status: 200, json: assetFormData },
  }),
  formDataFor: route({
    method: 'GET',
    path: '/assets/form-data/:id',
    access: 'user',
    summary: 'Option lists and the asset',
    params,
    reply: { status: 200, json: assetFormData.extend({ asset: assetSchema }) },
  }),
  byIsin: route({
    method: 'GET',
    path: '/assets/isin/:isin',
    access: 'user',
    summary: 'The asset with this ISIN',
    params: z.object({ isin: requiredText(LONGEST_IDENTIFIER) }),
    reply: { status: 200, json: assetSchema },
  }),
  get: route({
    method: 'GET',
    path: '/assets/:id',
    access: 'user',
    summary: 'One asset',
    params,
    reply: { status: 200, json: assetSchema },
  }),
  create: route({
    method: 'POST',
    path: '/assets',
    access: 'admin',
    summary: 'Create an asset',
    body: newAssetBody,
    bodyShape,
    reply: { status: 201, json: assetSchema },
  }),
  createUnlisted: route({
    method: 'POST',
    path: '/assets/unlisted',
    access: 'user',
    extension: true,
    summary:
      'Create an asset that an import file names and the catalogue lacks; returns the existing asset when the ISIN is known',
    body: unlistedAssetBody,
    reply: { status: 201, json: assetSchema, locatedAt: '/assets' },
  }),
  update: route({
    method: 'PUT',
    path: '/assets/:id',
    access: 'admin',
    summary: 'Change an asset',
    params,
    body: assetBody,
    bodyShape,
    reply: { status: 200, json: assetSchema },
  }),
  remove: route({
    method: 'DELETE',
    path: '/assets/:id',
    access: 'admin',
    summary: 'Delete an asset that no transaction uses',
    params,
    reply: { status: 204 },
  }),
  uses: route({
    method: 'GET',
    path: '/assets/:id/uses',
    access: 'admin',
    extension: true,
    summary: 'How many transactions, of how many users, name an asset',
    params,
    reply: { status: 200, json: assetUses },
  }),
  merge: route({
    method: 'POST',
    path: '/assets/:id/merge',
    access: 'admin',
    extension: true,
    summary:
      'Merge an unlisted asset into the listed asset with this ISIN: its transactions are changed, their owners are informed, and it is deleted',
    params,
    body: z.object({ isin }),
    reply: { status: 200, json: assetUses },
  }),
  bulkDelete: route({
    method: 'POST',
    path: '/assets/bulk-delete',
    maxBodyBytes: SELECTION_BODY_BYTES,
    access: 'admin',
    summary: 'Delete assets; none if one of them is in use',
    body: z
      .union([z.object({ assetIds: idsBody }), idsBody])
      .transform((body) => (Array.isArray(body) ? body : body.assetIds)),
    reply: { status: 200, json: z.object({ deletedCount: z.int().min(0) }) },
  }),
  exportCsv: route({
    method: 'GET',
    path: '/assets/export-csv',
    access: 'user',
    summary: 'Assets as CSV',
    query: z.object({ query: textSchema(200).optional() }),
    reply: { status: 200, csv: 'assets-export.csv' },
  }),
  exportCsvSelected: route({
    method: 'POST',
    path: '/assets/export-csv-selected',
    maxBodyBytes: SELECTION_BODY_BYTES,
    access: 'user',
    summary: 'The named assets as CSV',
    readOnly: true,
    body: idsBody,
    reply: { status: 200, csv: 'assets-export-selected.csv' },
  }),
  previewImport: route({
    ...IMPORT_CALLS.preview,
    path: '/assets/preview-import',
    access: 'admin',
    reply: { status: 200, json: assetPreview },
  }),
  import: route({
    ...IMPORT_CALLS.all,
    path: '/assets/import',
    access: 'admin',
    reply: { status: 200, json: importResult },
  }),
  importSelected: route({
    ...IMPORT_CALLS.selected,
    path: '/assets/import-selected',
    access: 'admin',
    summary: 'Import the named rows of the file; a chosen row whose ISIN is in the catalogue changes that asset',
  }),
} as const;
