/**
 * Notes which transactions each write changes, in the write's own database transaction: so it is known which rows of
 * the copy are out of date, whichever tab or worker wrote them.
 */
import type { DBCore, DBCoreMutateRequest, DBCoreTable, DBCoreTransaction, Middleware } from 'dexie';
import type { TransactionChange } from './parts.ts';

const NOTED = 'transactions';
const NOTES = 'transactionChanges';

/** A write that changes more rows lists none: the table is then read as fast without the copy. */
const MOST_IDS = 5000;

/** Ids that each open transaction has listed; Infinity once it has noted that there are more. */
const listed = new WeakMap<DBCoreTransaction, number>();

/** To be used by every connection to a user's database. */
export const CHANGE_NOTES: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'transaction-changes',
  create: (core) => ({
    ...core,
    transaction: (stores, mode, options) =>
      core.transaction(
        mode === 'readwrite' && stores.includes(NOTED) && !stores.includes(NOTES) ? [...stores, NOTES] : stores,
        mode,
        options,
      ),
    table: (name) => (name === NOTED ? withNotes(core) : core.table(name)),
  }),
};

function withNotes(core: DBCore): DBCoreTable {
  const table = core.table(NOTED);
  // An upgrade from a version without notes may write too; there is no copy yet.
  if (!core.schema.tables.some(({ name }) => name === NOTES)) return table;
  const notes = core.table(NOTES);
  return {
    ...table,
    mutate: (request) => {
      const noting = note(notes, request, idsOf(table, request));
      const writing = table.mutate(request);
      return noting === null ? writing : Promise.all([writing, noting]).then(([response]) => response);
    },
  };
}

/** What the request adds, replaces or removes; null for a range. */
function idsOf({ schema }: DBCoreTable, request: DBCoreMutateRequest): readonly string[] | null {
  if (request.type === 'deleteRange') return null;
  if (request.type === 'delete') return request.keys;
  return request.values.map((row: unknown) => schema.primaryKey.extractKey?.(row) as string);
}

/** Null where nothing is to be noted any more. */
function note(notes: DBCoreTable, { trans }: DBCoreMutateRequest, ids: readonly string[] | null): Promise<void> | null {
  const before = listed.get(trans) ?? 0;
  if (before === Infinity || ids?.length === 0) return null;
  const after = ids === null || before + ids.length > MOST_IDS ? Infinity : before + ids.length;
  listed.set(trans, after);
  const change: Omit<TransactionChange, 'seq'> = { ids: after === Infinity ? null : ids };
  return notes.mutate({ type: 'add', trans, values: [change] }).then(({ numFailures, failures }) => {
    if (numFailures === 0) return;
    // A write without its note would leave outdated rows in the copy.
    (trans as unknown as IDBTransaction).abort();
    throw failures[0];
  });
}
