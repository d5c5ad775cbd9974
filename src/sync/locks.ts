/** Web Locks, for browsers that have them. */
/** The part of the browser's lock manager that sync uses. */
export interface Locks {
  readonly request: <T>(
    name: string,
    options: { readonly ifAvailable?: boolean; readonly steal?: boolean },
    run: (lock: unknown) => Promise<T>,
  ) => Promise<T>;
}

/** The browser's, or null where it has none: the claim in the database alone then keeps senders apart. */
export const browserLocks: Locks | null =
  typeof navigator !== 'undefined' && 'locks' in navigator ? (navigator.locks as unknown as Locks) : null;

/**
 * Runs `body` under a named lock of this origin. `ifFree`: answers null without running when another holds it.
 * `steal`: takes it from whoever holds it. `body` may ask whether the lock is
 * still its own. Without a lock manager it just runs.
 */
export async function withLock<T>(
  locks: Locks | null,
  name: string,
  how: 'ifFree' | 'steal',
  body: (isOurs: () => boolean) => Promise<T>,
): Promise<T | null> {
  if (locks === null) return await body(() => true);
  // The body's outcome is kept aside: when the lock is stolen from us the request rejects although the body goes on.
  let running: Promise<T> | null = null;
  let isOurs = true;
  const options = how === 'steal' ? { steal: true } : { ifAvailable: true };
  try {
    await locks.request(name, options, async (lock) => {
      if (lock === null) return;
      running = body(() => isOurs);
      await running;
    });
  } catch (error) {
    if (running === null) throw error;
    isOurs = false;
  }
  return running === null ? null : await (running as Promise<T>);
}
