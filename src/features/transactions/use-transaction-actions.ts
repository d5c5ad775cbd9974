import { useState } from 'react';
import type { TransactionQuery } from '../../../domain/lists/transaction-query.ts';
import { compute } from '../../compute/compute.ts';
import { currentDatabase } from '../../data/database.ts';
import { removeTransactions, undoRemoval, type RemovedTransactions } from '../../data/transactions.ts';
import { saveFile } from '../../ui/save-file.ts';
import { showToast } from '../../ui/toast.tsx';
import type { Selection } from '../../ui/use-selection.ts';

/** How long a deletion can be undone (DECISIONS 'Lists'). */
const UNDO_MS = 10_000;

export interface TransactionActions {
  /** What the last action failed at, as the sentence to show. */
  readonly error: string | null;
  readonly exporting: boolean;
  readonly deleting: boolean;
  readonly confirming: boolean;
  readonly selectAll: () => void;
  readonly exportRows: () => void;
  readonly askToDelete: () => void;
  readonly cancelDelete: () => void;
  readonly deleteSelected: () => void;
}

function plural(count: number): string {
  return `${count} ${count === 1 ? 'transaction' : 'transactions'}`;
}

/** What the transactions list does with rows: select all, export, delete and take a deletion back. */
export function useTransactionActions(selection: Selection, query: TransactionQuery): TransactionActions {
  const [error, setError] = useState<string | null>(null);
  const [exporting, setExporting] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [deleting, setDeleting] = useState(false);

  const selectAll = async () => {
    setError(null);
    try {
      selection.selectAll(await compute().transactionIds(query));
    } catch {
      setError('Failed to select all transactions. Please try again.');
    }
  };

  const exportRows = async () => {
    setError(null);
    setExporting(true);
    try {
      saveFile(await compute().exportTransactions(selection.count === 0 ? { query } : { ids: [...selection.ids] }));
    } catch {
      setError(selection.count === 0 ? 'Failed to export transactions. Please try again.' : 'Failed to export selected transactions. Please try again.');
    } finally {
      setExporting(false);
    }
  };

  /** In mode all: what was selected and still is there. */
  const idsToDelete = async (): Promise<readonly string[]> => {
    if (selection.mode !== 'all') return [...selection.ids];
    return (await compute().transactionIds(query)).filter((id) => selection.ids.has(id));
  };

  const deleteSelected = async () => {
    setDeleting(true);
    setError(null);
    try {
      const ids = await idsToDelete().catch(() => null);
      if (ids === null) setError('Failed to fetch transactions for deletion. Please try again.');
      else {
        const removed = await removeTransactions(currentDatabase(), ids);
        if (!removed.ok) throw new Error(removed.fault.code);
        selection.clear();
        offerUndo(removed.value);
      }
    } catch {
      setError('Failed to delete selected transactions. Please try again.');
    } finally {
      setDeleting(false);
      setConfirming(false);
    }
  };

  return {
    error, exporting, deleting, confirming,
    selectAll: () => void selectAll(),
    exportRows: () => void exportRows(),
    askToDelete: () => { if (selection.count > 0) setConfirming(true); },
    cancelDelete: () => { setConfirming(false); },
    deleteSelected: () => void deleteSelected(),
  };
}

function offerUndo(removed: RemovedTransactions): void {
  showToast({
    title: `${plural(removed.count)} deleted.`,
    timeoutMs: UNDO_MS,
    action: { label: 'Undo', onClick: () => void undo(removed) },
  });
}

async function undo(removed: RemovedTransactions): Promise<void> {
  const answer = await undoRemoval(currentDatabase(), removed).catch(() => null);
  if (answer?.ok === true) showToast({ title: `${plural(removed.count)} restored.` });
  else showToast({ title: 'Too late to undo: the deletion has been sent already.', tone: 'error' });
}
