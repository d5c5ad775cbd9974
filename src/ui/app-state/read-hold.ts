/**
 * Keeps screens as they are while the device's records are read again from the server: a form would otherwise lose what
 * is typed in it as soon as its record is not found.
 */

let isHeld = false;
let releases = 0;
const listeners = new Set<() => void>();

export const readHold = {
  isHeld: (): boolean => isHeld,
  /** How often it was released: everything is then read again. */
  releases: (): number => releases,
  /** Calls `listener` after each release. Returns how to stop. */
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  hold: (): void => {
    isHeld = true;
  },
  release: (): void => {
    if (!isHeld) return;
    isHeld = false;
    releases += 1;
    for (const listener of listeners) listener();
  },
} as const;
