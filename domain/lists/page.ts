/** Divides a list into pages, counted as in the API. */
import type { PageInfo } from './transaction-query.ts';

/** A page's bounds within a list, `from` inclusive and `to` exclusive. */
export interface PageBounds extends PageInfo {
  readonly from: number;
  readonly to: number;
}

/** The bounds of page `page` (from 1) of `totalCount` rows; for a page that does not exist, those of the nearest. */
export function pageBounds(totalCount: number, page: number, pageSize: number): PageBounds {
  const size = Math.max(1, Math.floor(pageSize));
  const totalPages = Math.max(1, Math.ceil(totalCount / size));
  const currentPage = Math.min(Math.max(1, Math.floor(page)), totalPages);
  const from = (currentPage - 1) * size;
  return {
    from,
    to: Math.min(from + size, totalCount),
    totalCount,
    totalPages,
    currentPage,
    hasNextPage: currentPage < totalPages,
    hasPreviousPage: currentPage > 1,
  };
}
