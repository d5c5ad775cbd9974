import type { Transaction } from '../../../domain/records/records.ts';
import { currentDatabase } from '../../data/database/database.ts';
import { listMergedSecurities, type MergedSecurity } from '../../data/records/merged-securities.ts';
import { readSyncState, type UnreadList } from '../../data/database/meta.ts';
import { listNotices, noticeKey, type Notice } from '../../data/outbox/notices.ts';
import { listOutbox } from '../../data/outbox/outbox.ts';
import type { OutboxEntry } from '../../data/database/outbox-entry.ts';
import { possibleDuplicates, type PossibleDuplicates } from '../../data/questions/duplicates.ts';
import { listQuarantine } from '../../data/pulled/quarantine.ts';
import type { Quarantine } from '../../data/database/schema.ts';
import type { Live } from '../../ui/hooks/use-live.ts';
import { useStored } from '../../ui/hooks/use-stored.ts';
import { entryContext } from './entry-context.ts';
import type { EntryContext } from './record-words.ts';

export interface OutboxView {
  readonly entries: readonly OutboxEntry[];
  readonly context: EntryContext;
  readonly quarantine: readonly Quarantine[];
  readonly unreadLists: readonly UnreadList[];
  readonly duplicates: PossibleDuplicates;
  /** Without the notices of duplicates. */
  readonly notices: readonly Notice[];
  readonly merged: readonly MergedSecurity[];
}

async function readOutbox(): Promise<OutboxView> {
  const db = currentDatabase();
  const [entries, quarantine, all, duplicates] = await Promise.all([
    listOutbox(db),
    listQuarantine(db),
    listNotices(db),
    possibleDuplicates(db),
  ]);
  const doubled = duplicates.pairs.flatMap((pair) => (pair.entity === 'transaction' ? [pair.own as Transaction] : []));
  const inDuplicates = new Set(
    duplicates.pairs.flatMap(({ reason }) => (reason.kind === 'resent' ? [noticeKey(reason.notice)] : [])),
  );
  const context = await entryContext(db, entries, doubled);
  const { unreadLists } = await readSyncState(db);
  const notices = all.filter((notice) => !inDuplicates.has(noticeKey(notice)));
  const merged = await listMergedSecurities(db);
  return { entries, context, quarantine, unreadLists, duplicates, notices, merged };
}

/** Everything that waits for the server or for the user, kept up to date. */
export function useOutbox(): Live<OutboxView> {
  return useStored(readOutbox, []);
}
