import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type {
  FileReading,
  ImportPreview,
  ImportRequest,
  PreviewCorrection,
} from '../../../../workers/api/worker-api.ts';
import type { ImportEntity, ImportResult, ImportSource, PreviewItem } from '../entity/import-entity.ts';
import { type Imported, ImportRun, type ImportState } from './import-run.ts';

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

/** The steps of an import (000 §4.7): choose a file, check it, choose rows, write them; or all at once. */
export function useImport<Row extends PreviewItem>({
  entity,
  source,
  initialFile = null,
  previewsAtOnce = false,
  onClose,
  onImported,
}: UseImportOptions<Row>): ImportFlowState {
  const [run] = useState(() => new ImportRun(entity, source, initialFile));
  const state = useStore(run.state);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);

  useLayoutEffect(() => {
    run.readBy(source);
  }, [run, source]);
  useEffect(
    () => () => {
      run.abandon();
      clearTimeout(closing.current);
    },
    [run],
  );
  const begin = useEffectEvent(() => {
    if (previewsAtOnce) void run.openPreview();
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

  /** After a quick import with something to read the dialog stays, or closes by itself as the specification says. */
  const closeAfter = (imported: Imported | null, report: ImportState['report']): void => {
    if (imported === null) return;
    onImported(imported.result, imported.preview);
    if (report === null) onClose();
    else if (entity.quick !== undefined) closing.current = setTimeout(onClose, entity.quick.closesAfterMs);
  };

  return {
    ...state,
    chooseFile: (file) => {
      clearTimeout(closing.current);
      run.choose(file);
    },
    startPreview: () => void run.openPreview(),
    readAgain: (change) => void run.readAgain(change),
    correct: async (correction) => await run.correct(correction),
    quickImport: () => void run.quickImport().then((imported) => closeAfter(imported, run.state.getState().report)),
    commit: (command) => void run.commit(command).then((imported) => closeAfter(imported, null)),
    cancel: () => {
      if (!run.cancel()) onClose();
    },
  };
}
