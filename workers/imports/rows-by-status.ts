import type { RowStatus } from '../../domain/csv/row-figures/preview.ts';

/** A preview's rows by their status, in file order. */
export type RowsByStatus<Row> = Readonly<Record<RowStatus, readonly Row[]>>;

export function rowsByStatus<Row extends { readonly status: RowStatus }>(rows: readonly Row[]): RowsByStatus<Row> {
  const byStatus: Record<RowStatus, Row[]> = { valid: [], duplicate: [], question: [], cancelled: [], error: [] };
  for (const row of rows) byStatus[row.status].push(row);
  return byStatus;
}

/** The numbers of rows, as `import-selected` names them. */
export function rowNumbers(rows: readonly { readonly rowNumber: number }[]): readonly number[] {
  return rows.map((row) => row.rowNumber);
}

export function rowNumbersByStatus({
  valid,
  duplicate,
  question,
  cancelled,
  error,
}: RowsByStatus<{ readonly rowNumber: number }>): RowsByStatus<number> {
  return {
    valid: rowNumbers(valid),
    duplicate: rowNumbers(duplicate),
    question: rowNumbers(question),
    cancelled: rowNumbers(cancelled),
    error: rowNumbers(error),
  };
}
