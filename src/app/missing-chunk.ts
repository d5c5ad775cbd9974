import { readSessionValue, storeSessionValue } from '../data/session-storage.ts';

const RELOADED_AT = 'holdfast-reloaded-at';
const RELOAD_AGAIN_AFTER_MS = 60_000;

/** After a deployment an old page may ask for a file that is gone: it reloads once, and only once in a while. */
export function reloadOnMissingChunk(reload: () => void = () => { location.reload(); }): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(readSessionValue(RELOADED_AT) ?? 0);
    if (Math.abs(Date.now() - last) < RELOAD_AGAIN_AFTER_MS) return;
    storeSessionValue(RELOADED_AT, Date.now());
    event.preventDefault();
    reload();
  });
}
