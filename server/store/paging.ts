/** Pages as the API counts them: from 1, the last page instead of one beyond it. */

export interface PageReply {
  readonly totalCount: number;
  readonly totalPages: number;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly currentPage: number;
}

/** Where a page starts and what its reply says. */
export function pageOf(totalCount: number, page: number, pageSize: number): { readonly offset: number; readonly reply: PageReply } {
  const totalPages = Math.ceil(totalCount / pageSize);
  const currentPage = Math.max(1, Math.min(page, totalPages));
  return {
    offset: (currentPage - 1) * pageSize,
    reply: { totalCount, totalPages, currentPage, hasNextPage: currentPage < totalPages, hasPreviousPage: currentPage > 1 },
  };
}
