/** Background jobs run once at a time, in whichever process takes the lock first. */
import { sql } from 'kysely';
import { isUnavailable, type Store } from './store.ts';

export type Job = 'prices' | 'rates';

/** Arbitrary numbers, the same in every process: `hold` in ASCII, then what is locked. */
const NAMESPACE = 0x68_6f_6c_64;
const NUMBERS: Readonly<Record<Job | 'access', number>> = { prices: 1, rates: 2, access: 3 };

/** The two numbers of an advisory lock of PostgreSQL. */
export function advisoryKey(of: Job | 'access') {
  return sql`${sql.lit(NAMESPACE)}, ${sql.lit(NUMBERS[of])}`;
}

/**
 * Jobs of this process by database: SQLite has one process, and PostgreSQL's lock alone would let a session take it
 * twice.
 */
const running = new WeakMap<Store, Set<Job>>();

function runningOn(store: Store): Set<Job> {
  const known = running.get(store) ?? new Set<Job>();
  running.set(store, known);
  return known;
}

/**
 * Runs `work`, or returns null when the job is already running, here or in another process. A process that dies
 * releases its lock.
 */
export async function runExclusively<T>(store: Store, job: Job, work: () => Promise<T>): Promise<T | null> {
  const here = runningOn(store);
  if (here.has(job)) return null;
  here.add(job);
  try {
    return store.dialect === 'sqlite' ? await work() : await underAdvisoryLock(store, job, work);
  } finally {
    here.delete(job);
  }
}

/** The lock belongs to a connection, which stays open during the work. */
async function underAdvisoryLock<T>(store: Store, job: Job, work: () => Promise<T>): Promise<T | null> {
  return await store.kysely.connection().execute(async (connection) => {
    const key = advisoryKey(job);
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${key}) as taken`.execute(connection);
    if (rows[0]?.taken !== true) return null;
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection).catch((error: unknown) => {
        // The lock has ended with its connection, and the work is done all the same.
        if (!isUnavailable(error)) throw error;
      });
    }
  });
}

/** True while the job runs, here or in another process. */
export async function isRunning(store: Store, job: Job): Promise<boolean> {
  if (runningOn(store).has(job)) return true;
  if (store.dialect === 'sqlite') return false;
  const { rows } = await sql<{
    held: boolean;
  }>`select exists (select 1 from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database()) and classid = ${sql.lit(NAMESPACE)} and objid = ${sql.lit(NUMBERS[job])}) as held`.execute(
    store.kysely,
  );
  return rows[0]?.held === true;
}
