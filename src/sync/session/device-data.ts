/** Removing a user's data from this device. */
import { deleteDatabase } from '../../data/database/database.ts';
import { hasServer } from '../../data/database/places.ts';
import { noteDatabase, noteRemoval, pendingRemovals, storeKeptVisible } from '../../data/device/local-settings.ts';
import { takeSharedFile } from '../../data/device/shared-file.ts';
import { forgetPassword } from './offline-sign-in.ts';
import { currentSession, endSession, type SessionEnd } from './session.ts';

/** A removal that takes longer, in milliseconds, waits for another tab, such as a frozen one. */
const SLOW_MS = 2000;

const listeners = new Set<(waits: boolean) => void>();

/**
 * Calls `listener` with true when a removal does not finish, and with false when none is left to be done. Returns how
 * to stop.
 */
export function onRemovalWaits(listener: (waits: boolean) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tell(waits: boolean): void {
  for (const listener of listeners) listener(waits);
}

/**
 * Removes the named database with all unsent changes and a file that waits to be imported, makes the device forget the
 * user's password, and signs out (`end` says why). What cannot be removed now is removed by `finishRemovals` when the
 * app is next opened.
 */
export async function removeDeviceData(name: string, email: string, end: SessionEnd = 'removed'): Promise<void> {
  noteRemoval(name, true);
  noteDatabase(name, false);
  storeKeptVisible(name, false);
  const session = currentSession();
  endSession(session === null || hasServer(session) ? end : 'cleared');
  await Promise.allSettled([finishRemoval(name), forgetPassword(email), takeSharedFile()]);
}

/** Continues what earlier visits could not remove. */
export async function finishRemovals(): Promise<void> {
  await Promise.allSettled(pendingRemovals().map(finishRemoval));
}

/** Removes the named database if its user has asked for that, in this visit or an earlier one. Rejects when the browser refuses. */
export async function finishRemoval(name: string): Promise<void> {
  // Looked up in the same moment as the removal: a database that another tab has removed may have been created again.
  if (!pendingRemovals().includes(name)) return;
  const slow = setTimeout(() => {
    tell(true);
  }, SLOW_MS);
  try {
    // Resolves when this tab and all others have closed it, which they do when the session ends.
    await deleteDatabase(name);
    noteRemoval(name, false);
    if (pendingRemovals().length === 0) tell(false);
  } catch (error) {
    tell(true);
    throw error;
  } finally {
    clearTimeout(slow);
  }
}
