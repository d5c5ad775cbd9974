import { useState } from 'react';
import { compute } from '../../../compute/compute.ts';
import type { ImportRecord } from '../../../data/database/import-record.ts';
import type { UndoneImport } from '../../../../workers/api/worker-api.ts';

/** The import whose undoing is asked about. */
export interface AskedUndo {
  readonly record: ImportRecord;
  /** null while it is worked out. */
  readonly effect: UndoneImport | null;
}

export interface ImportUndo {
  /** Null while nothing is asked. */
  readonly asked: AskedUndo | null;
  readonly busy: boolean;
  /** What the last one removed and restored. */
  readonly done: UndoneImport | null;
  readonly failure: string | null;
  readonly ask: (record: ImportRecord) => void;
  readonly cancel: () => void;
  readonly confirm: () => void;
}

/** Undoes an import after a question that says what it will change. */
export function useImportUndo(): ImportUndo {
  const [asked, setAsked] = useState<AskedUndo | null>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<UndoneImport | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  const ask = (record: ImportRecord) => {
    setFailure(null);
    setDone(null);
    setAsked({ record, effect: null });
    compute()
      .previewUndo(record.id)
      .then(
        (effect) => {
          setAsked((now) => (now?.record.id === record.id ? { record, effect } : now));
        },
        () => {
          setAsked(null);
          setFailure('The import could not be read. Please try again.');
        },
      );
  };
  const confirm = () => {
    if (asked === null) return;
    setBusy(true);
    compute()
      .undoImport(asked.record.id)
      .then(
        (answer) => {
          if (answer.ok) setDone(answer);
          else setFailure(answer.message);
        },
        () => {
          setFailure('The import could not be undone. Please try again.');
        },
      )
      .finally(() => {
        setBusy(false);
        setAsked(null);
      });
  };
  const cancel = () => {
    setAsked(null);
  };
  return { asked, busy, done, failure, ask, cancel, confirm };
}
