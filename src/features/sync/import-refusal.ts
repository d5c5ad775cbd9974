/** What a server's answer to a part of an import says, in the words of 000 §8.4. */
import type { EntryError } from '../../data/database/outbox-entry.ts';

/** How `refusalText` marks a body that is plain text, and one that says nothing. */
const PLAIN_TEXT = 'Server error: ';
const NOTHING_SAID = /^HTTP \d+$/u;

/** The sentence for a refused part; `status` 0 means that no server was reached. */
export function importRefusalText({ status, message }: Pick<EntryError, 'status' | 'message'>): string {
  if (status === 0) return 'Network error: Could not connect to server. Please check your connection.';
  if (status === 401) return 'Authentication error: Please log in again.';
  if (status === 403) return 'Permission error: You do not have permission to import data.';
  if (message.startsWith(PLAIN_TEXT)) return message;
  if (message === '' || NOTHING_SAID.test(message))
    return `HTTP ${status}: Failed to import CSV. Please check the file format and try again.`;
  return status === 400 ? `Import error: ${message}` : `Error: ${message}`;
}
