import { useLiveQuery } from 'dexie-react-hooks';
import { useRef } from 'react';
import type { Live } from './use-live.ts';

/** How one read ended; a failed one keeps what was read before. */
interface Reading<T> {
  /** The `deps` that it was for. */
  readonly readFor: string;
  readonly data: T | undefined;
  readonly error: unknown;
}

/**
 * Reads what this device has stored, and reads it again whenever a tab or worker changes what was read.
 *
 * @param read asks repositories alone: it waits for nothing but the database, and writes nothing
 * @param deps plain values (compared as JSON) that the read depends on
 */
export function useStored<T>(read: () => Promise<T>, deps: readonly unknown[]): Live<T> {
  const key = JSON.stringify(deps);
  const last = useRef<T>(undefined);
  const reading = useLiveQuery(async (): Promise<Reading<T>> => {
    try {
      const data = await read();
      last.current = data;
      return { readFor: key, data, error: undefined };
    } catch (error) {
      // Caught here, so that the next change is still heard and read.
      return { readFor: key, data: last.current, error };
    }
  }, [key]);
  return { data: reading?.data, error: reading?.error, loading: reading?.readFor !== key };
}
