import { useEffect, useEffectEvent } from 'react';
import { watchTables } from '../../data/database/change-feed.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { readSyncState } from '../../data/database/meta.ts';
import { tellBug } from './tell-bug.ts';

/**
 * Calls `pulled` once when this device learns for the first time which accounts the user has: guard B waits only for a
 * limited time.
 */
export function useFirstPull(pulled: () => void): void {
  const report = useEffectEvent(pulled);
  useEffect(() => {
    const db = currentDatabase();
    let waiting = true;
    let stop: () => void = () => undefined;
    const look = async () => {
      const { accountsPulled } = await readSyncState(db);
      if (!accountsPulled || !waiting) return;
      waiting = false;
      stop();
      report();
    };
    const begin = async () => {
      if ((await readSyncState(db)).accountsPulled || !waiting) return;
      stop = watchTables(db, ['meta'], () => {
        look().catch(tellBug);
      });
    };
    begin().catch(tellBug);
    return () => {
      waiting = false;
      stop();
    };
  }, []);
}
