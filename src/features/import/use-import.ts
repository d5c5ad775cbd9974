import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ColumnReading } from '../../../domain/csv/tables/column-readings.ts';
import { tellFault } from '../../ui/app-state/app-faults.ts';
import { refuseFile } from './check-file.ts';
import type {
  FileReading,
  ImportPreview,
  ImportProgress,
  ImportRequest,
  PreviewCorrection,
} from '../../../workers/worker-api.ts';
import type { ImportEntity, ImportResult, ImportSource, PreviewItem } from './import-entity.ts';
import {
  quickImportObstacle,
  reportOfFailure,
  reportOfMessage,
  reportOfQuickImport,
  reportOfRefusal,
  type ImportReport,
} from './import-report.ts';
import { chosenBeforehand } from './preview-selection.ts';

/** How many error rows a quick import lists; the preview shows them all. */
const QUICK_ERROR_ROWS = 1000;

export interface UseImportOptions<Row extends PreviewItem> {
  readonly entity: ImportEntity<Row>;
  readonly source: ImportSource<Row>;
  /** A file that was chosen before the dialog opened. */
  readonly initialFile?: File | null;
  /** Such a file is checked at once: a user who chose it where nothing else is asked has said what to do with it. */
  readonly previewsAtOnce?: boolean;
  /** Both dialogs are closed. */
  readonly onClose: () => void;
  /** Rows were added, of the file that the preview was made of. */
  readonly onImported: (result: ImportResult, preview: ImportPreview) => void;
}

