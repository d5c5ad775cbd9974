/**
 * What the first screen after a start shows, read while its code loads: its first drawing then has figures. Screens read
 * the same once more as soon as they are drawn, and follow its changes.
 */
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { Account } from '../../../domain/records/records.ts';
import { databaseIfOpen } from '../database/database.ts';
import type { KeptName, KeptValues } from '../database/kept-rows.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import { type Kept, keptFigures } from '../kept-figures/kept-figures.ts';
import { listAccounts } from './accounts.ts';

type KeptFirst = { readonly [Name in KeptName]?: Kept<KeptValues[Name]> | null };

export interface FirstReads extends KeptFirst {
  readonly accounts: readonly Account[];
}

const NONE: Partial<FirstReads> = {};

/** The reads for the first screen of a database; null once that has been drawn. */
const reads = new WeakMap<HoldfastDatabase, Partial<FirstReads> | null>();

/** Reads these figures ahead, of a database without a drawn screen. Never fails: what is missing is read by the screen. */
export async function readFirst(db: HoldfastDatabase, names: readonly KeptName[], today: IsoDate): Promise<void> {
  if (names.length === 0 || reads.has(db)) return;
  try {
    const [accounts, kept] = await Promise.all([
      listAccounts(db),
      Promise.all(names.map(async (name) => [name, await keptFigures(db, name, today)] as const)),
    ]);
    if (!reads.has(db)) reads.set(db, { accounts, ...Object.fromEntries(kept) });
  } catch {
    // The screen reads it again, and says what is wrong.
  }
}

/** What was read ahead for the screen that is drawn for the first time; nothing afterwards. */
export function firstReads(): Partial<FirstReads> {
  const db = databaseIfOpen();
  return (db && reads.get(db)) ?? NONE;
}

/** A screen has been drawn: from now on what was read ahead may be out of date. */
export function endFirstReads(): void {
  const db = databaseIfOpen();
  if (db !== null) reads.set(db, null);
}
