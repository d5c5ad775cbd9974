/** Finding out what kind of server it is. */
import type { extraFeature, SYNC_FEATURES, SyncCapabilities, syncRoutes } from '../../../contract/sync.ts';
import type { ExtraKind } from '../../../domain/records/extra.ts';
import { asObject } from '../network/http.ts';
import { isRetryable, successOf, type Api } from './api.ts';

/** `unknown`: the server could not be asked, or its reply (`isInconclusive`) decides nothing yet. */
export type ServerKind =
  | { readonly mode: 'extended'; readonly serverEpoch: string; readonly features: readonly string[] }
  | { readonly mode: 'plain' }
  | { readonly mode: 'unknown'; readonly isInconclusive: boolean };

/** The feature of a server that keeps extras. */
export const EXTRAS_FEATURE = 'extras';

/** The kinds that every such server keeps; it names the later kinds that it keeps too. */
const FIRST_KINDS: ReadonlySet<ExtraKind> = new Set([
  'losses-brought-forward',
  'column-mapping',
  'import-history',
  'balance-history',
  'account-settings',
  'merged-security',
]);

/** The feature that a server must have to keep extras of a kind. */
export function featureOfExtra(kind: ExtraKind): string {
  return FIRST_KINDS.has(kind) ? EXTRAS_FEATURE : (`extra:${kind}` satisfies ReturnType<typeof extraFeature>);
}

/** The feature of a server that keeps cash events, and what a transaction says about the broker's cash and withheld tax. */
export const CASH_FEATURE = 'cashEvents' satisfies (typeof SYNC_FEATURES)[number];

/** The feature of a server that knows the wrapper of junior ISAs. */
export const JUNIOR_ISA_FEATURE = 'juniorIsas' satisfies (typeof SYNC_FEATURES)[number];

/** The feature of a server that keeps which savings accounts are cash ISAs. */
export const CASH_ISA_FEATURE = 'cashIsas' satisfies (typeof SYNC_FEATURES)[number];

/** The features without which a server could not keep the meaning of some records. */
export const RECORD_FEATURES = [CASH_FEATURE, JUNIOR_ISA_FEATURE, CASH_ISA_FEATURE] as const;
export type RecordFeature = (typeof RECORD_FEATURES)[number];

const PATH = '/sync/capabilities' satisfies (typeof syncRoutes.capabilities)['path'];
const PROTOCOL = 1 satisfies SyncCapabilities['protocol'];

/** A server that replies this often with 'later' or 401 to this question alone does not know it. */
const MOST_FAILURES = 5;

/**
 * Asks, after another authenticated call has succeeded. A 200 of our schema means extended, and any other reply plain.
 * But 401, 5xx and the like may be accidents, and to treat an extended server as plain would send changes without
 * their keys: they decide only after the server has replied nothing else for a while (`capabilityFailures` times
 * before this), and never for a server that was extended before (`wasExtended`).
 */
export async function askServerKind(
  api: Api,
  known: { readonly wasExtended: boolean; readonly capabilityFailures: number },
): Promise<ServerKind> {
  const outcome = await api.call('GET', PATH, { probe: true });
  if (outcome.kind !== 'reply') return { mode: 'unknown', isInconclusive: false };
  const body = asObject(successOf(outcome)?.json);
  const serverEpoch = body?.['epoch'];
  const features: unknown = body?.['features'];
  if (
    body?.['protocol'] === PROTOCOL &&
    typeof serverEpoch === 'string' &&
    serverEpoch !== '' &&
    Array.isArray(features)
  ) {
    return { mode: 'extended', serverEpoch, features: features.filter((feature) => typeof feature === 'string') };
  }
  const isAccident = outcome.status === 401 || isRetryable(outcome.status);
  if (known.wasExtended ? outcome.status !== 404 : isAccident && known.capabilityFailures < MOST_FAILURES)
    return { mode: 'unknown', isInconclusive: true };
  return { mode: 'plain' };
}
