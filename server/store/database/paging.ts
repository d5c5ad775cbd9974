/** Pages as the API counts them. */
import { pageBounds } from '../../../domain/lists/page.ts';
import type { PageInfo } from '../../../domain/lists/transaction-query.ts';

export type PageReply = PageInfo;

/** The start of a page, and the fields of its reply. */
export function pageOf(
  total: number,
  page: number,
  pageSize: number,
): { readonly offset: number; readonly reply: PageReply } {
  const { from, totalCount, totalPages, currentPage, hasNextPage, hasPreviousPage } = pageBounds(total, page, pageSize);
  return { offset: from, reply: { totalCount, totalPages, currentPage, hasNextPage, hasPreviousPage } };
}
