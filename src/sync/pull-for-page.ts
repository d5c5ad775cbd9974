/** What a worker does that pulls for a page: the page keeps the session, the worker asks it before each request. */
import { closeDatabase, openDatabase, ownerOf, userDatabaseNames } from '../data/database.ts';
import { createApi } from './api.ts';
import type { Credentials } from './environment.ts';
import { browserNetwork } from './http.ts';
import { browserLocks } from './locks.ts';
import { pull } from './pull.ts';
import type { PullContext, PullEnvironment, PullResult } from './pull-context.ts';

/** What the worker asks and tells its page. */
export interface PullingPage {
  /** In whose name the next request is made; null when nobody is signed in any more. */
  readonly credentials: () => Credentials | null | Promise<Credentials | null>;
  /** The server no longer accepts the token. */
  readonly onUnauthorised: (token: string) => void | Promise<void>;
  /** The `date` header of a reply. */
  readonly onServerDate: (date: string) => void | Promise<void>;
  readonly onProgress: (records: number) => void | Promise<void>;
}

export interface PullRequest {
  /** The database's name. */
  readonly name: string;
  readonly mode: 'plain' | 'extended';
  readonly full: boolean;
}

const workerSurroundings: PullEnvironment = { ...browserNetwork, now: () => Date.now(), locks: browserLocks };

/** Pulls into a database by a connection of its own. `failed` too when the database is gone or was closed meanwhile. */
export async function pullForPage(page: PullingPage, { name, mode, full }: PullRequest, surroundings: PullEnvironment = workerSurroundings): Promise<PullResult | 'busy'> {
  // Opening would make it, and an empty one would look like one that was erased.
  if (!(await userDatabaseNames()).includes(name)) return 'failed';
  const db = await openDatabase(name);
  try {
    const api = createApi({
      ...surroundings,
      credentials: async () => await page.credentials(),
      onUnauthorised: async (token) => await page.onUnauthorised(token),
      onHeaders: (headers) => void page.onServerDate(headers.get('date') ?? ''),
    }, await ownerOf(db));
    const context: PullContext = { db, api, environment: surroundings, onProgress: (records) => void page.onProgress(records) };
    return await pull(context, mode, full);
  } catch (error) {
    if (db.isOpen()) throw error;
    return 'failed';
  } finally {
    closeDatabase(db);
  }
}
