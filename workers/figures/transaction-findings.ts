/** Everything that data health finds in the transactions. */
import { toHealthView, type HealthView } from '../../domain/cgt/matching/data-health.ts';
import type { GainsResult } from '../../domain/cgt/terms/gains.ts';
import { splitsElsewhere } from '../../domain/holdings/splits-elsewhere.ts';
import type { HoldfastDatabase } from '../../src/data/database/schema.ts';
import type { Basis } from '../live/identified.ts';
import { earlierImportFindings } from './earlier-imports.ts';

/** Findings that keep figures from being final come first. */
export async function transactionFindings(
  db: HoldfastDatabase,
  basis: Basis,
  { classes }: GainsResult,
): Promise<readonly HealthView[]> {
  const found = classes.flatMap(({ issues }) => issues.map((issue) => toHealthView(issue, basis)));
  const imported = await earlierImportFindings(db, basis.transactions, basis);
  return [...found, ...splitsElsewhere(classes, basis), ...imported].toSorted(
    (a, b) => Number(b.serious) - Number(a.serious),
  );
}