interface ImportState {
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

export interface ImportFlowState extends ImportState {
  readonly chooseFile: (file: File | null) => void;
  readonly startPreview: () => void;
  readonly quickImport: () => void;
  /** Reads the file again in another way; the choice of rows starts afresh. */
  readonly readAgain: (change: FileReading) => void;
  /** Corrects rows of the preview. */
  readonly correct: (correction: Omit<PreviewCorrection, 'previewId'>) => Promise<void>;
  readonly commit: (command: Omit<ImportRequest, 'previewId'>) => void;
  /** Closes what is open, or stops the import that is running. */
  readonly cancel: () => void;
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

function failed(error: unknown): ImportReport {
  tellFault(error);
  return reportOfFailure(error);
}

/** The steps of an import (000 §4.7): choose a file, check it, choose rows, write them; or all at once. */
export function useImport<Row extends PreviewItem>({
  entity,
  source,
  initialFile = null,
  previewsAtOnce = false,
  onClose,
  onImported,
}: UseImportOptions<Row>): ImportFlowState {
  const [state, setState] = useState<ImportState>(() => ({
    ...IDLE,
    ...(initialFile !== null && chosen(initialFile)),
  }));
  // The question that a later reply belongs to: a reply to an abandoned question is dropped.
  const attempt = useRef(0);
  const committing = useRef<string | null>(null);
  const patch = useCallback((change: Partial<ImportState>) => {
    setState((before) => ({ ...before, ...change }));
  }, []);

  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(
    () => () => {
      attempt.current += 1;
      clearTimeout(closing.current);
    },
    [],
  );

  const read = async (file: File, reading: FileReading = {}): Promise<ImportPreview | null> => {
    const mine = (attempt.current += 1);
    patch({ busy: 'preview', report: null });
    const onProgress = (step: ImportProgress): boolean => {
      if (mine === attempt.current) patch({ step });
      return mine === attempt.current;
    };
    const answer = await source.preview(file, reading, onProgress).catch(failed);
    if (mine !== attempt.current) {
      if ('previewId' in answer) await source.discard(answer.previewId);
      return null;
    }
    if ('previewId' in answer) return answer;
    patch({
      busy: null,
      step: null,
      report: 'ok' in answer ? reportOfRefusal(answer) : answer,
      unnamedColumns: 'ok' in answer ? (answer.columns ?? null) : null,
    });
    return null;
  };

  const write = async (command: ImportRequest): Promise<ImportResult | null> => {
    committing.current = command.previewId;
    patch({ busy: 'import', report: null, step: { done: 0, total: command.selectedRowNumbers.length } });
    const answer = await source
      .commit(command, (step) => {
        patch({ step });
      })
      .catch(failed);
    committing.current = null;
    if ('ok' in answer && answer.ok) return answer;
    patch({ busy: null, step: null, report: 'ok' in answer ? reportOfRefusal(answer) : answer });
    return null;
  };

  const errorLines = async (preview: ImportPreview): Promise<readonly string[]> => {
    if (preview.summary.errorCount === 0) return [];
    const rows = await source.rows({
      previewId: preview.previewId,
      status: 'error',
      offset: 0,
      limit: QUICK_ERROR_ROWS,
    });
    return rows.map((row) => `Row ${row.rowNumber}: ${row.errors.map((error) => error.message).join(' ')}`);
  };

  const runQuickImport = async (file: File): Promise<void> => {
    const preview = await read(file);
    if (preview === null) return;
    const { previewId, summary } = preview;
    const mine = attempt.current;
    const obstacle = quickImportObstacle(preview, await errorLines(preview), entity);
    if (obstacle !== null) {
      if (mine === attempt.current) patch({ busy: null, report: obstacle });
      await source.discard(previewId);
      return;
    }
    const chosen = [...chosenBeforehand(preview)];
    // Read before the write, which closes the preview.
    const known =
      summary.duplicateCount === 0
        ? []
        : await source.rows({ previewId, status: 'duplicate', offset: 0, limit: QUICK_ERROR_ROWS });
    // Cancelled while it was read: nothing may be written any more.
    if (mine !== attempt.current) {
      await source.discard(previewId);
      return;
    }
    const result =
      chosen.length === 0
        ? ({ ok: true, importedCount: 0, duplicateCount: 0, duplicates: [] } as const)
        : await write({ previewId, selectedRowNumbers: chosen, createAccounts: [], brokerChoices: {} });
    await source.discard(previewId);
    if (result === null) return;
    const whole: ImportResult = {
      ...result,
      duplicateCount: result.duplicateCount + summary.duplicateCount,
      duplicates: [
        ...known.map((row) => `Row ${row.rowNumber}: ${row.duplicateInfo?.matchDetails ?? 'already exists'}`),
        ...result.duplicates,
      ],
    };
    onImported(whole, preview);
    const report = reportOfQuickImport(whole, entity);
    if (report === null) {
      onClose();
      return;
    }
    patch({ busy: null, step: null, report });
    if (entity.quick !== undefined) closing.current = setTimeout(onClose, entity.quick.closesAfterMs);
  };

  const fail = (error: unknown) => {
    patch({ busy: null, step: null, report: failed(error) });
  };

  const startPreview = () => {
    const { file } = state;
    if (file === null || state.busy !== null) return;
    read(file, state.reading).then((preview) => {
      if (preview !== null) patch({ busy: null, step: null, preview });
    }, fail);
  };
  const begin = useEffectEvent(() => {
    if (previewsAtOnce) startPreview();
  });
  useEffect(() => {
    // After it is shown: a screen that closes at once reads nothing.
    const shown = requestAnimationFrame(() => {
      begin();
    });
    return () => {
      cancelAnimationFrame(shown);
    };
  }, []);

  return {
    ...state,
    chooseFile: (file) => {
      clearTimeout(closing.current);
      patch({ ...chosen(file), reading: {}, unnamedColumns: null });
    },
    startPreview,
    readAgain: (change) => {
      const { file, preview: before } = state;
      if (file === null || state.busy !== null) return;
      const reading = { ...state.reading, ...change };
      read(file, reading)
        .then(async (preview) => {
          if (preview === null) return;
          patch({ busy: null, step: null, preview, reading, unnamedColumns: null });
          if (before !== null) await source.discard(before.previewId);
        })
        .catch(fail);
    },
    correct: async ({ row, answer: given }) => {
      const { preview, reading } = state;
      if (preview === null || source.correct === undefined || state.busy !== null) return;
      const edit = row === undefined || row.edit === null ? null : { ...reading.edits?.[row.rowNumber], ...row.edit };
      const answer = await source
        .correct({
          previewId: preview.previewId,
          ...(row !== undefined && { row: { rowNumber: row.rowNumber, edit } }),
          ...(given !== undefined && { answer: given }),
        })
        .catch(failed);
      if (!('previewId' in answer)) {
        patch({ report: 'ok' in answer ? reportOfRefusal(answer) : answer });
        return;
      }
      patch({
        preview: answer,
        reading: {
          ...reading,
          ...(row !== undefined && edit !== null && { edits: { ...reading.edits, [row.rowNumber]: edit } }),
          ...(given !== undefined && { answers: { ...reading.answers, [given.key]: given.value } }),
        },
      });
    },
    quickImport: () => {
      const { file } = state;
      if (file !== null && state.busy === null) runQuickImport(file).catch(fail);
    },
    commit: (command) => {
      const { preview } = state;
      if (preview === null || state.busy !== null || command.selectedRowNumbers.length === 0) return;
      write({ ...command, previewId: preview.previewId })
        .then(async (result) => {
          if (result === null) return;
          onImported(result, preview);
          onClose();
          await source.discard(preview.previewId);
        })
        .catch(fail);
    },
    cancel: () => {
      if (committing.current !== null) {
        source.cancel(committing.current).catch(fail);
        return;
      }
      attempt.current += 1;
      if (state.preview !== null) source.discard(state.preview.previewId).catch(fail);
      onClose();
    },
  };
}
