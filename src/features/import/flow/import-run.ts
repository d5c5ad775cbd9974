import { createStore } from 'zustand';
import type { ColumnReading } from '../../../../domain/csv/tables/column-readings.ts';
import type { Refusal } from '../../../../domain/csv/tables/file-kind.ts';
import type {
  FileReading,
  ImportPreview,
  ImportProgress,
  ImportRequest,
  PreviewCorrection,
} from '../../../../workers/api/worker-api.ts';
import { tellFault } from '../../../ui/app-state/app-faults.ts';
import { refuseFile } from '../files/check-file.ts';
import type { ImportEntity, ImportResult, ImportSource, PreviewItem } from '../entity/import-entity.ts';
import {
  quickImportObstacle,
  reportOfFailure,
  reportOfMessage,
  reportOfQuickImport,
  reportOfRefusal,
  type ImportReport,
} from '../entity/import-report.ts';
import { chosenBeforehand } from '../preview/preview-selection.ts';

/** How many rows of a kind a quick import lists; the preview shows them all. */
const QUICK_ROWS = 1000;

export interface ImportState {
  readonly file: File | null;
  readonly busy: 'preview' | 'import' | null;
  readonly report: ImportReport | null;
  readonly step: ImportProgress | null;
  /** Set while the preview dialog is open. */
  readonly preview: ImportPreview | null;
  /** How the user said the file is to be read, and the corrections of its rows. */
  readonly reading: FileReading;
  /** The columns of a file without a header, for the user to name. */
  readonly unnamedColumns: readonly ColumnReading[] | null;
}

/** The rows that were added, and the preview that they were chosen from. */
export interface Imported {
  readonly result: ImportResult;
  readonly preview: ImportPreview;
}

const IDLE: ImportState = {
  file: null,
  busy: null,
  report: null,
  step: null,
  preview: null,
  reading: {},
  unnamedColumns: null,
};

/** A chosen file, or why it is refused. */
function chosen(file: File | null): Pick<ImportState, 'file' | 'report'> {
  const refusal = refuseFile(file);
  return { file: refusal === null ? file : null, report: refusal === null ? null : reportOfMessage(refusal) };
}

/** What is shown of an answer that is no preview and no result. */
function reportOf(answer: Refusal | ImportReport): ImportReport {
  return 'ok' in answer ? reportOfRefusal(answer) : answer;
}

function failed(error: unknown): ImportReport {
  tellFault(error);
  return reportOfFailure(error);
}

/**
 * One import, from the chosen file to the written rows: its state and its steps (000 §4.7). A step that cannot be taken
 * now does nothing; one that fails says so in `report`, and resolves with null where it has a result.
 */
export class ImportRun<Row extends PreviewItem> {
  readonly state = createStore<ImportState>(() => IDLE);
  private readonly entity: ImportEntity<Row>;
  private source: ImportSource<Row>;
  /** The question that a later reply belongs to: a reply to an abandoned question is dropped. */
  private attempt = 0;
  private committing: string | null = null;

  /** @param file chosen before the dialog opened */
  constructor(entity: ImportEntity<Row>, source: ImportSource<Row>, file: File | null) {
    this.entity = entity;
    this.source = source;
    if (file !== null) this.state.setState(chosen(file));
  }

  /** From now on files are read by this one: what holds for rows that say nothing was changed. */
  readBy(source: ImportSource<Row>): void {
    this.source = source;
  }

  choose(file: File | null): void {
    this.state.setState({ ...chosen(file), reading: {}, unnamedColumns: null });
  }

  /** Reads the chosen file and opens its preview. */
  async openPreview(): Promise<void> {
    await this.step(async (file) => {
      const preview = await this.read(file, this.state.getState().reading);
      if (preview !== null) this.state.setState({ busy: null, step: null, preview });
    });
  }

  /** Reads the file again in another way; the choice of rows starts afresh. */
  async readAgain(change: FileReading): Promise<void> {
    await this.step(async (file) => {
      const { preview: before, reading: readingBefore } = this.state.getState();
      const reading = { ...readingBefore, ...change };
      const preview = await this.read(file, reading);
      if (preview === null) return;
      this.state.setState({ busy: null, step: null, preview, reading, unnamedColumns: null });
      if (before !== null) await this.source.discard(before.previewId);
    });
  }

  /** Corrects a row of the preview, or answers a question about the file; both hold when it is read again. */
  async correct({ row, answer: given }: Omit<PreviewCorrection, 'previewId'>): Promise<void> {
    const { preview, reading, busy } = this.state.getState();
    if (preview === null || this.source.correct === undefined || busy !== null) return;
    const edit = row === undefined || row.edit === null ? null : { ...reading.edits?.[row.rowNumber], ...row.edit };
    const answer = await this.source
      .correct({
        previewId: preview.previewId,
        ...(row !== undefined && { row: { rowNumber: row.rowNumber, edit } }),
        ...(given !== undefined && { answer: given }),
      })
      .catch(failed);
    if (!('previewId' in answer)) {
      this.state.setState({ report: reportOf(answer) });
      return;
    }
    this.state.setState({
      preview: answer,
      reading: {
        ...reading,
        ...(row !== undefined && edit !== null && { edits: { ...reading.edits, [row.rowNumber]: edit } }),
        ...(given !== undefined && { answers: { ...reading.answers, [given.key]: given.value } }),
      },
    });
  }

