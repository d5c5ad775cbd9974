/** Web Locks, without which the app does not start (`app/notices/needs-https.tsx`). */
export interface LockOptions {
  readonly ifAvailable?: boolean;
  readonly steal?: boolean;
}

/** The part of the browser's lock manager that sync uses. */
export interface Locks {
  readonly request: <T>(name: string, options: LockOptions, run: (lock: unknown) => Promise<T>) => Promise<T>;
  /** Answered after all earlier messages of the browser to this tab about its locks. */
  readonly query: () => Promise<unknown>;
}

/** The browser's own. */
export const browserLocks: Locks = {
  request: async (name, options, run) => await navigator.locks.request(name, options, run),
  query: async () => await navigator.locks.query(),
};

/**
 * Runs `body` under a named lock of this origin. `ifFree`: returns null without running when another tab holds it.
 * `steal`: takes it from its holder. `body` may ask whether the lock is still its own.
 */
export async function withLock<T>(
  locks: Locks,
  name: string,
  how: 'ifFree' | 'steal',
  body: (isOurs: () => boolean) => Promise<T>,
): Promise<T | null> {
  // The result of the body is kept: when the lock is stolen the request rejects although the body continues.
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
