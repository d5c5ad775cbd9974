import { useCallback, useMemo, useState } from 'react';
import type { ImportPreview, ImportRequest } from '../../../../workers/api/worker-api.ts';
import {
  afterCorrection,
  blockedRows,
  brokersToChoose,
  countImportable,
  importableRows,
  type PreviewSelection,
  startSelection,
} from './preview-selection.ts';

/** What the user has chosen to import. */
export interface PreviewChoice {
  readonly selection: PreviewSelection;
  /** Changes the selection; the same function at every drawing. */
  readonly select: (change: (before: PreviewSelection) => PreviewSelection) => void;
  /** Rows of accounts that are not to be created; they cannot be imported. */
  readonly blocked: ReadonlySet<number>;
  /** How many rows an import would take now. */
  readonly count: number;
  /** Ids of brokers by their names in the file. */
  readonly brokerChoices: Readonly<Record<string, string>>;
  readonly chooseBroker: (names: readonly string[], brokerId: string) => void;
  /** A row that an import would take has a broker that is still to be chosen. */
  readonly isBrokerMissing: boolean;
  /** The user has changed what was chosen at first. */
  readonly isChanged: boolean;
  /** The import as chosen; the same object until the choice changes. */
  readonly request: ImportRequest;
}

/** The choice among the rows of a preview; it follows the preview when rows are corrected. */
export function usePreviewChoice(preview: ImportPreview): PreviewChoice {
  const [selection, setSelection] = useState<PreviewSelection>(() => startSelection(preview));
  const [seen, setSeen] = useState(preview);
  if (seen !== preview) {
    setSeen(preview);
    setSelection(afterCorrection(selection, seen, preview));
  }
  const [isChanged, setChanged] = useState(false);
  const [brokerChoices, setBrokerChoices] = useState<Readonly<Record<string, string>>>({});
  const blocked = useMemo(() => blockedRows(selection, preview), [selection, preview]);
  const count = useMemo(() => countImportable(selection, blocked), [selection, blocked]);
  const isBrokerMissing = useMemo(
    () => brokersToChoose(selection, blocked, preview, brokerChoices).length > 0,
    [selection, blocked, preview, brokerChoices],
  );
  const request = useMemo(
    () => ({
      previewId: preview.previewId,
      selectedRowNumbers: importableRows(selection, blocked),
      createAccounts: [...selection.createAccounts],
      brokerChoices,
    }),
    [preview.previewId, selection, blocked, brokerChoices],
  );
  const select = useCallback((change: (before: PreviewSelection) => PreviewSelection) => {
    setChanged(true);
    setSelection(change);
  }, []);
  const chooseBroker = useCallback((names: readonly string[], brokerId: string) => {
    setChanged(true);
    setBrokerChoices((before) => ({ ...before, ...Object.fromEntries(names.map((name) => [name, brokerId])) }));
  }, []);
  return { selection, select, blocked, count, brokerChoices, chooseBroker, isBrokerMissing, isChanged, request };
}
