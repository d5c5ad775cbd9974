/** Rows that a device sends in the canonical form: written with their ids, each with a result of its own. */
import Papa from 'papaparse';
import type { z } from 'zod';
import type { RowOutcome, transactionImportResult } from '../../contract/transactions.ts';
import {
  MOST_BYTES,
  readCanonicalRows,
  type CanonicalRow,
  type RowNames,
} from '../../domain/csv/exports/canonical-rows.ts';
import { TRANSACTION, type Transaction } from '../../domain/records/records.ts';
import { done, fail, type Outcome } from '../outcome.ts';
import { lockedIsinsBeyondLimit, tooManyUnlisted } from '../store/shared-records/assets.ts';
import { lockUser } from '../store/versions/counters.ts';
import { deletedAmong } from '../store/versions/tombstones.ts';
import { insertTransactions, transactionsNamed } from '../store/user-records/transactions.ts';
import type { ImportContext } from './import-context.ts';
import { createNamed, placesOf } from './row-places.ts';

type ImportResult = z.infer<typeof transactionImportResult>;

/** Reads the file of a call, or names the row, column and value that are invalid. */
export function readCanonicalFile(bytes: Uint8Array): Outcome<readonly CanonicalRow[]> {
  if (bytes.length > MOST_BYTES)
    return fail('tooLarge', `The file has ${bytes.length} bytes: expected at most ${MOST_BYTES}.`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return fail('invalid', 'The file is not valid: expected UTF-8.');
  }
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',', newline: '\r\n' });
  const [error] = errors;
  if (error !== undefined) return fail('invalid', `Row ${(error.row ?? 0) + 1} is not valid: ${error.message}.`);
  // A truncated file may end anywhere.
  if (data.pop()?.join() !== '')
    return fail('invalid', `Row ${data.length + 1} is not valid: expected a line break at its end.`);
  const read = readCanonicalRows(data);
  return read.ok ? done(read.rows) : fail('invalid', read.fault);
}

type ReadRow = CanonicalRow & { readonly read: { readonly ok: true } };

/**
 * Writes the rows that do not exist yet. A row whose id is stored adds nothing, and the stored record is returned; with
 * `isRepeated`, for a call that has taken effect before, a record that was deleted since stays deleted.
 */
export async function importCanonical(
  context: ImportContext,
  rows: readonly CanonicalRow[],
  names: RowNames,
  { isRepeated }: { readonly isRepeated: boolean },
): Promise<Outcome<ImportResult>> {
  const { db, userId, newId } = context;
  await lockUser(db, userId);
  const ids = rows.map(({ id }) => id);
  const stored = new Map((await transactionsNamed(db, userId, ids)).map((record) => [record.id, record]));
  const deleted = isRepeated ? await deletedAmong(db, userId, 'transaction', ids) : new Set<string>();
  const fresh = rows.filter((row): row is ReadRow => row.read.ok && !stored.has(row.id) && !deleted.has(row.id));
  const places = await placesOf(
    context,
    fresh.map(({ read }) => read.transaction),
    names,
  );
  const isinsOf = ({ isin, relatedIsin }: Transaction): string[] =>
    [isin, relatedIsin ?? ''].filter((name) => name !== '');
  const placed = fresh.flatMap(({ read }) => places.place(read.transaction) ?? []);
  const isins = [...new Set(placed.flatMap(isinsOf))];
  const beyondLimit = await lockedIsinsBeyondLimit(db, userId, isins);
  const written = placed.filter((record) => !isinsOf(record).some((isin) => beyondLimit.has(isin)));
  const made = places.missingAmong(written);
  const wanted = new Set(written.flatMap(isinsOf));
  const created = await createNamed(context, {
    ...made,
    securities: [...wanted].map((isin) => ({ id: newId(), isin, name: names.securities[isin] ?? '' })),
  });
  if (!created.ok) return created;
  const fresher = new Map((await insertTransactions(db, userId, written)).map((record) => [record.id, record]));
  const outcomes = rows.map(({ id, row, read }): RowOutcome => {
    const now = fresher.get(id) ?? stored.get(id);
    if (now !== undefined) {
      const { version = 0 } = now;
      return read.ok && equalsRow(read.transaction, now)
        ? { id, version }
        : { id, version, record: { ...now, version } };
    }
    if (deleted.has(id)) return { id, version: 0 };
    if (!read.ok) return { id, refused: read.fault };
    const isin = isinsOf(read.transaction).find((name) => beyondLimit.has(name));
    const fault = isin === undefined ? places.faultOf(read.transaction) : tooManyUnlisted(isin);
    return { id, refused: `Row ${row}: ${fault}` };
  });
  const faults = outcomes.flatMap(({ refused }) => refused ?? []);
  return done({
    importedCount: written.length,
    duplicateCount: rows.length - written.length - faults.length,
    errorCount: faults.length,
    message: `Imported ${written.length} of ${rows.length} rows`,
    errors: faults,
    duplicates: [],
    newAccounts: made.accounts.map(({ id }) => id),
    newBrokers: made.brokers.map(({ id }) => id),
    rows: outcomes,
  });
}

const FIELDS = Object.keys(TRANSACTION) as (keyof typeof TRANSACTION)[];

function equalsRow(row: Transaction, record: Transaction): boolean {
  return FIELDS.every((field) => (row[field] ?? null) === (record[field] ?? null));
}
