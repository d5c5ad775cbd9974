import { Banner } from '../ui/messages/banner.tsx';
import { formatCount } from '../ui/texts/format.ts';
import { useServerPresence } from '../ui/app-state/server-presence.ts';
import { useDelayed } from '../ui/hooks/use-delayed.ts';
import { useSyncStatus } from './sync-status.ts';

/** A first reading that is over sooner needs no words, in milliseconds. */
const SHORT = 1000;

/** Says on every screen that lists and figures are not complete while this device reads the user's records for the first time. */
export function FirstReadNote() {
  const { phase, lastSyncedAt, pulled } = useSyncStatus();
  const { hasServer } = useServerPresence();
  const isReading = useDelayed(hasServer && phase === 'pulling' && lastSyncedAt === null, SHORT);
  if (!isReading) return null;
  return (
    <Banner tone="info">
      Your records are being read from the server for the first time
      {pulled > 0 && <>, {formatCount(pulled)} so far</>}. Until then lists and figures are not complete.
    </Banner>
  );
}
