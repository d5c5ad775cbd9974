/**
 * The page numbers to offer around the present one: at most `most` of them, all within 1..totalPages.
 * Near an end the window moves so that it stays full.
 */
export function pageWindow(page: number, totalPages: number, most = 5): readonly number[] {
  const count = Math.min(most, totalPages);
  const first = Math.min(Math.max(1, page - Math.floor(most / 2)), totalPages - count + 1);
  return Array.from({ length: count }, (_, index) => first + index);
}
