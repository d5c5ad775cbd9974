/** Keeps a second server from the folder of one that runs. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../make-folder.ts';
import { loadEngine } from './sqlite.ts';

/** The file that a running server holds; it is empty, and says nothing when no process holds it. */
export const LOCK_FILE = 'holdfast.lock';

/**
 * Takes the lock of a data folder. The operating system releases it when the process ends, however it ends. Returns a
 * function that releases it; null while another server holds it. @throws where the folder cannot be written
 */
export async function lockFolder(folder: string): Promise<(() => void) | null> {
  const engine = await loadEngine();
  makeFolder(folder);
  const file = join(folder, LOCK_FILE);
  const database = new engine(file, { timeout: 0 });
  try {
    chmodSync(file, 0o600);
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return () => {
    database.close();
  };
}
