/** Where the app and its API are: below the path under which the app is served. */

/**
 * The app's path, with a slash at both ends. One build works under any path: its parts know it from their own
 * addresses.
 */
export const BASE_PATH = basePath();

/** Where the API is. */
export const API_BASE = `${BASE_PATH}api`;

function basePath(): string {
  // The value under Vite during development and in tests; a process without Vite (`npm run soak`) has no such values.
  const base = (import.meta.env as Partial<ImportMetaEnv> | undefined)?.BASE_URL ?? '/';
  if (base !== './') return base;
  // The service worker stands in the app's folder, the page's scripts in one within it. Not in one expression: Vite
  // would take that for the name of a file.
  const script = import.meta.url;
  const folder = typeof document === 'undefined' ? new URL('./', self.location.href) : new URL('../', script);
  return folder.pathname;
}
