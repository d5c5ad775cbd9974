import { compute } from '../../../compute/compute.ts';
import type { EntityImportFile, EntityPreviewRow } from '../../../../workers/api/worker-api.ts';
import type { ImportSource } from './import-entity.ts';
import type { EditableCell } from './row-editor.tsx';

/** Files of records other than transactions: read, checked and written by the worker. Their write is one step and cannot be stopped. */
export function entitySource(
  kind: EntityImportFile['kind'],
  more: Pick<EntityImportFile, 'isin' | 'propertyId' | 'defaultAccountId' | 'updateExisting'> = {},
): ImportSource<EntityPreviewRow> {
  return {
    preview: async (file, _reading, onProgress) =>
      await compute().previewEntities({ kind, name: file.name, bytes: await file.arrayBuffer(), ...more }, onProgress),
    rows: (request) => compute().entityRows(request),
    correct: (correction) => compute().correctEntities(correction),
    commit: (request) => compute().commitEntities(request),
    cancel: async () => undefined,
    discard: (previewId) => compute().discardEntities(previewId),
  };
}

/** The cells of a row with errors, each with what is wrong with it. */
export function entityCells({ cells, errors }: EntityPreviewRow): readonly EditableCell[] {
  return cells.map((cell) => ({ ...cell, error: errors.find(({ field }) => field === cell.field)?.message }));
}
