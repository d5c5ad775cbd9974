/** The accounts and brokers that canonical rows name by id, some of which were deleted before the rows arrived. */
import type { RowNames } from '../../domain/csv/exports/canonical-rows.ts';
import { nameKey } from '../../domain/csv/cells/cell-text.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { isUuid } from '../../domain/values/uuid.ts';
import { done, type Outcome } from '../outcome.ts';
import { createUnlistedAssets } from '../store/shared-records/assets.ts';
import { createBroker, listBrokers } from '../store/shared-records/brokers.ts';
import { ACCOUNTS, listAccounts } from '../store/user-records/accounts.ts';
import { createOwned } from '../store/versions/owned.ts';
import { SHARED } from '../store/versions/counters.ts';
import { deletedAmong } from '../store/versions/tombstones.ts';
import type { ImportContext } from './import-context.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The records that rows name, their present ids, and the records to create again. */
class Parents {
  private readonly found = new Map<string, string>();
  private readonly missing = new Map<string, Named>();

  /** A stored id is used as it is; another is resolved by its name, or created again where `mayCreate` allows. */
  constructor(
    stored: readonly Named[],
    ids: readonly string[],
    names: Readonly<Record<string, string>>,
    mayCreate: (id: string) => boolean,
  ) {
    const known = new Set(stored.map(({ id }) => id));
    const byName = new Map(stored.map(({ id, name }) => [nameKey(name), id]));
    for (const id of new Set(ids)) {
      const name = names[id] ?? '';
      const here = known.has(id) ? id : name === '' ? undefined : byName.get(nameKey(name));
      if (here !== undefined) this.found.set(id, here);
      else if (name !== '' && mayCreate(id)) {
        this.found.set(id, id);
        this.missing.set(id, { id, name });
        byName.set(nameKey(name), id);
      }
    }
  }

  /** The present id of a record, which may still have to be created. */
  find(id: string): string | undefined {
    return this.found.get(id);
  }

  missingAmong(ids: readonly string[]): readonly Named[] {
    const used = new Set(ids);
    return [...this.missing.values()].filter(({ id }) => used.has(id));
  }
}

/** The account and broker of rows. */
export interface RowPlaces {
  /** The row with the present ids of its account and broker; null where one is missing. */
  readonly place: (row: Transaction) => Transaction | null;
  /** Why a row has no place. */
  readonly faultOf: (row: Transaction) => string;
  /** The records to create for placed rows. */
  readonly missingAmong: (rows: readonly Transaction[]) => {
    readonly accounts: readonly Named[];
    readonly brokers: readonly Named[];
  };
}

/**
 * A deleted account is created again with its id and name. A broker is created again only where it was deleted here: a
 * broker in use could not have been deleted, and an id that was never ours creates nothing. Where another broker has
 * the name, that one is used.
 */
export async function placesOf(
  { db, userId }: ImportContext,
  rows: readonly Transaction[],
  names: RowNames,
): Promise<RowPlaces> {
  const accountIds = rows.map(({ accountId }) => accountId);
  const accounts = new Parents(await listAccounts(db, userId), accountIds, names.accounts, isUuid);
  const brokerIds = [...new Set(rows.map(({ brokerId }) => brokerId))];
  const deleted = await deletedAmong(db, SHARED, 'broker', brokerIds);
  const brokers = new Parents(await listBrokers(db), brokerIds, names.brokers, (id) => deleted.has(id));
  return {
    place: (row) => {
      const [accountId, brokerId] = [accounts.find(row.accountId), brokers.find(row.brokerId)];
      return accountId === undefined || brokerId === undefined ? null : { ...row, accountId, brokerId };
    },
    faultOf: ({ accountId, brokerId }) =>
      accounts.find(accountId) === undefined
        ? `Account "${names.accounts[accountId] ?? accountId}" is not known: create it, or choose another.`
        : `Broker "${names.brokers[brokerId] ?? brokerId}" is not known: create it, or choose another.`,
    missingAmong: (placed) => ({
      accounts: accounts.missingAmong(placed.map(({ accountId }) => accountId)),
      brokers: brokers.missingAmong(placed.map(({ brokerId }) => brokerId)),
    }),
  };
}

/** Creates what rows name and what is not stored; the caller has checked the limits. */
export async function createNamed(
  { db, userId }: ImportContext,
  named: {
    readonly accounts: readonly Named[];
    readonly brokers: readonly Named[];
    readonly securities: Parameters<typeof createUnlistedAssets>[2];
  },
): Promise<Outcome<undefined>> {
  for (const broker of named.brokers) {
    const created = await createBroker(db, broker);
    if (!created.ok) return created;
  }
  for (const { id, ...fields } of named.accounts) {
    const created = await createOwned(ACCOUNTS, db, userId, id, fields);
    if (!created.ok) return created;
  }
  await createUnlistedAssets(db, userId, named.securities);
  return done(undefined);
}
