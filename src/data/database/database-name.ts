/** The names of users' databases. Small and without Dexie: the page needs them before it has loaded the rest. */
import { digestOf } from './digest.ts';
import type { OwnerRecord } from './schema.ts';

export const NAME_PREFIX = 'holdfast-';
/** Half of the digest. */
const NAME_LENGTH = 32;

/** The name of a user's database: one per server and user, whatever their display name. */
export async function databaseName(owner: OwnerRecord): Promise<string> {
  const bytes = new TextEncoder().encode(`${owner.apiBase}\n${owner.userId}`);
  return NAME_PREFIX + (await digestOf(bytes)).slice(0, NAME_LENGTH);
}
