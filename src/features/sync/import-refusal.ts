/** The server's reply to a part of an import, in the words of 000 §8.4. */
import type { EntryError } from '../../data/database/outbox-entry.ts';

/** The sentence for a refused part; `status` 0 means that no server was reached. */
export function importRefusalText({
  status,
  message,
  words,
}: Pick<EntryError, 'status' | 'message' | 'words'>): string {
  if (status === 0) return 'Network error: Could not connect to server. Please check your connection.';
  if (status === 401) return 'Authentication error: Please log in again.';
  if (status === 403) return 'Permission error: You do not have permission to import data.';
  if (words === 'text') return message;
  if (message === '' || words === 'status')
    return `HTTP ${status}: Failed to import CSV. Please check the file format and try again.`;
  return status === 400 ? `Import error: ${message}` : `Error: ${message}`;
}
