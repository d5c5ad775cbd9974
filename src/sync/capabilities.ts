/** Finding out what kind of server it is. */
import type { SyncCapabilities, syncRoutes } from '../../contract/sync.ts';
import { statusOf, successOf, type Api } from './api.ts';
import { asObject } from './wire.ts';

/** `unknown`: nobody could be asked. */
export type ServerKind = { readonly mode: 'extended'; readonly epoch: string } | { readonly mode: 'plain' } | { readonly mode: 'unknown' };

const PATH = '/sync/capabilities' satisfies (typeof syncRoutes.capabilities)['path'];
const PROTOCOL = 1 satisfies SyncCapabilities['protocol'];

/**
 * Asks once, after another authenticated call has succeeded. Any answer but a 200 of our schema means plain; but a
 * server that was extended before (`wasExtended`) and says 'later' is only not asked successfully yet.
 */
export async function askServerKind(api: Api, wasExtended: boolean): Promise<ServerKind> {
  const outcome = await api.call('GET', PATH, { probe: true });
  if (outcome.kind !== 'reply') return { mode: 'unknown' };
  const body = asObject(successOf(outcome)?.json);
  const epoch = body?.['epoch'];
  if (body?.['protocol'] === PROTOCOL && typeof epoch === 'string' && epoch !== '' && Array.isArray(body['features'])) return { mode: 'extended', epoch };
  return wasExtended && statusOf(outcome) !== 404 ? { mode: 'unknown' } : { mode: 'plain' };
}
