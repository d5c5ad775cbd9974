/** Brokers, shared by all users. */
import type { BrokerRecord } from '../../contract/brokers.ts';
import { done, fail, notFound, type Outcome } from '../outcome.ts';
import { lockShared, SHARED, takeSharedVersions } from './counters.ts';
import { byText } from './text.ts';
import { stale } from './stale.ts';
import type { Db } from './store.ts';
import { bury, unbury } from './tombstones.ts';
import { usesOfBroker } from './uses.ts';

const COLUMNS = ['id', 'name', 'version'] as const;

export async function listBrokers(db: Db): Promise<BrokerRecord[]> {
  return await db.kysely.selectFrom('brokers').select(COLUMNS).orderBy(byText(db, 'brokers.name')).orderBy('id').execute();
}

export async function findBroker(db: Db, id: string): Promise<Outcome<BrokerRecord>> {
  const row = await db.kysely.selectFrom('brokers').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row === undefined ? notFound('Broker') : done(row);
}

async function nameTaken(db: Db, name: string, exceptId: string): Promise<boolean> {
  const lower = name.toLowerCase();
  return (await listBrokers(db)).some((broker) => broker.id !== exceptId && broker.name.toLowerCase() === lower);
}

const TAKEN = fail('invalid', 'A broker with this name exists already.');

export async function createBroker(db: Db, broker: { readonly id: string; readonly name: string }): Promise<Outcome<BrokerRecord>> {
  await lockShared(db);
  const existing = await findBroker(db, broker.id);
  if (existing.ok) return fail('already-exists', 'A broker with this id exists already.', { current: existing.value });
  if (await nameTaken(db, broker.name, broker.id)) return TAKEN;
  const record = { ...broker, version: await takeSharedVersions(db) };
  await db.kysely.insertInto('brokers').values(record).execute();
  await unbury(db, SHARED, 'broker', [broker.id]);
  return done(record);
}

export async function updateBroker(db: Db, id: string, fields: { readonly name: string }, ifVersion: number | null): Promise<Outcome<BrokerRecord>> {
  await lockShared(db);
  const current = await findBroker(db, id);
  if (!current.ok) return current;
  if (ifVersion !== null && current.value.version !== ifVersion) return stale(current.value);
  if (await nameTaken(db, fields.name, id)) return TAKEN;
  const record = { id, ...fields, version: await takeSharedVersions(db) };
  await db.kysely.updateTable('brokers').set({ ...fields, version: record.version }).where('id', '=', id).execute();
  return done(record);
}

/** Deletes a broker that no user's records name. `now` is an ISO instant. */
export async function removeBroker(db: Db, id: string, ifVersion: number | null, now: string): Promise<Outcome<undefined>> {
  await lockShared(db);
  const current = await findBroker(db, id);
  if (!current.ok) return current;
  if (ifVersion !== null && current.value.version !== ifVersion) return stale(current.value);
  const uses = await usesOfBroker(db, id);
  if (uses !== null) return fail('inUse', `This broker cannot be deleted because ${uses.words} ${uses.total === 1 ? 'uses' : 'use'} it.`);
  await db.kysely.deleteFrom('brokers').where('id', '=', id).execute();
  await bury(db, [{ scope: SHARED, entity: 'broker', id, version: await takeSharedVersions(db), deletedAt: now }]);
  return done(undefined);
}
