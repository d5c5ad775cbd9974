/** Brokers, shared by all users. */
import type { Selectable } from 'kysely';
import type { BrokerRecord, BrokerUsage } from '../../../contract/brokers.ts';
import { done, fail, notFound, type Outcome } from '../../outcome.ts';
import type { Db } from '../database/store.ts';
import { byText } from '../database/text.ts';
import type { BrokerTable } from '../tables/schema.ts';
import { lockShared, SHARED, takeSharedVersions } from '../versions/counters.ts';
import { atVersion } from '../versions/stale.ts';
import { addSharedTombstones, clearTombstones } from '../versions/tombstones.ts';
import { usesOfBroker } from './uses.ts';

export function toBroker(row: Selectable<BrokerTable>): BrokerRecord & { readonly version: number } {
  return { id: row.id, name: row.name, isActive: row.is_active === 1, version: row.version };
}

export async function listBrokers(db: Db): Promise<BrokerRecord[]> {
  return (
    await db.kysely.selectFrom('brokers').selectAll().orderBy(byText(db, 'brokers.name')).orderBy('id').execute()
  ).map(toBroker);
}

/** The number of records of all users that name each broker. */
export async function brokerUsage(db: Db): Promise<BrokerUsage[]> {
  const counts = await db.kysely
    .selectFrom('brokers')
    .select((eb) => [
      'brokers.id',
      eb
        .selectFrom('transactions')
        .whereRef('transactions.broker_id', '=', 'brokers.id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('trades'),
      eb
        .selectFrom('broker_cash_balances')
        .whereRef('broker_cash_balances.broker_id', '=', 'brokers.id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('balances'),
    ])
    .execute();
  return counts.map(({ id, trades, balances }) => ({ id, usageCount: (trades ?? 0) + (balances ?? 0) }));
}

export async function findBroker(db: Db, id: string): Promise<Outcome<BrokerRecord & { readonly version: number }>> {
  const row = await db.kysely.selectFrom('brokers').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? notFound('Broker') : done(toBroker(row));
}

async function nameTaken(db: Db, name: string, exceptId: string): Promise<boolean> {
  const lower = name.toLowerCase();
  return (await listBrokers(db)).some((broker) => broker.id !== exceptId && broker.name.toLowerCase() === lower);
}

const TAKEN = fail('invalid', 'A broker with this name already exists.');

export async function createBroker(
  db: Db,
  broker: { readonly id: string; readonly name: string; readonly isActive?: boolean },
): Promise<Outcome<BrokerRecord>> {
  await lockShared(db);
  const existing = await findBroker(db, broker.id);
  if (existing.ok) return fail('already-exists', 'A broker with this id already exists.', { current: existing.value });
  if (await nameTaken(db, broker.name, broker.id)) return TAKEN;
  const row = {
    id: broker.id,
    name: broker.name,
    is_active: broker.isActive === false ? 0 : 1,
    version: await takeSharedVersions(db),
  };
  await db.kysely.insertInto('brokers').values(row).execute();
  await clearTombstones(db, SHARED, 'broker', [broker.id]);
  return done(toBroker(row));
}

/** A status that is not given stays unchanged. */
export async function updateBroker(
  db: Db,
  id: string,
  fields: { readonly name: string; readonly isActive?: boolean },
  ifVersion: number | null,
): Promise<Outcome<BrokerRecord>> {
  await lockShared(db);
  const current = atVersion(await findBroker(db, id), ifVersion);
  if (!current.ok) return current;
  if (await nameTaken(db, fields.name, id)) return TAKEN;
  const isActive = fields.isActive ?? current.value.isActive;
  await db.kysely
    .updateTable('brokers')
    .set({ name: fields.name, is_active: isActive === false ? 0 : 1, version: await takeSharedVersions(db) })
    .where('id', '=', id)
    .execute();
  return await findBroker(db, id);
}

/** Deletes a broker that no user's records name. `now` is an ISO instant. */
export async function removeBroker(
  db: Db,
  id: string,
  ifVersion: number | null,
  now: string,
): Promise<Outcome<undefined>> {
  await lockShared(db);
  const current = atVersion(await findBroker(db, id), ifVersion);
  if (!current.ok) return current;
  const uses = await usesOfBroker(db, id);
  if (uses !== null)
    return fail(
      'inUse',
      `This broker cannot be deleted because ${uses.words} ${uses.total === 1 ? 'uses' : 'use'} it.`,
    );
  await db.kysely.deleteFrom('brokers').where('id', '=', id).execute();
  await addSharedTombstones(db, 'broker', [id], now);
  return done(undefined);
}
