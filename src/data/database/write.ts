/** The one way to write: a strictly durable transaction whose expected failures are data. */
import { Dexie } from 'dexie';
import type { Use } from '../entities/entity-words.ts';
import type { HoldfastDatabase, TableName } from './schema.ts';

/**
 * Why nothing was written. The database is as it was before.
 * - `storageFull`: the browser's quota is used up
 * - `storageErased`: the browser removed this site's data while the app was open
 * - `appOutdated`: a newer version of the app upgraded the database; only a reload helps
 * - `storageUnavailable`: the browser gives no (more) access to the database
 * - `notFound`: the record does not exist (any more)
 * - `inUse`: other records refer to it; `count` of them
 * - `taken`: another record has a value that must be unique
 * - `interrupted`: the import was cancelled, or given up after a standstill
 * - `tooLate`: the change has been sent already
 * - `changedMeanwhile`: the record is not what the form was filled with, in fields that were changed here too; with no
 *   fields, the two versions cannot be combined
 */
export type WriteFault =
  | {
      readonly code:
        | 'storageFull'
        | 'storageErased'
        | 'appOutdated'
        | 'storageUnavailable'
        | 'notFound'
        | 'interrupted'
        | 'tooLate';
    }
  | {
      readonly code: 'inUse';
      readonly count: number;
      /** By entity, where records use it and not waiting changes. */ readonly uses: readonly Use[];
    }
  | { readonly code: 'taken'; readonly name: string }
  | { readonly code: 'changedMeanwhile'; readonly fields: readonly string[] };

/** The result of a write. */
export type Written<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: WriteFault };

/** Thrown inside a `write` body to roll it back and return a fault. */
export class WriteRefused extends Error {
  readonly fault: WriteFault;

  constructor(fault: WriteFault) {
    super(fault.code);
    this.name = 'WriteRefused';
    this.fault = fault;
  }
}

/**
 * Runs `body` in one read-write transaction over `tables` and `meta`. Returns its value once it is on disk, or a fault
 * with nothing changed. Any other error is a bug and throws.
 */
export async function write<T>(
  db: HoldfastDatabase,
  tables: readonly TableName[],
  body: () => Promise<T>,
): Promise<Written<T>> {
  const all = [...new Set<TableName>([...tables, 'meta'])];
  try {
    const value = await db.transaction('rw', all, async () => {
      // After site data was cleared Dexie reopens an empty database and would accept the write.
      if ((await db.meta.get('owner')) === undefined) throw new WriteRefused({ code: 'storageErased' });
      return await body();
    });
    return { ok: true, value };
  } catch (error) {
    const fault = writeFaultOf(error);
    if (fault === null) throw error;
    return {
      ok: false,
      fault: fault.code === 'storageUnavailable' && (await isErased(db)) ? { code: 'storageErased' } : fault,
    };
  }
}

/** A browser that erases the database first ends the open transactions; the next use opens an empty database. */
async function isErased(db: HoldfastDatabase): Promise<boolean> {
  if (db.isErased) return true;
  return await db.meta.get('owner').then(
    (owner) => owner === undefined,
    // A database that cannot be read gives no reason; `storageUnavailable` is returned instead.
    () => false,
  );
}

/** What browsers throw when they give no access: none at all, none in private windows, a lost connection. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  'MissingAPIError',
  'OpenFailedError',
  'InvalidStateError',
  'UnknownError',
  'SecurityError',
  'NotAllowedError',
]);

/** The expected failure behind an error of a transaction or of opening; null for a bug. */
export function writeFaultOf(error: unknown): WriteFault | null {
  for (const cause of causesOf(error)) {
    if (cause instanceof WriteRefused) return cause.fault;
    const name = cause instanceof Error ? cause.name : '';
    // Dexie reports a full disk as an AbortError with the cause inside.
    if (name === 'QuotaExceededError') return { code: 'storageFull' };
    if (name === 'VersionError') return { code: 'appOutdated' };
    if (name === 'DatabaseClosedError') return { code: 'storageUnavailable' };
    if (UNAVAILABLE.has(name)) return { code: 'storageUnavailable' };
  }
  return null;
}

/** Errors of a transaction that the browser has ended. */
const ENDED: ReadonlySet<string> = new Set(['AbortError', 'TransactionInactiveError', 'PrematureCommitError']);

/** Whether an error comes from the browser, as when it closes the connection during a write: no bug of the app. */
export function isStorageFailure(error: unknown): boolean {
  return (
    writeFaultOf(error) !== null || causesOf(error).some((cause) => cause instanceof Error && ENDED.has(cause.name))
  );
}

/** An error with the errors inside it, outermost first, but a named cause before its wrapper's own name. */
function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  let current: unknown = error;
  while (current !== undefined && current !== null && causes.length < 8) {
    causes.unshift(current);
    current = innerOf(current);
  }
  return causes;
}

function innerOf(error: unknown): unknown {
  if (error instanceof Dexie.BulkError) return error.failures[0];
  if (typeof error !== 'object' || error === null) return null;
  if ('inner' in error && error.inner !== undefined) return error.inner;
  return 'cause' in error ? error.cause : null;
}
