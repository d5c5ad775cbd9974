/** The import page of savings accounts (002 §2, §5): every valid row of a file at once, and the result. */
import type { EntityImportFile } from '../../../../workers/api/worker-api.ts';
import { entitySource } from '../entity/entity-source.ts';

/** 002 §9. */
const PAGE_LIMIT = 10 * 1024 * 1024;
const MOST_ERROR_ROWS = 50_000;

/** Why the page refuses a file, as the sentence to show; null when it may be read (002 §5). */
export function refusePageFile({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (!name.toLowerCase().endsWith('.csv')) return 'Please select a CSV file';
  return size > PAGE_LIMIT ? 'File size must be less than 10MB' : null;
}

export interface PageImportResult {
  readonly successCount: number;
  /** Rows with errors. */
  readonly skippedCount: number;
  /** Rows that exist already. */
  readonly duplicateCount: number;
  readonly errors: readonly { readonly rowNumber: number; readonly message: string }[];
}

export type PageImportAnswer =
  | { readonly ok: true; readonly result: PageImportResult }
  | { readonly ok: false; readonly message: string };

/** Imports the valid rows of a file, and with `updateExisting` those that repeat an account, which they change. */
export async function importSavingsPage(
  file: File,
  options: Required<Pick<EntityImportFile, 'defaultAccountId' | 'updateExisting'>>,
): Promise<PageImportAnswer> {
  const source = entitySource('savingsAccount', options);
  const preview = await source.preview(file, {}, () => true);
  if (!preview.ok) return { ok: false, message: [preview.message, ...preview.errors].join(' ') };
  const {
    previewId,
    rowNumbers: { valid, duplicate },
    summary,
  } = preview;
  const wrong = await source.rows({ previewId, status: 'error', offset: 0, limit: MOST_ERROR_ROWS });
  const chosen = options.updateExisting ? [...valid, ...duplicate] : valid;
  const written =
    chosen.length === 0
      ? ({ ok: true, importedCount: 0, duplicateCount: 0 } as const)
      : await source.commit({ previewId, selectedRowNumbers: chosen, createAccounts: [] }, () => undefined);
  await source.discard(previewId);
  if (!written.ok) return { ok: false, message: written.message };
  return {
    ok: true,
    result: {
      successCount: written.importedCount,
      skippedCount: summary.errorCount,
      duplicateCount: written.duplicateCount + (options.updateExisting ? 0 : duplicate.length),
      errors: wrong.map(({ rowNumber, errors }) => ({
        rowNumber,
        message: errors.map(({ message }) => message).join(' '),
      })),
    },
  };
}
