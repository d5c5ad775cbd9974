/** Whether the database accepts writes. */

/** How long a database that was just written is taken to be ready. */
const KEPT_MS = 1000;

/**
 * Asks by writing, because a full disk is noticed only then. Anybody may ask, so one write answers all who ask
 * meanwhile and for a second afterwards.
 */
export function readiness(tryWrite: () => Promise<void>): () => Promise<boolean> {
  let asking: Promise<boolean> | null = null;
  let readyUntil = 0;
  const ask = async (): Promise<boolean> => {
    try {
      await tryWrite();
      readyUntil = performance.now() + KEPT_MS;
      return true;
    } catch {
      return false;
    } finally {
      asking = null;
    }
  };
  return async () => {
    if (performance.now() < readyUntil) return true;
    asking ??= ask();
    return await asking;
  };
}
