/** The results of fetching: the last one for each asset, and the runs of the daily jobs. */
import type { PricePoint } from '../../../domain/records/records.ts';
import { inBatches } from '../database/in-batches.ts';
import type { Job } from '../database/job-lock.ts';
import type { Db } from '../database/store.ts';
import { lockShared } from '../versions/counters.ts';
import { savePrices, type PriceOrigin } from './market.ts';

export interface FetchOutcome {
  readonly assetId: string;
  /** Null when it succeeded. */
  readonly message: string | null;
}

/** Stores the result of each asset's last fetch; `at` is an ISO instant. Assets deleted meanwhile are ignored. */
export async function saveOutcomes(db: Db, outcomes: readonly FetchOutcome[], at: string): Promise<void> {
  const stored = await inBatches(
    outcomes.map(({ assetId }) => assetId),
    async (batch) => await db.kysely.selectFrom('assets').select('id').where('id', 'in', batch).execute(),
  );
  const known = new Set(stored.map(({ id }) => id));
  await inBatches(
    outcomes.filter(({ assetId }) => known.has(assetId)),
    async (batch) =>
      await db.kysely
        .insertInto('price_fetches')
        .values(batch.map(({ assetId, message }) => ({ asset_id: assetId, fetched_at: at, message })))
        .onConflict((oc) =>
          oc
            .column('asset_id')
            .doUpdateSet((eb) => ({ fetched_at: eb.ref('excluded.fetched_at'), message: eb.ref('excluded.message') })),
        )
        .execute(),
  );
}

/** The last result by asset. */
export async function lastOutcomes(
  db: Db,
): Promise<Map<string, { readonly at: string; readonly message: string | null }>> {
  const rows = await db.kysely.selectFrom('price_fetches').selectAll().execute();
  return new Map(rows.map((row) => [row.asset_id, { at: row.fetched_at, message: row.message }]));
}

/**
 * Stores fetched prices, but never over an administrator's price for that day; prices of securities deleted meanwhile
 * are ignored.
 */
export async function saveFetchedPrices(db: Db, points: readonly PricePoint[], origin: PriceOrigin): Promise<void> {
  if (points.length === 0) return;
  await lockShared(db);
  const isins = [...new Set(points.map(({ isin }) => isin))];
  const assets = await inBatches(
    isins,
    async (batch) => await db.kysely.selectFrom('assets').select('isin').where('isin', 'in', batch).execute(),
  );
  const known = new Set(assets.map(({ isin }) => isin));
  const stated = await inBatches(
    isins,
    async (batch) =>
      await db.kysely
        .selectFrom('prices')
        .select(['isin', 'price_date'])
        .where('isin', 'in', batch)
        .where('source', '=', 'MANUAL')
        .execute(),
  );
  const kept = new Set(stated.map((row) => `${row.isin} ${row.price_date}`));
  await savePrices(
    db,
    points.filter((point) => known.has(point.isin) && !kept.has(`${point.isin} ${point.priceDate}`)),
    origin,
  );
}

export type RunStatus = 'Success' | 'Partial' | 'NotFound' | 'Failed';

export interface FetchRun {
  readonly id: string;
  readonly job: Job;
  /** ISO instants: when it began, and when it was recorded. */
  readonly startedAt: string;
  readonly createdAt: string;
  readonly status: RunStatus;
  readonly updatedCount: number;
  readonly errorMessage: string | null;
}

const KEPT_RUNS = 400;

/** Records a run; the oldest runs of the job are deleted. */
export async function addRun(db: Db, run: FetchRun): Promise<void> {
  await db.kysely
    .insertInto('fetch_runs')
    .values({
      id: run.id,
      job: run.job,
      started_at: run.startedAt,
      created_at: run.createdAt,
      status: run.status,
      updated_count: run.updatedCount,
      error_message: run.errorMessage,
    })
    .execute();
  const oldest = await db.kysely
    .selectFrom('fetch_runs')
    .select('created_at')
    .where('job', '=', run.job)
    .orderBy('created_at', 'desc')
    .offset(KEPT_RUNS)
    .limit(1)
    .executeTakeFirst();
  if (oldest !== undefined)
    await db.kysely
      .deleteFrom('fetch_runs')
      .where('job', '=', run.job)
      .where('created_at', '<=', oldest.created_at)
      .execute();
}

/** The last runs of a job, newest first. */
export async function lastRuns(db: Db, job: Job, count: number): Promise<FetchRun[]> {
  const rows = await db.kysely
    .selectFrom('fetch_runs')
    .selectAll()
    .where('job', '=', job)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    job,
    startedAt: row.started_at,
    createdAt: row.created_at,
    status: row.status as RunStatus,
    updatedCount: row.updated_count,
    errorMessage: row.error_message,
  }));
}
