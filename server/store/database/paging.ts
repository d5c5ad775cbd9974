/** Pages as the API counts them. */
import { pageBounds } from '../../../domain/lists/page.ts';
import type { PageInfo } from '../../../domain/lists/transaction-query.ts';

export type PageReply = PageInfo;

/** Where a page starts and what its reply says. */
export function pageOf(
  total: number,
  page: number,
  pageSize: number,
): { readonly offset: number; readonly reply: PageReply } {
  const { from, totalCount, totalPages, currentPage, hasNextPage, hasPreviousPage } = pageBounds(total, page, pageSize);
  return { offset: from, reply: { totalCount, totalPages, currentPage, hasNextPage, hasPreviousPage } };
}
