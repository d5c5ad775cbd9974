/** Imports of records other than transactions: the same preview, but one write. */
import { summaryOf } from '../../domain/csv/entities/entity-import.ts';
import { refuse, type Refusal } from '../../domain/csv/tables/file-kind.ts';
import { londonDate } from '../../domain/values/dates.ts';
import { newId } from '../../src/data/database/ids.ts';
import { importFaultText } from '../../src/data/database/write-fault-text.ts';
import { columnOf, OPENERS, type EditedFile, type ReadFile } from './entity-openers.ts';
import type { LiveData } from '../live/live-data.ts';
import type { GoOn } from './read-file.ts';
import { rowNumbers, rowNumbersByStatus, rowsByStatus } from './rows-by-status.ts';
import type {
  EntityImportFile,
  EntityPreviewRow,
  ImportOutcome,
  ImportRequest,
  PreviewCorrection,
  PreviewRowsQuery,
  RecordPreview,
} from '../api/import-types.ts';

interface OpenPreview {
  readonly file: EditedFile;
  readonly read: ReadFile;
  /** Increases with every correction. */
  readonly revision: number;
}

const NOT_OPEN = refuse('notReady', 'This preview is no longer open. Choose the file again.');

export class EntityImports {
  private readonly data: LiveData;
  private readonly now: () => number;
  private readonly previews = new Map<string, OpenPreview>();

  constructor(data: LiveData, now: () => number) {
    this.data = data;
    this.now = now;
  }

  async preview(file: EntityImportFile, goOn?: GoOn): Promise<RecordPreview | Refusal> {
    return await this.open(newId(), { ...file, edits: new Map() }, 0, goOn);
  }

  /** Reads the file again with the typed cells of a row. */
  async correct({ previewId, row }: PreviewCorrection): Promise<RecordPreview | Refusal> {
    const preview = this.previews.get(previewId);
    if (preview === undefined) return NOT_OPEN;
    const edits = new Map(preview.file.edits);
    if (row !== undefined) edits.set(row.rowNumber, row.edit ?? {});
    return await this.open(previewId, { ...preview.file, edits }, preview.revision + 1);
  }

  private async open(
    previewId: string,
    file: EditedFile,
    revision: number,
    goOn?: GoOn,
  ): Promise<RecordPreview | Refusal> {
    const read = await OPENERS[file.kind](file, this.data, londonDate(this.now()), goOn);
    if ('ok' in read) return read;
    const { rows } = read;
    this.previews.set(previewId, { file, read, revision });
    return {
      ok: true,
      kind: 'records',
      previewId,
      fileName: file.name,
      revision,
      summary: summaryOf(rows),
      notices: read.notices,
      rowNumbers: rowNumbersByStatus(rowsByStatus(rows)),
      heldRows: rowNumbers(rows.filter(({ note }) => note !== null)),
    };
  }

  rows({ previewId, status, offset, limit }: PreviewRowsQuery): readonly EntityPreviewRow[] {
    const read = this.previews.get(previewId)?.read;
    if (read === undefined) return [];
    return read.rows
      .filter((row) => status === 'all' || row.status === status)
      .slice(offset, offset + limit)
      .map((row) => ({
        rowNumber: row.rowNumber,
        status: row.status,
        duplicateInfo: row.duplicateInfo,
        note: row.note,
        errors: row.errors.map(({ message, field }) => ({ message, field: columnOf(field) })),
        cells: row.status === 'error' ? read.cellsOf(row) : [],
        shown: row.shown,
      }));
  }

  /** Writes the chosen rows in one step. */
  async commit({ previewId, selectedRowNumbers }: ImportRequest): Promise<ImportOutcome | Refusal> {
    const preview = this.previews.get(previewId);
    if (preview === undefined) return NOT_OPEN;
    const faulty = preview.read.isWhole ? preview.read.rows.filter(({ status }) => status === 'error') : [];
    if (faulty.length > 0)
      return refuse(
        'failed',
        'Nothing was imported: the file has rows with errors. Correct them first.',
        faulty.flatMap(({ rowNumber, errors }) => errors.map(({ message }) => `Row ${rowNumber}: ${message}`)),
      );
    const written = await preview.read.write(new Set(selectedRowNumbers));
    if (written === null) return refuse('noRows', 'Select at least one row to import.');
    if (!written.ok) return refuse('failed', importFaultText(written.fault));
    this.previews.delete(previewId);
    return {
      ok: true,
      importId: null,
      importedCount: written.value.count,
      duplicateCount: written.value.skipped.length,
      duplicates: written.value.skipped,
    };
  }

  discard(previewId: string): void {
    this.previews.delete(previewId);
  }
}
