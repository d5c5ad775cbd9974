/** Imports of asset files into the shared catalogue: preview, everything at once, or selected rows (001 §2.5, §7). */
import type { z } from 'zod';
import type { assetPreview } from '../../contract/assets.ts';
import type { AssetFields } from '../../domain/records/asset.ts';
import { ASSET_COLUMNS, prepareAssets, type AssetImportRow } from '../../domain/csv/entities/assets.ts';
import { readEntityFile } from '../../domain/csv/entities/entity-file.ts';
import { summaryOf } from '../../domain/csv/entities/entity-import.ts';
import { done, type Outcome } from '../outcome.ts';
import { createAsset, listAssets, updateAsset } from '../store/shared-records/assets.ts';
import { lockShared } from '../store/versions/counters.ts';
import type { Db } from '../store/database/store.ts';
import { importRows, previewRows, type EntityImportResult, type RowWriter } from './entity-import.ts';
import { csvTools, refused, type ImportContext, type ImportSelection } from './import-context.ts';

async function prepare(db: Db, bytes: Uint8Array): Promise<Outcome<readonly AssetImportRow[]>> {
  const file = readEntityFile(bytes, csvTools, ASSET_COLUMNS);
  if (!file.ok) return refused(file);
  return done(prepareAssets(file, await listAssets(db)));
}

/** The result that an import of the file would have; writes nothing. */
export async function previewAssets(
  { db }: ImportContext,
  bytes: Uint8Array,
): Promise<Outcome<z.input<typeof assetPreview>>> {
  const rows = await prepare(db, bytes);
  if (!rows.ok) return rows;
  return done({
    summary: summaryOf(rows.value),
    previewAssets: previewRows(rows.value, (asset) => ({ asset })),
  });
}

/** A selected duplicate changes the asset with the ISIN, because the catalogue holds a security once. */
function writer({ db, newId }: ImportContext): RowWriter<AssetFields> {
  return {
    nouns: ['asset', 'assets'],
    canReplace: true,
    write: async (rows) => {
      for (const { replaces, id, record } of rows) {
        const written =
          replaces === null
            ? await createAsset(db, id ?? newId(), record)
            : await updateAsset(db, replaces, record, null);
        if (!written.ok) return written;
      }
      return done(undefined);
    },
  };
}

/** `selection`: null imports every row, or nothing. */
export async function importAssets(
  context: ImportContext,
  bytes: Uint8Array,
  selection: ImportSelection | null,
): Promise<Outcome<EntityImportResult>> {
  await lockShared(context.db);
  const rows = await prepare(context.db, bytes);
  return rows.ok ? await importRows(rows.value, selection, writer(context)) : rows;
}
