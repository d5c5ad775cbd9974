/**
 * Marks each table that figures are computed from with a new stamp at every write, in the write's own database
 * transaction: two equal stamps mean equal rows, whichever tab or worker wrote them.
 */
import type { DBCore, DBCoreMutateRequest, DBCoreTable, DBCoreTransaction, Middleware } from 'dexie';
import { sizeOf } from './portioned-writes.ts';

/** The tables that holdings, gains and the dashboard are computed from. */
export const STAMPED_TABLES = [
  'accounts',
  'assets',
  'transactions',
  'imports',
  'prices',
  'rates',
  'extras',
  'brokerCashBalances',
  'savingsAccounts',
  'targetAllocations',
] as const;

export type StampedTable = (typeof STAMPED_TABLES)[number];

export interface TableStamp {
  readonly table: StampedTable;
  readonly stamp: string;
}

const STAMPS = 'tableStamps';
const STAMPED: ReadonlySet<string> = new Set(STAMPED_TABLES);

/** The tables that each open transaction has stamped. */
const stamped = new WeakMap<DBCoreTransaction, Set<string>>();

/** To be used by every connection to a user's database. */
export const TABLE_STAMPS: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'table-stamps',
  create: (core) => ({
    ...core,
    transaction: (stores, mode, options) =>
      core.transaction(
        mode === 'readwrite' && !stores.includes(STAMPS) && stores.some((store) => STAMPED.has(store))
          ? [...stores, STAMPS]
          : stores,
        mode,
        options,
      ),
    table: (name) => (STAMPED.has(name) ? withStamp(core, name) : core.table(name)),
  }),
};

function withStamp(core: DBCore, name: string): DBCoreTable {
  const table = core.table(name);
  // An upgrade from a version without stamps may write too; no figures are kept yet.
  if (!core.schema.tables.some((known) => known.name === STAMPS)) return table;
  const stamps = core.table(STAMPS);
  return {
    ...table,
    mutate: (request) => {
      const stamping = stamp(stamps, name, request);
      const writing = table.mutate(request);
      return stamping === null ? writing : Promise.all([writing, stamping]).then(([response]) => response);
    },
  };
}

/** Null where nothing is written, or the transaction has stamped the table already. */
function stamp(stamps: DBCoreTable, table: string, request: DBCoreMutateRequest): Promise<void> | null {
  if (request.type !== 'deleteRange' && sizeOf(request) === 0) return null;
  const { trans } = request;
  const before = stamped.get(trans) ?? new Set<string>();
  if (before.has(table)) return null;
  stamped.set(trans, before.add(table));
  const values = [{ table, stamp: crypto.randomUUID() }];
  return stamps.mutate({ type: 'put', trans, values }).then(({ numFailures, failures }) => {
    if (numFailures === 0) return;
    // A write without its stamp would show outdated figures as current.
    (trans as unknown as IDBTransaction).abort();
    throw failures[0];
  });
}
