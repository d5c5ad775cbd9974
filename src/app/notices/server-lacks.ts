/** Tells the screens which fields and records the server cannot store. */
import { watchTables } from '../../data/database/change-feed.ts';
import { readSyncState } from '../../data/database/meta.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { CASH_FEATURE, CASH_ISA_FEATURE, EXTRAS_FEATURE, JUNIOR_ISA_FEATURE } from '../../sync/api/capabilities.ts';
import { useServerLacks } from '../../ui/messages/device-only.tsx';
import { tellBug } from './tell-bug.ts';

/** Follows what is known of the server of an open database. Returns how to stop. */
export function followServerLacks(db: HoldfastDatabase): () => void {
  let isStopped = false;
  const tell = () => {
    readSyncState(db).then(
      ({ mode, features }) => {
        if (isStopped) return;
        const lacks = (feature: string): boolean => mode !== 'unknown' && !features.includes(feature);
        useServerLacks.setState({
          fields: mode === 'plain',
          cash: lacks(CASH_FEATURE),
          juniorIsas: lacks(JUNIOR_ISA_FEATURE),
          cashIsas: lacks(CASH_ISA_FEATURE),
          extras: lacks(EXTRAS_FEATURE),
        });
      },
      // What was known stays; the next change of the table reads it again.
      tellBug,
    );
  };
  const stop = watchTables(db, ['meta'], tell);
  tell();
  return () => {
    isStopped = true;
    stop();
    useServerLacks.setState({ extras: false, fields: false, cash: false, juniorIsas: false, cashIsas: false });
  };
}
