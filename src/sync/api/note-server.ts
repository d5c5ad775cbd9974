/** Stores what a server has told about itself, before anything is sent to it. */
import { EXTRA_KINDS } from '../../../domain/records/extra.ts';
import { readSyncState, updateSyncState } from '../../data/database/meta.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { noteServerEpoch } from '../../data/outbox/claims.ts';
import { retryUnsupported } from '../../data/questions/attention.ts';
import { queueUnsentExtras } from '../../data/records/extras.ts';
import { featureOfExtra, RECORD_FEATURES, type ServerKind } from './capabilities.ts';

/** `kind` is the reply of an extended server, where it has given one now. */
export async function noteServer(
  db: HoldfastDatabase,
  mode: 'plain' | 'extended',
  kind: ServerKind,
  now: number,
): Promise<void> {
  const { features: before } = await readSyncState(db);
  const features = kind.mode === 'extended' ? kind.features : mode === 'plain' ? [] : before;
  await updateSyncState(db, { mode, features, ...(kind.mode === 'unknown' ? {} : { askedKindAt: now }) });
  if (kind.mode === 'extended') await noteServerEpoch(db, kind.serverEpoch);
  const isGained = (feature: string): boolean => features.includes(feature) && !before.includes(feature);
  if (RECORD_FEATURES.some(isGained)) await retryUnsupported(db);
  if (EXTRA_KINDS.some((kind) => isGained(featureOfExtra(kind)))) await queueUnsentExtras(db, now);
}
