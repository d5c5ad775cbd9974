import { useEffectEvent, useLayoutEffect, useState } from 'react';

/** The result of a live read so far; `data` stays while it is read again. */
export interface Live<T> {
  readonly data: T | undefined;
  /** Why the last read failed; cleared by the next one that succeeds. */
  readonly error: unknown;
  /** True until the first read for the present `deps` has ended. */
  readonly loading: boolean;
}

interface State<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  /** The `deps` that the last read was for; null before any. */
  readonly readFor: string | null;
}

/**
 * Asks, and asks again whenever the source reports a change. Records of this device are read by `useStored` instead.
 * `read` asks the worker; its answer is dropped when `deps` changed meanwhile. `subscribe` calls its argument after
 * every change and returns how to stop. `deps` are plain values (compared as JSON) that the read depends on.
 */
export function useLive<T>(
  read: () => Promise<T>,
  subscribe: (changed: () => void) => () => void,
  deps: readonly unknown[],
): Live<T> {
  const key = JSON.stringify(deps);
  const [state, setState] = useState<State<T>>({ data: undefined, error: undefined, readFor: null });
  const readLatest = useEffectEvent(read);
  const subscribeLatest = useEffectEvent(subscribe);

  // Requested before the present figures are painted, so that both happen at once.
  useLayoutEffect(() => {
    let stopped = false;
    let reading = false;
    let stale = false;
    const readOnce = async () => {
      try {
        const data = await readLatest();
        if (!stopped) setState({ data, error: undefined, readFor: key });
      } catch (error) {
        if (!stopped) setState((before) => ({ data: before.data, error, readFor: key }));
      }
    };
    const run = async () => {
      stale = true;
      // One read at a time: a burst of changes costs one more read, not one each.
      if (reading) return;
      reading = true;
      while (stale && !stopped) {
        stale = false;
        await readOnce();
      }
      reading = false;
    };
    void run();
    const unsubscribe = subscribeLatest(() => void run());
    return () => {
      stopped = true;
      unsubscribe();
    };
  }, [key]);

  return { data: state.data, error: state.error, loading: state.readFor !== key };
}

const never = (): (() => void) => () => undefined;

/** Reads once for the given `deps`: a form must not change while it is being filled in. */
export function useOnce<T>(read: () => Promise<T>, deps: readonly unknown[]): Live<T> {
  return useLive(read, never, deps);
}
