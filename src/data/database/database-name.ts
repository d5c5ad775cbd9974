/** The names of users' databases. Small and without Dexie: the page needs them before it has loaded the rest. */
import type { OwnerRecord } from './schema.ts';

export const NAME_PREFIX = 'holdfast-';

/** The name of a user's database: one per server and user, whatever their display name. */
export async function databaseName(owner: OwnerRecord): Promise<string> {
  const bytes = new TextEncoder().encode(`${owner.apiBase}\n${owner.userId}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return NAME_PREFIX + Array.from(digest.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
