/** Whether a server can be reached at all, before anybody is signed in to it. */
import { ownerOf } from '../../data/database/database.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { isUnreached, send, type NetworkEnvironment } from '../network/http.ts';
import { listPath } from '../wire/paths.ts';

const PROBE_TIMEOUT_MS = 5000;

/** Whether a server replies to a request without a token. */
export async function isServerThere(db: HoldfastDatabase, environment: NetworkEnvironment): Promise<boolean> {
  const { apiBase } = await ownerOf(db);
  const outcome = await send(environment, {
    method: 'GET',
    url: apiBase + listPath('account'),
    timeoutMs: PROBE_TIMEOUT_MS,
  });
  return !isUnreached(outcome);
}
