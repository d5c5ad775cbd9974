import type { RowStatus } from '../domain/csv/preview.ts';

/** The numbers of a preview's rows by their status, in file order. */
export function rowNumbersByStatus(
  rows: readonly { readonly rowNumber: number; readonly status: RowStatus }[],
): Readonly<Record<RowStatus, readonly number[]>> {
  const numbers: Record<RowStatus, number[]> = { valid: [], duplicate: [], question: [], cancelled: [], error: [] };
  for (const { rowNumber, status } of rows) numbers[status].push(rowNumber);
  return numbers;
}
