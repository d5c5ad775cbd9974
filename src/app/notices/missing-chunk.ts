import { readSessionValue, storeSessionValue } from '../../data/device/session-storage.ts';
import { isAppServed } from '../../sync/network/app-served.ts';

const RELOADED_AT = 'holdfast-reloaded-at';
const RELOAD_AGAIN_AFTER_MS = 60_000;

/** The errors of parts that could not be fetched. */
const missing = new WeakSet<Error>();

const reloadPage = (): void => {
  location.reload();
};

/**
 * After a deployment an old page may ask for a file that is gone: it reloads once, and only once in a while. Without a connection the
 * page stays: reloading would leave the browser's own error page where no service worker keeps the app.
 */
export function reloadOnMissingChunk(reload: () => void = reloadPage): void {
  addEventListener('vite:preloadError', (event) => {
    // The error goes on to the error page, which stays until the server has answered.
    missing.add(event.payload);
    const mayReload = () => Math.abs(Date.now() - Number(readSessionValue(RELOADED_AT) ?? 0)) >= RELOAD_AGAIN_AFTER_MS;
    if (!mayReload()) return;
    void reloadWhenServed(() => {
      // Several files may be missing at once.
      if (!mayReload()) return;
      storeSessionValue(RELOADED_AT, Date.now());
      reload();
    });
  });
}

/** True for the error of a part of the app that could not be fetched. */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && missing.has(error);
}

/** Reloads if the server delivers the page; returns whether it does. */
export async function reloadWhenServed(reload: () => void = reloadPage): Promise<boolean> {
  const isServed = await isAppServed();
  if (isServed) reload();
  return isServed;
}
