import { useLiveQuery } from 'dexie-react-hooks';
import { useRef, useState, useSyncExternalStore } from 'react';
import { queryRenewals } from '../app-state/query-renewals.ts';
import { readHold } from '../app-state/read-hold.ts';
import type { Live } from './use-live.ts';

/** The result of one read; a failed one keeps what was read before. */
interface Reading<T> {
  /** The `deps` of the read; null while nothing may be read. */
  readonly readFor: string | null;
  readonly data: T | undefined;
  readonly error: unknown;
}

/**
 * Reads what this device has stored, and reads it again whenever a tab or worker changes what was read. `read` uses
 * only repositories: it waits for nothing but the database, and writes nothing. `deps` are plain values (compared as
 * JSON) that the read depends on. `first` is the result of the same read a moment ago, where there is one: it is shown
 * until this one has ended.
 */
export function useStored<T>(read: () => Promise<T>, deps: readonly unknown[], first?: T): Live<T> {
  const key = JSON.stringify(deps);
  const releases = useSyncExternalStore(readHold.subscribe, readHold.releases);
  const renewals = useSyncExternalStore(queryRenewals.subscribe, queryRenewals.count);
  const [begin] = useState<Reading<T>>({ readFor: first === undefined ? null : key, data: first, error: undefined });
  const last = useRef(begin);
  const reading = useLiveQuery(
    async (): Promise<Reading<T>> => {
      if (readHold.isHeld()) return last.current;
      try {
        const done = { readFor: key, data: await read(), error: undefined };
        last.current = done;
        return done;
      } catch (error) {
        // The database was closed during the read, and is to be opened again.
        if (readHold.isHeld()) return last.current;
        // Caught here, so that the next change is still followed.
        return { readFor: key, data: last.current.data, error };
      }
    },
    [key, releases, renewals],
    begin,
  );
  return { data: reading?.data, error: reading?.error, loading: reading?.readFor !== key };
}
