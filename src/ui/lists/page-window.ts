/** The page numbers to offer: the present one and at most `around` on either side, all within 1..totalPages. */
export function pageWindow(page: number, totalPages: number, around: number): readonly number[] {
  const first = Math.max(1, page - around);
  const last = Math.min(totalPages, page + around);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
