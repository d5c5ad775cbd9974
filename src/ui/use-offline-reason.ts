import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Why the server cannot be asked just now; null when it may be. */
export function useOfflineReason(): string | null {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return online ? null : 'You are offline. Prices are fetched by the server: try again when you are connected.';
}
