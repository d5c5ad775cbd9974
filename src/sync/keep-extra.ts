/** Extras on a server that has no place for them, or for their kind: they stay on the device, and are sent once the server keeps them. */
import { parseExtraId } from '../../domain/extra.ts';
import { readSyncState } from '../data/meta.ts';
import { settleApplied, type RecordClaim } from '../data/settlement.ts';
import { featureOfExtra } from './capabilities.ts';
import type { SenderContext } from './send-result.ts';

/** Settles a change of an extra that this server cannot take; false when it is to be sent. */
export async function keepExtra({ db }: SenderContext, claim: RecordClaim): Promise<boolean> {
  const { entry } = claim;
  const kind = entry.entity === 'extra' ? parseExtraId(entry.localId)?.kind : undefined;
  if (kind === undefined || (await readSyncState(db)).features.includes(featureOfExtra(kind))) return false;
  await settleApplied(db, claim, { copy: { record: entry.payload?.record ?? null, version: null }, serverId: null });
  return true;
}
