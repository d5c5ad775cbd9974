import { tellFaultAnd } from '../app-state/app-faults.ts';
import { showToast } from './toast.tsx';

/** How long a deletion can be undone: it is not sent before. */
const UNDO_MS = 10_000;

/**
 * Says what was deleted, such as '3 properties', and offers to undo it; `undo` returns whether that was still
 * possible.
 */
export function offerUndo(what: string, undo: () => Promise<boolean>): void {
  const undoDeletion = async () => {
    if (await undo().catch(tellFaultAnd(false))) showToast({ title: `${what} restored.` });
    else showToast({ title: 'Too late to undo: the deletion has been sent already.', tone: 'error' });
  };
  showToast({
    title: `${what} deleted.`,
    timeoutMs: UNDO_MS,
    action: { label: 'Undo', onClick: () => void undoDeletion() },
  });
}
