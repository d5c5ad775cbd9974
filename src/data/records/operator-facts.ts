/** Public facts that the person who runs the server has added, as they were last read. */
import type { OperatorFacts } from '../../../domain/facts/operator-facts.ts';
import type { HoldfastDatabase, StoredOperatorFacts } from '../database/schema.ts';
import { write, type Written } from '../database/write.ts';

const KEY = 'operator';

/** The facts with their version, or null where the server has none. */
export async function readOperatorFacts(db: HoldfastDatabase): Promise<StoredOperatorFacts | null> {
  return (await db.operatorFacts.get(KEY)) ?? null;
}

/** Replaces the stored facts; null where the server has none any more. */
export async function saveOperatorFacts(
  db: HoldfastDatabase,
  read: { readonly version: string; readonly facts: OperatorFacts } | null,
): Promise<Written<null>> {
  return await write(db, ['operatorFacts'], async () => {
    if (read === null) await db.operatorFacts.delete(KEY);
    else await db.operatorFacts.put({ key: KEY, ...read });
    return null;
  });
}
