import { useEffect, useState } from 'react';
import { currentDatabase } from '../../data/database/database.ts';
import { askWrite, type SyncWrite } from '../../sync/ask/ask-write.ts';

/**
 * When and from which device a server's version was written; null until it has replied, where it does not know, and
 * for no version.
 */
export function useTheirWrite(version: number | null): SyncWrite | null {
  const [answer, setAnswer] = useState<{ readonly version: number; readonly write: SyncWrite | null } | null>(null);
  useEffect(() => {
    if (version === null) return undefined;
    let isLeft = false;
    // After the records were closed nobody needs the reply.
    askWrite(currentDatabase(), version).then(
      (write) => {
        if (!isLeft) setAnswer({ version, write });
      },
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [version]);
  return answer?.version === version ? (answer?.write ?? null) : null;
}
