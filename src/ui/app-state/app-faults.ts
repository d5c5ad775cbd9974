import { create } from 'zustand';

/** A fault of the app, uncaught or reported by a screen: its kind and place, never the data. */
export interface AppFault {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The kind of error, such as `TypeError`. */
  readonly name: string;
  /** File, line and column in the app; empty where the browser does not say. */
  readonly place: string;
}

/** Older ones are dropped. */
const MOST_FAULTS = 20;

/** The faults since the page was loaded, the latest first. */
export const useAppFaults = create<{ readonly faults: readonly AppFault[] }>(() => ({ faults: [] }));

/**
 * Keeps the uncaught errors of the page and its promises for `/sync`, and the reported ones; the browser's console has
 * them as before.
 */
export function watchFaults(): void {
  addEventListener('error', ({ error }) => noteFault(error));
  addEventListener('unhandledrejection', ({ reason }) => noteFault(reason));
}

/**
 * Reports an error that was caught where a screen has its own words for it: the console shows it, and `/sync` lists
 * it.
 */
export function tellFault(error: unknown): void {
  // The page listens to it (`watchFaults`). Without such a function nothing is listed.
  (globalThis as { readonly reportError?: (error: unknown) => void }).reportError?.(error);
}

/** For `catch`: reports the error and returns a value in place of the result. */
export function tellFaultAnd<T>(answer: T): (error: unknown) => T {
  return (error) => {
    tellFault(error);
    return answer;
  };
}

function noteFault(error: unknown): void {
  // Errors that the browser reports without an object, such as a layout that was not ready, are not ours.
  if (!(error instanceof Error)) return;
  const place = /[\w./-]+\.[jt]sx?(?:\?[^:]*)?:\d+:\d+/u.exec(error.stack ?? '')?.[0] ?? '';
  const fault = { at: Date.now(), name: error.name, place: place.replace(/^\/\/[^/]+\//u, '') };
  useAppFaults.setState(({ faults }) => ({ faults: [fault, ...faults].slice(0, MOST_FAULTS) }));
}
