import { useState } from 'react';
import { tellFault, tellFaultAnd } from '../app-state/app-faults.ts';
import { saveFile } from '../hooks/save-file.ts';
import { offerUndo } from '../messages/offer-undo.ts';
import { showToast } from '../messages/toast.tsx';
import type { ListTexts } from '../texts/list-texts.ts';
import type { Selection } from './use-selection.ts';

export interface SavedFile {
  readonly fileName: string;
  readonly blob: Blob;
}

/**
 * The result of deleting rows: done, with how to undo it where that is possible; or not, with the reason to show in
 * the dialog, or without one.
 */
export type Removal =
  | { readonly ok: true; readonly count: number; readonly undo?: () => Promise<boolean> }
  | { readonly ok: false; readonly refusal?: string };

export interface ListActionsOptions {
  readonly texts: ListTexts;
  readonly selection: Selection;
  /** The ids of everything that filters and search show. */
  readonly allIds: () => Promise<readonly string[]>;
  /** The named rows as a file, or with null everything that filters and search show. */
  readonly exportFile?: (ids: readonly string[] | null) => Promise<SavedFile>;
  readonly remove: (ids: readonly string[]) => Promise<Removal>;
}

export interface ListActions {
  /** The error of the last action, as the sentence to show. */
  readonly error: string | null;
  readonly exporting: boolean;
  readonly deleting: boolean;
  readonly confirming: boolean;
  /** Why the selected rows cannot be deleted, once that is known. */
  readonly refusal: string | null;
  readonly selectAll: () => void;
  readonly exportRows: () => void;
  readonly askToDelete: () => void;
  readonly cancelDelete: () => void;
  readonly deleteSelected: () => void;
}

/** The actions of every list on its rows: select all, export, delete and undo (000 §4.5, §4.6). */
export function useListActions({ texts, selection, allIds, exportFile, remove }: ListActionsOptions): ListActions {
  const [error, setError] = useState<string | null>(null);
  const [exporting, setExporting] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const selectAll = async () => {
    setError(null);
    try {
      selection.selectAll(await allIds());
    } catch (error) {
      tellFault(error);
      setError(texts.selectAllFailed);
    }
  };

  const exportRows = async () => {
    if (exportFile === undefined) return;
    setError(null);
    setExporting(true);
    try {
      saveFile(await exportFile(selection.count === 0 ? null : [...selection.ids]));
    } catch (error) {
      tellFault(error);
      setError(selection.count === 0 ? texts.exportFailed : texts.exportSelectedFailed);
    } finally {
      setExporting(false);
    }
  };

  /** In mode all: the selected rows that still exist. */
  const idsToDelete = async (): Promise<readonly string[]> => {
    if (selection.mode !== 'all') return [...selection.ids];
    return (await allIds()).filter((id) => selection.ids.has(id));
  };

  /** True when the dialog can be closed. */
  const removeSelected = async (): Promise<boolean> => {
    const ids = await idsToDelete().catch(tellFaultAnd(null));
    if (ids === null) {
      setError(texts.fetchForDeletionFailed);
      return true;
    }
    const removed = await remove(ids);
    if (!removed.ok) {
      if (removed.refusal === undefined) setError(texts.deleteFailed);
      else setRefusal(removed.refusal);
      return removed.refusal === undefined;
    }
    selection.clear();
    tellRemoval(texts, removed);
    return true;
  };

  const deleteSelected = async () => {
    setDeleting(true);
    setError(null);
    try {
      if (await removeSelected()) setConfirming(false);
    } catch (error) {
      tellFault(error);
      setError(texts.deleteFailed);
      setConfirming(false);
    } finally {
      setDeleting(false);
    }
  };

  return {
    error,
    exporting,
    deleting,
    confirming,
    refusal,
    selectAll: () => void selectAll(),
    exportRows: () => void exportRows(),
    askToDelete: () => {
      if (selection.count === 0) return;
      setRefusal(null);
      setConfirming(true);
    },
    cancelDelete: () => {
      setConfirming(false);
    },
    deleteSelected: () => void deleteSelected(),
  };
}

function tellRemoval(texts: ListTexts, { count, undo }: Removal & { readonly ok: true }): void {
  const rows = `${count} ${count === 1 ? texts.singular : texts.plural}`;
  if (undo === undefined) showToast({ title: `${rows} deleted.` });
  else offerUndo(rows, undo);
}
