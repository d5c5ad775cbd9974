/**
 * Imports of large files on SQLite: the rows are written in parts, between which other users write. An import that is
 * interrupted leaves a mark and is completed by its repetition: its rows have the same ids again.
 */
import { createHash } from 'node:crypto';
import type { TransactionRecord } from '../../contract/transactions.ts';
import type { Transaction } from '../../domain/records/records.ts';
import { done, fail, type Outcome } from '../outcome.ts';
import { PART, writeInParts } from '../store/database/in-parts.ts';
import type { Db, Store } from '../store/database/store.ts';
import { isinsBeyondLimit } from '../store/shared-records/assets.ts';
import { insertTransactions, transactionsNamed } from '../store/user-records/transactions.ts';
import { findMark, leaveMark, removeMark } from '../store/versions/applied-operations.ts';
import { checkRoom, lockUser } from '../store/versions/counters.ts';
import type { ImportContext, ImportSelection } from './import-context.ts';
import { errorsOf } from './import-rows.ts';
import { isUnchanged, readAhead, type ReadAhead } from './read-ahead.ts';
import { createParents, resultOf, selectRows, type ImportResult, type SelectedRows } from './selected-rows.ts';
import { readTransactions, type Prepared } from './transaction-import.ts';

/** An import of which only the last part is not yet written. */
export interface WrittenAhead {
  readonly mark: string;
  readonly selected: SelectedRows;
  readonly written: readonly TransactionRecord[];
  readonly last: readonly Transaction[];
  /** The accounts, brokers and securities of the rows have been created. */
  readonly hasParents: boolean;
}

/** Ids of an import: the start of one id, and the row's number. */
const START = 24;

/**
 * Reads a file, and writes all of its rows but the last part where they are many. With `onlyFaultless`, a file with a
 * faulty row is only read.
 */
export async function importAhead(
  store: Store,
  context: ImportContext,
  bytes: Uint8Array,
  selection: ImportSelection,
  { onlyFaultless }: { readonly onlyFaultless: boolean },
): Promise<Outcome<ReadAhead<Prepared> | WrittenAhead>> {
  const { db, userId, newId, clock } = context;
  const mark = markOf(bytes, selection);
  const begun = store.dialect === 'sqlite' ? await findMark(db, userId, mark) : null;
  const start = (begun ?? newId()).slice(0, START);
  const isOwn = (id: string): boolean => begun !== null && id.startsWith(start);
  for (;;) {
    const ahead = await readAhead(context, async (reading) => await readTransactions(reading, bytes, selection, isOwn));
    if (!ahead.ok) return ahead;
    const { prepared } = ahead.value.reading;
    const isFaulty = onlyFaultless && prepared.rows.some((row) => errorsOf(row).length > 0);
    if (store.dialect !== 'sqlite' || isFaulty || (begun === null && prepared.rows.length <= PART)) return ahead;
    const selected = await selectRows(context, prepared, selection, isinsBeyondLimit);
    let hasBegun = false;
    let isStale = false;
    const parts = await writeInParts(store, withIds(selected, start), async (tx, part) => {
      await lockUser(tx, userId);
      if (!hasBegun) {
        const within = { ...context, db: tx };
        isStale = !(await isUnchanged(within, ahead.value));
        if (isStale) return fail('conflict', 'The data has changed since the file was read.');
        // Before anything is written: a file is not to be imported in part.
        const added = selected.accepted.newAccounts.length + selected.records.length;
        if (begun === null) await checkRoom(tx, userId, added);
        const parents = await createParents(within, selected);
        if (!parents.ok) return parents;
        await leaveMark(tx, userId, mark, `${start}${'0'.repeat(12)}`, new Date(clock()).toISOString());
        hasBegun = true;
      }
      return done(await insertMissing(tx, userId, part));
    });
    if (isStale) continue;
    if (!parts.ok) return parts;
    const { written, last } = parts.value;
    // Fewer rows than a part are selected.
    if (!hasBegun && begun === null) return ahead;
    return done({ mark, selected, written: written.flat(), last, hasParents: hasBegun });
  }
}

/** Writes the last part. */
export async function finishImport(
  context: ImportContext,
  { mark, selected, written, last, hasParents }: WrittenAhead,
): Promise<Outcome<ImportResult>> {
  const { db, userId } = context;
  await lockUser(db, userId);
  const parents = hasParents ? done(undefined) : await createParents(context, selected);
  if (!parents.ok) return parents;
  const rest = await insertMissing(db, userId, last);
  await removeMark(db, userId, mark);
  return done(resultOf(selected, [...written, ...rest]));
}

function markOf(bytes: Uint8Array, { rows, skipDuplicateCheck }: ImportSelection): string {
  const choice = JSON.stringify([rows === 'all' ? rows : [...rows], skipDuplicateCheck]);
  return createHash('sha256').update(bytes).update(choice).digest('base64');
}

/** The rows with ids of their own where the file states none; the two sides of a transfer are linked by such an id too. */
function withIds({ records, accepted: { rows } }: SelectedRows, start: string): readonly Transaction[] {
  const idOf = (number: number, kind: string): string => `${start}${kind}${number.toString(16).padStart(11, '0')}`;
  const links = new Map<string, string>();
  return records.map((record, index) => {
    const row = rows[index];
    if (row === undefined) return record;
    const placed = row.fileId === null ? { ...record, id: idOf(row.rowNumber, '0') } : record;
    const { transferId } = placed;
    if (transferId === undefined || row.reading.source.pair === undefined) return placed;
    const link = links.get(transferId) ?? idOf(row.rowNumber, '1');
    links.set(transferId, link);
    return { ...placed, transferId: link };
  });
}

/** Writes the rows that are not stored yet, and returns all of them as they are stored. */
async function insertMissing(db: Db, userId: string, rows: readonly Transaction[]): Promise<TransactionRecord[]> {
  const stored = await transactionsNamed(
    db,
    userId,
    rows.map(({ id }) => id),
  );
  const known = new Set(stored.map(({ id }) => id));
  const fresh = rows.filter(({ id }) => !known.has(id));
  return [...stored, ...(await insertTransactions(db, userId, fresh))];
}
