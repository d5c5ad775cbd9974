/** Every migration in order, as code, so that nothing is read from the disk at run time. */
import { Migrator, type Kysely, type Migration } from 'kysely';
import type { Dialect } from '../tables/dialect.ts';
import { up as first } from './0001-first.ts';
import { up as wealth } from './0002-wealth.ts';
import { up as lists } from './0003-lists.ts';
import { up as extras } from './0004-extras.ts';
import { up as operations } from './0006-operations.ts';
import { up as receipts } from './0007-receipts.ts';
import { up as fetches } from './0008-fetches.ts';
import { up as listIndexes } from './0009-list-indexes.ts';
import { up as brokerStatus } from './0010-broker-status.ts';
import { up as ratesByDay } from './0011-rates-by-day.ts';
import { up as brokerIndex } from './0012-broker-index.ts';
import { up as referenceIndex } from './0013-reference-index.ts';
import { up as unlistedOwner } from './0014-unlisted-owner.ts';
import { up as typedPrices } from './0015-typed-prices.ts';
import { up as userAccess } from './0016-user-access.ts';
import { up as writes } from './0017-writes.ts';
import { up as cashEvents } from './0018-cash-events.ts';
import { up as appliedOperations } from './0019-applied-operations.ts';
import { up as taxDateFeeds } from './0021-tax-date-feeds.ts';
import { up as cashIsas } from './0022-cash-isas.ts';
import { up as sessionDevices } from './0023-session-devices.ts';
import { up as deletedUsers } from './0024-deleted-users.ts';
import { up as boundsOfAUser } from './0025-bounds-of-a-user.ts';
import { up as oneBrokerIndex } from './0026-one-broker-index.ts';

type Step = (db: Kysely<unknown>, dialect: Dialect) => Promise<void>;

const STEPS: Readonly<Record<string, Step>> = {
  '0001-first': first,
  '0002-wealth': wealth,
  '0003-lists': lists,
  '0004-extras': extras,
  '0006-operations': operations,
  '0007-receipts': receipts,
  '0008-fetches': fetches,
  '0009-list-indexes': listIndexes,
  '0010-broker-status': brokerStatus,
  '0011-rates-by-day': ratesByDay,
  '0012-broker-index': brokerIndex,
  '0013-reference-index': referenceIndex,
  '0014-unlisted-owner': unlistedOwner,
  '0015-typed-prices': typedPrices,
  '0016-user-access': userAccess,
  '0017-writes': writes,
  '0018-cash-events': cashEvents,
  '0019-applied-operations': appliedOperations,
  '0021-tax-date-feeds': taxDateFeeds,
  '0022-cash-isas': cashIsas,
  '0023-session-devices': sessionDevices,
  '0024-deleted-users': deletedUsers,
  '0025-bounds-of-a-user': boundsOfAUser,
  '0026-one-broker-index': oneBrokerIndex,
};

/** The name of the newest schema. */
export const LATEST = Object.keys(STEPS).at(-1) ?? '';

/** True for a schema that this version knows. */
export function isKnownMigration(name: string): boolean {
  return Object.hasOwn(STEPS, name);
}

/**
 * Migrates the database to the schema `upTo`; forward only. Throws when a step fails, which leaves the database
 * unchanged.
 */
export async function migrate(db: Kysely<unknown>, dialect: Dialect, upTo: string = LATEST): Promise<void> {
  const migrations: Record<string, Migration> = {};
  for (const [name, step] of Object.entries(STEPS))
    migrations[name] = {
      up: async (target: Kysely<unknown>) => {
        await step(target, dialect);
      },
    };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => await Promise.resolve(migrations) } });
  const { error } = await migrator.migrateTo(upTo);
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('the database could not be migrated', { cause: error });
}
