/** What the system logs are filtered by (002 §2). */
import type { LogQuery } from '../../../sync/ask/admin-calls.ts';
import { parseIsoDateTime } from '../../../ui/texts/date-text.ts';

export interface LogFilters {
  readonly level: string;
  readonly source: string;
  readonly searchText: string;
  /** `yyyy-MM-ddTHH:mm` in the reader's own time zone, empty, or a text that is none and filters nothing. */
  readonly startTime: string;
  readonly endTime: string;
}

export const NO_LOG_FILTERS: LogFilters = { level: '', source: '', searchText: '', startTime: '', endTime: '' };

/** Page size of the logs (002 §9). */
export const LOG_PAGE_SIZE = 50;

/** The query that filters and a page send to the server. */
export function logQueryOf(filters: LogFilters, page: number): LogQuery {
  return {
    ...filters,
    startTime: instantOf(filters.startTime),
    endTime: instantOf(filters.endTime),
    page,
    pageSize: LOG_PAGE_SIZE,
  };
}

function instantOf(local: string): string {
  return parseIsoDateTime(local) === null ? '' : new Date(local).toISOString();
}
