/**
 * The first screen that is drawn from a database. What it does not need waits for it: on a phone, and on any device of
 * two cores, another thread would take a fifth of the time in which it is drawn.
 */
import { currentDatabase, databaseIfOpen } from '../../data/database/database.ts';
import type { HoldfastDatabase } from '../../data/database/schema.ts';
import { endFirstReads } from '../../data/records/first-reads.ts';

/** It may not come: its code could not be loaded, or it waits for something else. */
const LONGEST_WAIT_MS = 2000;

interface Wait {
  readonly over: Promise<void>;
  readonly end: () => void;
}

const waits = new WeakMap<HoldfastDatabase, Wait>();

function waitOf(db: HoldfastDatabase): Wait {
  const known = waits.get(db);
  if (known !== undefined) return known;
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
    setTimeout(resolve, LONGEST_WAIT_MS);
  });
  const wait = { over, end };
  waits.set(db, wait);
  return wait;
}

/** Resolves when a screen has been drawn from the database, or after two seconds without one. */
export async function firstScreen(db: HoldfastDatabase): Promise<void> {
  await waitOf(db).over;
}

/** The first screen itself waits for what else would wait for it. */
export function endFirstScreenWait(): void {
  waitOf(currentDatabase()).end();
}

/** After the browser has shown what was drawn, and what that has led to. Not every browser tells when it is idle. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: LONGEST_WAIT_MS / 2 });
  else setTimeout(work, LONGEST_WAIT_MS / 10);
}

/** To be called after each drawing: a database that was erased is opened again under a drawn screen. */
export function screenDrawn(): void {
  endFirstReads();
  const db = databaseIfOpen();
  if (db !== null) whenIdle(waitOf(db).end);
}