  /** Writes rows of the preview. */
  async commit(command: Omit<ImportRequest, 'previewId'>): Promise<Imported | null> {
    return await this.step(async () => {
      const { preview } = this.state.getState();
      if (preview === null || command.selectedRowNumbers.length === 0) return null;
      const result = await this.write({ ...command, previewId: preview.previewId });
      if (result === null) return null;
      // The rows are written: what cannot be let go of is let go of with the worker.
      this.source.discard(preview.previewId).catch(tellFault);
      return { result, preview };
    });
  }

  /** Reads the file and writes all its rows at once, unless one needs the user (000 §4.7). */
  async quickImport(): Promise<Imported | null> {
    return await this.step(async (file) => {
      const preview = await this.read(file, {});
      if (preview === null) return null;
      const { previewId } = preview;
      const mine = this.attempt;
      const obstacle = quickImportObstacle(preview, await this.errorLines(preview), this.entity);
      if (obstacle !== null && mine === this.attempt) this.state.setState({ busy: null, report: obstacle });
      // Read before the write, which closes the preview.
      const known = obstacle === null ? await this.knownLines(preview) : [];
      // Cancelled while it was read: nothing may be written any more.
      const result = obstacle === null && mine === this.attempt ? await this.writeAll(preview) : null;
      await this.source.discard(previewId);
      if (result === null) return null;
      const whole: ImportResult = {
        ...result,
        duplicateCount: result.duplicateCount + preview.summary.duplicateCount,
        duplicates: [...known, ...result.duplicates],
      };
      this.state.setState({ busy: null, step: null, report: reportOfQuickImport(whole, this.entity) });
      return { result: whole, preview };
    });
  }

  /** Stops the import that is being written. Returns false where there is none, and drops what was read. */
  cancel(): boolean {
    if (this.committing !== null) {
      this.source.cancel(this.committing).catch(this.fail);
      return true;
    }
    this.abandon();
    const { preview } = this.state.getState();
    if (preview !== null) this.source.discard(preview.previewId).catch(this.fail);
    return false;
  }

  /** The reply to a question under way is dropped when it comes. */
  abandon(): void {
    this.attempt += 1;
  }

  private readonly fail = (error: unknown): void => {
    this.state.setState({ busy: null, step: null, report: failed(error) });
  };

  /** One step at a time, with the chosen file. */
  private async step<T>(work: (file: File) => Promise<T>): Promise<T | null> {
    const { file, busy } = this.state.getState();
    if (file === null || busy !== null) return null;
    try {
      return await work(file);
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  private async read(file: File, reading: FileReading): Promise<ImportPreview | null> {
    this.abandon();
    const mine = this.attempt;
    this.state.setState({ busy: 'preview', report: null });
    const onProgress = (step: ImportProgress): boolean => {
      if (mine === this.attempt) this.state.setState({ step });
      return mine === this.attempt;
    };
    const answer = await this.source.preview(file, reading, onProgress).catch(failed);
    if (mine !== this.attempt) {
      if ('previewId' in answer) await this.source.discard(answer.previewId);
      return null;
    }
    if ('previewId' in answer) return answer;
    this.state.setState({
      busy: null,
      step: null,
      report: reportOf(answer),
      unnamedColumns: 'ok' in answer ? (answer.columns ?? null) : null,
    });
    return null;
  }

  private async write(command: ImportRequest): Promise<ImportResult | null> {
    this.committing = command.previewId;
    this.state.setState({ busy: 'import', report: null, step: { done: 0, total: command.selectedRowNumbers.length } });
    const answer = await this.source
      .commit(command, (step) => {
        this.state.setState({ step });
      })
      .catch(failed);
    this.committing = null;
    if ('ok' in answer && answer.ok) return answer;
    this.state.setState({ busy: null, step: null, report: reportOf(answer) });
    return null;
  }

  /** Writes the rows that are chosen beforehand; null where that failed. */
  private async writeAll(preview: ImportPreview): Promise<ImportResult | null> {
    const selectedRowNumbers = [...chosenBeforehand(preview)];
    if (selectedRowNumbers.length === 0) return { ok: true, importedCount: 0, duplicateCount: 0, duplicates: [] };
    const { previewId } = preview;
    return await this.write({ previewId, selectedRowNumbers, createAccounts: [], brokerChoices: {} });
  }

  private async errorLines({ previewId, summary }: ImportPreview): Promise<readonly string[]> {
    if (summary.errorCount === 0) return [];
    const rows = await this.source.rows({ previewId, status: 'error', offset: 0, limit: QUICK_ROWS });
    return rows.map((row) => `Row ${row.rowNumber}: ${row.errors.map((error) => error.message).join(' ')}`);
  }

  private async knownLines({ previewId, summary }: ImportPreview): Promise<readonly string[]> {
    if (summary.duplicateCount === 0) return [];
    const rows = await this.source.rows({ previewId, status: 'duplicate', offset: 0, limit: QUICK_ROWS });
    return rows.map((row) => `Row ${row.rowNumber}: ${row.duplicateInfo?.matchDetails ?? 'already exists'}`);
  }
}
