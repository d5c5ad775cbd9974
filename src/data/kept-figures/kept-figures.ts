/**
 * What the worker computed last, so that the next start shows it at once. A cache: without it only the first moment
 * differs.
 */
import type { IsoDate } from '../../../domain/values/dates.ts';
import type { HoldingView } from '../../../domain/holdings/holding-view.ts';
import type { HoldfastDatabase } from '../database/schema.ts';
import type { HoldingKey, KeptName, KeptValues, Stamps, SummaryRow } from '../database/kept-rows.ts';
import type { StampedTable } from '../database/stamps.ts';

/** Inserted by the build: a digest of all sources. */
declare const __BUILD_ID__: string;

/** Which code computes: figures of other code are never shown as current. Empty where nothing was built. */
const APP_BUILD = typeof __BUILD_ID__ === 'undefined' ? '' : __BUILD_ID__;

/** Figures of a day with the stamps of what they were computed from. */
export type ComputedFigures = {
  readonly [Name in KeptName]: { readonly value: KeptValues[Name]; readonly stamps: Stamps };
};

/** Figures as they were kept; `final` when nothing that they rest on has changed since, and the day is the same. */
export interface Kept<T> {
  readonly value: T;
  readonly final: boolean;
}

function keyOf({ accountId, isin, taxWrapper }: HoldingView): HoldingKey {
  return [accountId, isin, taxWrapper];
}

async function stampsOf(db: HoldfastDatabase, tables: readonly StampedTable[]): Promise<Stamps> {
  const rows = await db.tableStamps.bulkGet([...tables]);
  return Object.fromEntries(tables.map((table, at) => [table, rows[at]?.stamp ?? null]));
}

/**
 * Reads in one transaction over `tables`, of which those in `stamped` decide what is read, and returns their stamps
 * too.
 */
export async function readStamped<T>(
  db: HoldfastDatabase,
  stamped: readonly StampedTable[],
  read: () => Promise<T>,
  beside: readonly string[] = [],
): Promise<{ readonly value: T; readonly stamps: Stamps }> {
  return await db.transaction('r', [...new Set<string>([...stamped, ...beside, 'tableStamps'])], async () => {
    const [value, stamps] = await Promise.all([read(), stampsOf(db, stamped)]);
    return { value, stamps };
  });
}

async function stampsNow(db: HoldfastDatabase): Promise<Stamps> {
  const rows = await db.tableStamps.toArray();
  return Object.fromEntries(rows.map(({ table, stamp }) => [table, stamp]));
}

/** Whether the tables have the stamps that figures were made from; null is a table that was never written to. */
function isPresent(now: Stamps, stamps: Stamps): boolean {
  return (Object.keys(stamps) as StampedTable[]).every((table) => (now[table] ?? null) === stamps[table]);
}

/**
 * Keeps figures of a day in place of the earlier ones; figures whose tables have changed in the meantime are left out.
 */
export async function keepFigures(db: HoldfastDatabase, day: IsoDate, figures: ComputedFigures): Promise<void> {
  const connection = db.backendDB();
  await db.transaction('rw', db.holdings, db.summaries, db.tableStamps, async () => {
    // The browser has erased the database in the meantime, and this is another.
    if (db.backendDB() !== connection) return;
    const now = await stampsNow(db);
    for (const name of Object.keys(figures) as KeptName[]) {
      const { stamps } = figures[name];
      if (!isPresent(now, stamps)) continue;
      const value = figures[name].value;
      if (name !== 'holdings') await db.summaries.put({ name, app: APP_BUILD, day, stamps, value });
      else {
        await db.holdings.clear();
        await db.holdings.bulkPut([...figures.holdings.value]);
        await db.summaries.put({ name, app: APP_BUILD, day, stamps, value: figures.holdings.value.map(keyOf) });
      }
    }
  });
}

function isFinal({ app, day, stamps }: SummaryRow, now: Stamps, today: IsoDate): boolean {
  return app === APP_BUILD && day === today && isPresent(now, stamps);
}

/** What was kept under that name; null where nothing was, or by another app. */
export async function keptFigures<Name extends KeptName>(
  db: HoldfastDatabase,
  name: Name,
  today: IsoDate,
): Promise<Kept<KeptValues[Name]> | null> {
  return await db.transaction('r', db.holdings, db.summaries, db.tableStamps, async () => {
    // All requested at once, and rows in one request: the screen waits for this at every start.
    const [row, now, holdings] = await Promise.all([
      db.summaries.get(name),
      stampsNow(db),
      name === 'holdings' ? db.holdings.toArray() : null,
    ]);
    if (row === undefined || row.app !== APP_BUILD) return null;
    const final = isFinal(row, now, today);
    if (holdings === null) return { value: row.value as KeptValues[Name], final };
    const byKey = new Map(holdings.map((holding) => [keyOf(holding).join('|'), holding]));
    const inOrder = (row.value as HoldingKey[]).flatMap((key) => byKey.get(key.join('|')) ?? []);
    return { value: inOrder as unknown as KeptValues[Name], final };
  });
}

/** Whether all of these figures are stored, and as a fresh computation would have them. Without names there are none. */
export async function areFinal(db: HoldfastDatabase, names: readonly KeptName[], today: IsoDate): Promise<boolean> {
  if (names.length === 0) return false;
  return await db.transaction('r', db.summaries, db.tableStamps, async () => {
    const [rows, now] = await Promise.all([db.summaries.bulkGet([...names]), stampsNow(db)]);
    return rows.every((row) => row !== undefined && isFinal(row, now, today));
  });
}
