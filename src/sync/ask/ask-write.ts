/** The origin of a version of the server's. A module that imports it also loads zod. */
import { type SyncWrite, syncRoutes } from '../../../contract/sync.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { askServer } from './ask-server.ts';

export type { SyncWrite } from '../../../contract/sync.ts';

/** When and from which device a version was written; null where the server does not know. */
export async function askWrite(db: HoldfastDatabase, version: number): Promise<SyncWrite | null> {
  const answer = await askServer(db, syncRoutes.write, { params: { version: String(version) } });
  return answer.kind === 'answer' ? answer.value : null;
}
