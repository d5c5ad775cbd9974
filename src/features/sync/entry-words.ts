/** What waits in the outbox, in the user's words. Money is never named here: sentences cannot be masked. */
import { millisecondsInDay } from 'date-fns/constants';
import { format } from 'date-fns/format';
import { millisecondsToMinutes } from 'date-fns/millisecondsToMinutes';
import { minutesToHours } from 'date-fns/minutesToHours';
import { fieldLabel } from '../../../domain/records/issue-text.ts';
import { CHUNK_ROWS } from '../../data/database/import-record.ts';
import { type EntryError, isKeptHere, type OutboxEntry } from '../../data/database/outbox-entry.ts';
import { formatCount } from '../../ui/texts/format.ts';
import { recordWords, type EntryContext } from './record-words.ts';

function importWords(importId: string, index: number, context: EntryContext): string {
  const known = context.imports.get(importId);
  if (known === undefined) return 'Import of transactions';
  const parts = Math.ceil(known.rowCount / CHUNK_ROWS);
  const rows = Math.min(CHUNK_ROWS, known.rowCount - index * CHUNK_ROWS);
  const part = parts > 1 ? `, part ${index + 1} of ${parts}` : '';
  return `Import of ${formatCount(rows)} ${rows === 1 ? 'transaction' : 'transactions'} from ${known.fileName}${part}`;
}

const KIND_WORDS = { create: 'New', update: 'Edit of', delete: 'Deletion of' } as const;

/** One entry in words: `Edit of Buy 100 VWRL, 3 Mar 2024`. */
export function entryTitle(entry: OutboxEntry, context: EntryContext): string {
  if (entry.entity === 'import') return importWords(entry.localId, entry.index, context);
  return `${KIND_WORDS[entry.kind]} ${recordWords(entry, context)}`;
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is lost when the user discards the entry. */
export function lossWords(entry: OutboxEntry, context: EntryContext): string {
  if (entry.entity === 'import')
    return 'The transactions of this part of the import are removed from this device. They never reached the server.';
  const words = recordWords(entry, context);
  switch (entry.kind) {
    case 'create':
      return `${sentence(words)} is removed from this device. It never reached the server.`;
    case 'update':
      return `Your edit of ${words} is discarded. The server's version is restored.`;
    case 'delete':
      return `${sentence(words)} is not deleted. It is restored on this device.`;
  }
}

export interface StateWords {
  readonly label: string;
  readonly tone: 'quiet' | 'warn' | 'bad';
}

/** After this many failures of the server an entry is called stuck. */
const STUCK_AFTER = 5;

/** An entry's state in a word or two; `seqs` are the entries still in the outbox, `now` milliseconds since 1970. */
export function stateWords(entry: OutboxEntry, seqs: ReadonlySet<number>, now: number): StateWords {
  switch (entry.state) {
    case 'sending':
      return { label: 'Sending', tone: 'quiet' };
    case 'doubtful':
      return { label: 'Checking', tone: 'warn' };
    case 'failed':
      return isKeptHere(entry) ? { label: 'Kept here', tone: 'quiet' } : { label: 'Refused', tone: 'bad' };
    case 'conflict':
      return { label: 'Conflict', tone: 'bad' };
    case 'queued':
      if (entry.dependsOn.some((seq) => seqs.has(seq))) return { label: 'Waiting for another change', tone: 'quiet' };
      if (entry.attempts >= STUCK_AFTER && (entry.error?.code === 'retrying' || entry.error?.code === 'serverFull'))
        return { label: 'Stuck', tone: 'bad' };
      if ((entry.attempts > 0 || entry.error !== null) && entry.nextAttemptAt > now)
        return { label: `Retrying at ${format(entry.nextAttemptAt, 'HH:mm')}`, tone: 'warn' };
      return { label: 'Waiting', tone: 'quiet' };
  }
}

const REASONS: Readonly<Record<EntryError['code'], string>> = {
  refused: 'The server refused it.',
  unsupported: 'Not supported by this server; it is kept on this device.',
  unknownOutcome: 'It was sent, but no answer came: it may or may not have arrived.',
  deletedElsewhere: 'The record was deleted on another device.',
  changedElsewhere: 'The record was changed on another device.',
  restoredFromBackup:
    'Your server was restored from a backup, and its version of this record differs from the one on this device.',
  sameField: 'The same field was changed here and on another device.',
  fileDamaged: "The file on this device is not the one that you attached. Attach it again on the transaction's page.",
  serverFull:
    'Your server has no room left. The change is kept on this device and sent once there is room; tell the person who runs the server.',
  retrying: 'The last try did not succeed.',
};

/** Why it waits, ending with the server's own words where there are any; null when there is nothing to say. */
export function reasonWords(error: EntryError | null): string | null {
  if (error === null) return null;
  const { code, fields = [] } = error;
  if (code === 'sameField' && fields.length > 0) {
    const changed = fields.length === 1 ? 'The same field was' : 'The same fields were';
    return `${changed} changed here and on another device: ${fields.map(fieldLabel).join(', ')}.`;
  }
  const said = error.message.trim();
  return said === '' ? REASONS[code] : `${REASONS[code]} ${said}`;
}

/** A span of time in its largest unit: `under a minute`, `5 min`, `3 h`, `2 days`. */
export function spanWords(milliseconds: number): string {
  const minutes = millisecondsToMinutes(milliseconds);
  if (minutes < 1) return 'under a minute';
  if (minutes < 60) return `${minutes} min`;
  const hours = minutesToHours(minutes);
  return hours < 48 ? `${hours} h` : `${Math.floor(milliseconds / millisecondsInDay)} days`;
}
