/**
 * A file that another app shared or opened with this one: it waits here, signed in or not, until the transactions screen takes it. The
 * service worker keeps shared files (`sw.ts`).
 */

/** As in `sw.ts`, which cannot import this. */
const CACHE = 'holdfast-shared-file';
const PLACE = '/shared-file';
/** A shared file that nobody opened for this many milliseconds is removed. */
const KEPT_MS = 60 * 60 * 1000;

/**
 * Where a file came from.
 * - `opened`: the user opened it with the app
 * - `shared`: another app or any web page sent it, so the user is asked first
 * - `too-large`: the same, and larger than an import may be; it is empty here
 */
export type FileOrigin = 'opened' | 'shared' | 'too-large';

export interface WaitingFile {
  readonly file: File;
  readonly origin: FileOrigin;
  /** How many more files were shared with this one: they were not kept. */
  readonly leftOut: number;
}

/** The file that was opened in this window. Other windows do not see it: each of several opened files has its own. */
let openedFile: File | null = null;

const listeners = new Set<() => void>();

/** Null where the browser has no cache: on plain http by any name but localhost. */
async function openCache(): Promise<Cache | null> {
  return typeof caches === 'undefined' ? null : await caches.open(CACHE);
}

/** Keeps a file that was opened with the app until it is taken; it replaces a waiting one. */
export function keepOpenedFile(file: File): void {
  openedFile = file;
  for (const listener of listeners) listener();
}

/** True while a file waits. */
export async function hasSharedFile(): Promise<boolean> {
  return openedFile !== null || (await (await openCache())?.match(PLACE)) !== undefined;
}

/** Takes the file that waits; null when there is none, or when a shared one has waited for more than an hour. */
export async function takeSharedFile(): Promise<WaitingFile | null> {
  const opened = openedFile;
  openedFile = null;
  const cache = await openCache();
  const kept = await cache?.match(PLACE);
  if (kept !== undefined) await cache?.delete(PLACE);
  if (opened !== null) return { file: opened, origin: 'opened', leftOut: 0 };
  if (kept === undefined) return null;
  if (Date.now() - Number(kept.headers.get('x-kept-at')) > KEPT_MS) return null;
  const file = new File([await kept.blob()], decodeURIComponent(kept.headers.get('x-file-name') ?? 'shared.csv'), {
    type: kept.headers.get('content-type') ?? 'text/plain',
  });
  const origin = kept.headers.get('x-from') === 'too-large' ? 'too-large' : 'shared';
  return { file, origin, leftOut: Number(kept.headers.get('x-left-out')) };
}

/** Calls `listener` when this window gets a file. Returns how to stop. */
export function onSharedFile(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
