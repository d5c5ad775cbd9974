/** Rows or ids per statement, below SQLite's and PostgreSQL's limits of bound values. */
const BATCH = 1000;

/** Runs a statement for the values in batches, and returns all its rows. */
export async function inBatches<T, R>(
  values: readonly T[],
  run: (batch: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const answers: (readonly R[])[] = [];
  for (let start = 0; start < values.length; start += BATCH)
    answers.push(await run(values.slice(start, start + BATCH)));
  return answers.flat();
}
