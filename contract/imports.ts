/** The schemas that all imports share (000 §3.7). */
import { z } from './zod.ts';

const FILE_PARTS = ['file', 'csvFile'] as const;

export const importSummary = z.object({
  totalRows: z.int(),
  validCount: z.int(),
  duplicateCount: z.int(),
  errorCount: z.int(),
  /** Ours: the number of lines that are not records, such as totals. */
  skippedRows: z.int().exactOptional(),
});

/** A row of a preview without its record, which each entity adds under its own name. */
export const previewItemShape = {
  rowNumber: z.int().min(1),
  status: z.enum(['valid', 'duplicate', 'error']),
  selected: z.boolean(),
  duplicateInfo: z.object({ matchDetails: z.string() }).nullable(),
  errors: z.array(z.object({ message: z.string() })),
};

/** The result of a direct import, and of an import of selected rows. */
export const importResult = z.object({
  importedCount: z.int().min(0),
  duplicateCount: z.int().min(0),
  errorCount: z.int().min(0),
  message: z.string(),
  errors: z.array(z.string()),
  duplicates: z.array(z.string()),
});

/**
 * The text parts of an import of selected rows; row numbers are comma-joined, `all` selects every row without an error.
 */
export const importSelectedBody = z.object({
  selectedRowNumbers: z
    .string()
    .max(2_000_000)
    .regex(/^(?:all|\s*\d+\s*(?:,\s*\d+\s*)*)$/u),
  skipDuplicateCheck: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});

/** The calls of an import; each entity adds its paths, who may call, and what else its replies hold. */
export const IMPORT_CALLS = {
  preview: { method: 'POST', summary: 'Preview an import of the file', readOnly: true, multipart: FILE_PARTS },
  all: { method: 'POST', summary: 'Import every valid row of the file', multipart: FILE_PARTS },
  selected: {
    method: 'POST',
    summary: 'Import the named rows of the file',
    multipart: FILE_PARTS,
    body: importSelectedBody,
    reply: { status: 200, json: importResult },
  },
} as const;
