/** What the browser's session storage holds: the filters of list screens (000 §3.9). All of it is cleared on logout. */

/** Written by `public/404.html`, in whose place a static host has no page. */
const ASKED_ADDRESS = 'holdfast-asked-address';

/** The address that a static host has answered with its 404 page, once; null when there is none. */
export function takeAskedAddress(): string | null {
  try {
    const address = sessionStorage.getItem(ASKED_ADDRESS);
    sessionStorage.removeItem(ASKED_ADDRESS);
    return address;
  } catch {
    // Where storage is refused the page could not write one either.
    return null;
  }
}

/** The stored value of a key as it was written, or null when there is none or it cannot be read. */
export function readSessionValue(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    // The screen starts as if nothing had been chosen.
    return null;
  }
}

/** Keeps a plain value under a key for this tab's session; a browser that refuses storage just does not remember it. */
export function storeSessionValue(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Filters are a convenience: without storage they start empty.
  }
}

export function clearSessionValues(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Nothing is stored where storage is refused.
  }
}
