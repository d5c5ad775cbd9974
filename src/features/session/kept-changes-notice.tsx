import { useEffect, useState } from 'react';
import { hasKnownDatabase } from '../../data/device/local-settings.ts';
import { Banner } from '../../ui/messages/banner.tsx';

/** Says that signing out kept changes that the server does not have yet. Looked up after the page can be used. */
export function KeptChangesNotice() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    // A first visit has no database, and does not load its code.
    if (!hasKnownDatabase()) return undefined;
    let stopped = false;
    const look = async () => {
      const { countKeptChanges } = await import('./kept-changes.ts');
      const found = await countKeptChanges();
      if (!stopped) setCount(found);
    };
    look().catch(() => {
      // A browser without storage keeps nothing, so there is nothing to say.
    });
    return () => {
      stopped = true;
    };
  }, []);
  if (count === 0) return null;
  return (
    <Banner tone="info">
      {count === 1 ? '1 change is' : `${count} changes are`} kept on this device. Sign in to send{' '}
      {count === 1 ? 'it' : 'them'}.
    </Banner>
  );
}
