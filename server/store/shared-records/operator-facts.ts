/**
 * Public facts that the operator has added: one text for all users, read and written as a whole, and in backups like
 * any value of `meta`.
 */
import { operatorFactsSchema } from '../../../contract/operator-facts.ts';
import { NO_OPERATOR_FACTS, type OperatorFacts } from '../../../domain/facts/operator-facts.ts';
import type { Db } from '../database/store.ts';

const VERSION = 'operatorFactsVersion';
const FACTS = 'operatorFacts';

/** The version of the facts as a part of another query; null where there never were any. */
export function storedFactsVersion(db: Db) {
  return db.kysely.selectFrom('meta').select('value').where('key', '=', VERSION);
}

export async function readOperatorFacts(
  db: Db,
): Promise<{ readonly facts: OperatorFacts; readonly version: string | null }> {
  // One statement, so that facts and version are from one moment.
  const rows = await db.kysely.selectFrom('meta').selectAll().where('key', 'in', [VERSION, FACTS]).execute();
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  const facts = values.get(FACTS);
  return {
    facts: facts === undefined ? NO_OPERATOR_FACTS : operatorFactsSchema.parse(JSON.parse(facts)),
    version: values.get(VERSION) ?? null,
  };
}

async function put(db: Db, key: string, value: string): Promise<void> {
  await db.kysely
    .insertInto('meta')
    .values({ key, value })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value }))
    .execute();
}

/**
 * Stores the new version first, inside the caller's transaction, so that another process that changes facts waits for
 * this one.
 */
export async function claimOperatorFacts(db: Db, version: string): Promise<OperatorFacts> {
  await put(db, VERSION, version);
  return (await readOperatorFacts(db)).facts;
}

export async function saveOperatorFacts(db: Db, facts: OperatorFacts): Promise<void> {
  await put(db, FACTS, JSON.stringify(facts));
}
