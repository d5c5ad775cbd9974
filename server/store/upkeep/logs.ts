/** The log entries in the admin portal: the newest ones, of all processes on the database. */
import type { z } from 'zod';
import type { adminRoutes, LogPage } from '../../../contract/admin.ts';
import { insertRows } from '../database/insert-rows.ts';
import { pageOf } from '../database/paging.ts';
import type { Db } from '../database/store.ts';
import { containsWord } from '../database/text.ts';

/** The most entries. */
export const MAX_LOGS = 10_000;

/** The source of entries about refused requests. */
export const REFUSALS = 'refusals';
/** The most of these entries. */
const MAX_REFUSALS = 1000;

export interface LogRow {
  /** ISO instant. */
  readonly at: string;
  readonly level: string;
  readonly source: string;
  readonly message: string;
  readonly exception: string | null;
}

/** Adds entries and removes the oldest beyond `keep`. */
export async function addLogs(db: Db, entries: readonly LogRow[], keep = MAX_LOGS): Promise<void> {
  if (entries.length === 0) return;
  await insertRows(db, 'logs', entries);
  // Anybody can cause refusals as often as they like, and these must not displace other entries.
  await db.kysely
    .deleteFrom('logs')
    .where('source', '=', REFUSALS)
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('logs')
        .select('id')
        .where('source', '=', REFUSALS)
        .orderBy('id', 'desc')
        .limit(1)
        .offset(MAX_REFUSALS),
    )
    .execute();
  await db.kysely
    .deleteFrom('logs')
    .where('id', '<=', (eb) => eb.selectFrom('logs').select('id').orderBy('id', 'desc').limit(1).offset(keep))
    .execute();
}

/** The filters of the entries; an absent or empty one does not restrict. */
type LogFilter = z.output<typeof adminRoutes.logs.query>;

function filtered(db: Db, { level = '', source = '', searchText = '', startTime, endTime }: LogFilter) {
  let query = db.kysely.selectFrom('logs');
  if (level !== '') query = query.where('level', '=', level);
  if (source !== '') query = query.where(containsWord(['logs.source'], source.toLowerCase()));
  if (searchText !== '') query = query.where(containsWord(['logs.message'], searchText.toLowerCase()));
  // Stored to the millisecond, whatever the precision of the request.
  if (startTime !== undefined) query = query.where('at', '>=', new Date(startTime).toISOString());
  if (endTime !== undefined) query = query.where('at', '<=', new Date(endTime).toISOString());
  return query;
}

/** A page of entries, newest first; beyond the last page the last one. */
export async function pageOfLogs(db: Db, filter: LogFilter): Promise<LogPage> {
  const { count } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const {
    offset,
    reply: { totalCount, totalPages, currentPage },
  } = pageOf(count, filter.page, filter.pageSize);
  const rows = await filtered(db, filter)
    .select(['at', 'level', 'source', 'message', 'exception'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.pageSize)
    .offset(offset)
    .execute();
  return {
    logs: rows.map(({ at, ...entry }) => ({ timestamp: at, ...entry })),
    totalCount,
    totalPages,
    page: currentPage,
  };
}
