import { useEffect } from 'react';
import { useFirstRead } from '../../ui/app-state/first-read.ts';
import { Banner } from '../../ui/messages/banner.tsx';
import { formatCount } from '../../ui/texts/format.ts';
import { useServerPresence } from '../../ui/app-state/server-presence.ts';
import { useDelayed } from '../../ui/hooks/use-delayed.ts';
import { useSyncStatus } from '../../sync/engine/current-sync.ts';

/** A first reading that takes less than this many milliseconds is not mentioned. */
const SHORT = 1000;

/** Says on every screen that lists and figures are not complete before this device has read all of the user's records once. */
export function FirstReadNote() {
  const { phase, everRead, pulled } = useSyncStatus();
  const { hasServer } = useServerPresence();
  const isReading = phase === 'pulling';
  const isMissing = useDelayed(hasServer && (everRead === 'some' || everRead === 'none'), SHORT);
  useEffect(() => {
    useFirstRead.setState({ isIncomplete: isMissing });
    return () => {
      useFirstRead.setState({ isIncomplete: false });
    };
  }, [isMissing]);
  if (!isMissing) return null;
  return (
    <Banner tone="info">
      {isReading ? (
        <>
          Records and prices are being fetched from the server{pulled > 0 && ` (${formatCount(pulled)} so far)`}. Lists
          and figures are incomplete until this finishes.
        </>
      ) : (
        `This device has not fetched ${everRead === 'none' ? '' : 'all of '}your records from the server yet. Lists and figures are incomplete until it has.`
      )}
    </Banner>
  );
}
