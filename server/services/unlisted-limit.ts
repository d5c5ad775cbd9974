/** The rows of a file whose securities would exceed the number of unlisted ones that a user may create. */
import type { PreparedRow } from '../../domain/csv/import/import-content.ts';
import type { PreparedImport } from '../../domain/csv/import/prepare-import.ts';
import { tooManyUnlisted } from '../store/shared-records/assets.ts';

/** `beyond` returns the ISINs, in their order, that exceed the limit. Returns messages by row number. */
export async function rowsBeyondLimit(
  { content }: PreparedImport,
  rows: readonly PreparedRow[],
  beyond: (isins: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<ReadonlyMap<number, string>> {
  const unlisted = new Set(content.unlistedAssets.map(({ isin }) => isin));
  const named = ({ fields }: PreparedRow): string[] =>
    [fields?.isin, fields?.relatedIsin].filter((isin) => isin !== undefined).filter((isin) => unlisted.has(isin));
  const tooMany = await beyond(rows.flatMap(named));
  const messages = new Map<number, string>();
  for (const row of rows) {
    const isin = named(row).find((name) => tooMany.has(name));
    if (isin !== undefined) messages.set(row.rowNumber, tooManyUnlisted(isin));
  }
  return messages;
}
