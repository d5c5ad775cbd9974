/** Extras on a server that has no place for them, or for their kind: they stay on the device, and are sent once the server keeps them. */
import { parseExtraId } from '../../domain/extra.ts';
import { readSyncState } from '../data/database/meta.ts';
import type { RecordEntry } from '../data/database/outbox-entry.ts';
import { featureOfExtra } from './capabilities.ts';
import type { SenderContext } from './send-result.ts';

/** Whether a change is of an extra that this server cannot take: nothing is sent of it. */
export async function staysHere({ db }: SenderContext, entry: RecordEntry): Promise<boolean> {
  const kind = entry.entity === 'extra' ? parseExtraId(entry.localId)?.kind : undefined;
  return kind !== undefined && !(await readSyncState(db)).features.includes(featureOfExtra(kind));
}
