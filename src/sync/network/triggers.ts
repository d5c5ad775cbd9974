/** Events after which it is worth trying to sync. */

/** Calls `run` on each event until it is stopped. */
export type Triggers = (run: () => void) => () => void;

/** The browser's: a connection is gained or lost, the tab gets the focus or becomes visible, or the service worker wakes it. */
export const browserTriggers: Triggers = (run) => {
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') run();
  };
  const onMessage = (event: MessageEvent): void => {
    if ((event.data as { type?: unknown } | null)?.type === 'holdfast-sync') run();
  };
  addEventListener('online', run);
  addEventListener('offline', run);
  addEventListener('focus', run);
  document.addEventListener('visibilitychange', onVisible);
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  worker?.addEventListener('message', onMessage);
  return () => {
    removeEventListener('online', run);
    removeEventListener('offline', run);
    removeEventListener('focus', run);
    document.removeEventListener('visibilitychange', onVisible);
    worker?.removeEventListener('message', onMessage);
  };
};
