/** What the browser's session storage holds: the filters of list screens (000 §3.9). All of it is cleared on logout. */

/** The stored value of a key as it was written, or null when there is none or it cannot be read. */
export function readSessionValue(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Keeps a plain value under a key for this tab's session; a browser that refuses storage just does not remember it. */
export function storeSessionValue(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Filters are a convenience: without storage they start afresh.
  }
}

export function clearSessionValues(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Nothing is stored where storage is refused.
  }
}
