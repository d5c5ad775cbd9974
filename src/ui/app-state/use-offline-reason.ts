import { useSyncExternalStore } from 'react';
import { needsServerText, useServerPresence } from './server-presence.ts';

/** The source of whether the server can be asked. */
export interface ServerReach {
  readonly isLost: () => boolean;
  /** Calls its argument after each change. Returns how to stop. */
  readonly subscribe: (changed: () => void) => () => void;
}

/** Why the server cannot be asked just now for what it alone fetches; null when it may be. */
export function useOfflineReason(reach: ServerReach, fetched: 'Prices' | 'Rates' = 'Prices'): string | null {
  const lost = useSyncExternalStore(reach.subscribe, reach.isLost);
  const { hasServer } = useServerPresence();
  if (!hasServer) return needsServerText(`${fetched} are fetched`);
  return lost ? `You are offline. ${fetched} are fetched by the server: try again when you are connected.` : null;
}

/** Why prices cannot be stated just now; null when they may be. Without a server they are stated here. */
export function useStatingReason(reach: ServerReach): string | null {
  const reason = useOfflineReason(reach);
  return useServerPresence().hasServer ? reason : null;
}
